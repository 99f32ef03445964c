export { FactLine } from './FactLine';
export { FloatingBar, type FloatingBarProps } from './FloatingBar';
export { Page, type PageProps, Panel, type PanelProps } from './Page';
export { PageSkeleton, type PageSkeletonProps } from './PageSkeleton';
export { retryWhenShown } from './retry-when-shown';
export { Toolbar, type ToolbarProps } from './Toolbar';
export { hiddenButMeasured, VisuallyHidden } from './VisuallyHidden';
export { useMedia } from './use-media';
