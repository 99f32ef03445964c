import type { ReactNode } from 'react';
import { hiddenButMeasured } from '../layout/VisuallyHidden';
import { LoadingBlock } from './states';

export interface FirstContentProps {
  /** True while a call that determines the height of the first parts is pending. */
  pending: boolean;
  /** The text announced while the content is pending. */
  label: string;
  /** The skeleton of the entire content; lines of text by default. */
  shape?: ReactNode;
  children: ReactNode;
}

/**
 * Shows one skeleton in place of a page's content while its first parts are pending, so that a late part never pushes
 * content that is already visible. The content mounts hidden, so its own requests start immediately.
 *
 * @example
 * <FirstContent pending={false} label="Loading rooms..." shape={<PageSkeleton shape="list" />}>
 *   <EmptyState title="No rooms yet" />
 * </FirstContent>
 */
export function FirstContent({ pending, label, shape, children }: FirstContentProps): ReactNode {
  return (
    <>
      {pending && <LoadingBlock label={label} {...(shape === undefined ? { framed: true, lines: 5 } : { shape })} />}
      <div style={pending ? hiddenButMeasured : { display: 'contents' }}>{children}</div>
    </>
  );
}
