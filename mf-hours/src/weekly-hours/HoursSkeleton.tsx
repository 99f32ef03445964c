import { days } from 'shared-api/contracts';
import { color, radius, Skeleton, styled, Text } from 'shared-ui';
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
      <Text role="status" tone="second">
        {messages.weeklyHours.loading}
      </Text>
      <Shape aria-hidden>
        {Array.from({ length: 8 }, (_, row) => (
          <Line key={row}>
            <Skeleton width="70%" />
            {days.map((day) => (
              <Skeleton key={day} width="80%" />
            ))}
            <Skeleton width="60%" />
          </Line>
        ))}
      </Shape>
    </div>
  );
}
