export { StatusBadge, type StatusBadgeProps } from './Badge';
export { InlineStatus, type InlineStatusProps, RetryNotice, type RetryNoticeProps } from './Notice';
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
  LoadingBlock,
  type LoadingBlockProps,
} from './states';
export { type Tone } from './tones';
export { FirstContent, type FirstContentProps } from './FirstContent';
export { RemovableChip, type RemovableChipProps } from './RemovableChip';
