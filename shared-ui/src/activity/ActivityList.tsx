import { styled } from '@mui/material/styles';
import { dayIn } from 'shared-api/contracts';
import type { ActivityItem } from 'shared-api/contracts/activity';
import { type ReactNode, useId } from 'react';
import { busyRegion } from '../theme/busy-line';
import { color, radius } from '../theme/tokens';
import { ActivityRow, type RowContext } from './ActivityRow';
import { runsOf } from './runs';
import { type ActivityDay, daysOf, dayTitle } from './text';

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  ...busyRegion,
});

const Title = styled('h2')({ margin: '0 0 6px', fontSize: 14, lineHeight: '20px', fontWeight: 600 });

const Items = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflow: 'clip',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
});

export interface ActivityListProps {
  /** Newest first. */
  items: readonly ActivityItem[];
  /** IANA time zone of all days and times. */
  timeZone: string;
  /** Navigates to a console page. */
  navigate: (path: string) => void;
  /** Names the practice of each change and links to its activity, for lists that cover several practices. */
  practicePath?: ((practiceId: number) => string) | undefined;
  busy?: boolean;
}

/** Changes grouped by day. Each is a sentence with links to what changed and to revert it. */
export function ActivityList({ items, busy = false, ...context }: ActivityListProps): ReactNode {
  const { timeZone } = context;
  const today = dayIn(timeZone, new Date());
  return (
    <Root aria-busy={busy || undefined}>
      {daysOf(items, timeZone).map((day) => (
        <Day key={day.date} day={day} title={dayTitle(day.date, today)} {...context} />
      ))}
    </Root>
  );
}

function Day({ day, title, ...context }: RowContext & { day: ActivityDay; title: string }): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <Items>
        {runsOf(day.items).map((run) => (
          <ActivityRow key={run[0]?.id} run={run} {...context} />
        ))}
      </Items>
    </section>
  );
}
