import { color, LoadingBlock, radius, styled } from 'shared-ui';
import { Skeleton } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from './messages';

const Shape = styled('div')({
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  overflow: 'hidden',
});

const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: '150px 60px repeat(9, minmax(48px, 1fr))',
  alignItems: 'center',
  gap: 16,
  height: 32,
  padding: '0 12px',
  '& + &': { borderTop: `1px solid ${color.line}` },
});

/** Placeholder for the grid while the hours load. */
export function WorkedSkeleton(): ReactNode {
  return (
    <LoadingBlock
      label={messages.loading}
      shape={
        <Shape>
          {Array.from({ length: 13 }, (_, line) => (
            <Line key={line}>
              {line % 2 === 1 ? <Skeleton width="80%" height={14} /> : <span />}
              {Array.from({ length: 10 }, (__, cell) => (
                <Skeleton key={cell} width="70%" height={14} />
              ))}
            </Line>
          ))}
        </Shape>
      }
    />
  );
}

const SummaryRoom = styled(Shape)({ height: 249, padding: 16, '@media (max-width: 640px)': { height: 106 } });

/** Placeholder for the summary while it loads, so that the grid does not move. */
export function SummaryShape(): ReactNode {
  return (
    <SummaryRoom aria-hidden>
      <Skeleton width="40%" height={14} />
    </SummaryRoom>
  );
}
