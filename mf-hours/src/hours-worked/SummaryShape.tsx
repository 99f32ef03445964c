import { color, radius, styled } from 'shared-ui';
import { Skeleton } from 'shared-ui/mui';
import type { ReactNode } from 'react';

const Space = styled('div')({
  height: 249,
  padding: 16,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  overflow: 'hidden',
  '@media (max-width: 1359.95px), (max-height: 849.95px)': { height: 74 },
  '@media (max-width: 639.95px)': { height: 106 },
});

/** Placeholder for the summary while it loads, so that the grid does not move. */
export function SummaryShape(): ReactNode {
  return (
    <Space aria-hidden>
      <Skeleton width="40%" height={14} />
    </Space>
  );
}
