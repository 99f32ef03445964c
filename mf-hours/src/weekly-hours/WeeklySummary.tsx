import { hoursText } from 'shared-api/contracts';
import { color, Panel, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { messages } from '../messages';
import { nameOf } from './names';
import { officeOf, type Rows } from './rows';
import { differences, minutesOf } from './summary';

const text = messages.weeklyHours.summary;

const List = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))',
  gap: '8px 24px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
});

const Line = styled('li')({ display: 'flex', justifyContent: 'space-between', gap: 12, minWidth: 0 });

const Who = styled('span')({ minWidth: 0, overflowWrap: 'anywhere' });

const Hours = styled('strong')({ fontWeight: 600, color: color.ink, whiteSpace: 'nowrap' });

/**
 * The providers whose schedule differs from the office's, with their hours. Deferred, so that it doesn't slow down
 * typing.
 */
export function WeeklySummary({ rows }: { rows: Rows }): ReactNode {
  return <Differences rows={useDeferredValue(rows)} />;
}

const Differences = memo(function Differences({ rows }: { rows: Rows }): ReactNode {
  const differing = differences(rows);
  return (
    <Panel title={text.title} description={text.description(hoursText(minutesOf(officeOf(rows)).week))}>
      {differing.length === 0 ? (
        <Typography color="textSecondary">{text.none}</Typography>
      ) : (
        <List>
          {differing.map(({ row, days, minutes }) => (
            <Line key={row.provider_id}>
              <Who>
                <span dir="auto">{nameOf(row)}</span>
                <Typography variant="body2" color="textTertiary" component="span" style={{ display: 'block' }}>
                  {text.days(days)}
                </Typography>
              </Who>
              <Hours>{hoursText(minutes)}</Hours>
            </Line>
          ))}
        </List>
      )}
    </Panel>
  );
});
