import { days } from 'shared-api/contracts';
import { color, radius, styled } from 'shared-ui';
import { Skeleton, Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { messages } from '../messages';

const Shape = styled('div')({
  marginTop: 10,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  overflow: 'hidden',
});

const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: `168px repeat(${days.length}, minmax(0, 1fr)) 66px`,
  alignItems: 'center',
  gap: 12,
  height: 46,
  padding: '0 12px',
  '& + &': { borderTop: `1px solid ${color.line}` },
});

/** Placeholder for the grid while the hours load. */
export function HoursSkeleton(): ReactNode {
  return (
    <div>
      <Typography role="status" color="textSecondary">
        {messages.weeklyHours.loading}
      </Typography>
      <Shape aria-hidden>
        {Array.from({ length: 8 }, (_, row) => (
          <Line key={row}>
            <Skeleton width="70%" height={14} />
            {days.map((day) => (
              <Skeleton key={day} width="80%" height={14} />
            ))}
            <Skeleton width="60%" height={14} />
          </Line>
        ))}
      </Shape>
    </div>
  );
}
