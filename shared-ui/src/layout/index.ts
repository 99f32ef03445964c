export { FactLine } from './FactLine';
export { FloatingBar, type FloatingBarProps } from './FloatingBar';
export { Page, type PageProps, Panel, type PanelProps } from './Page';
export { PageSkeleton, type PageSkeletonProps } from './PageSkeleton';
export { Box, Divider, Stack, type StackProps, VisuallyHidden, hiddenButMeasured } from './Stack';
export { Text, type TextProps, type TextTone, type TextVariant } from './Text';
export { Toolbar, type ToolbarProps } from './Toolbar';
export { useMedia } from './use-media';
