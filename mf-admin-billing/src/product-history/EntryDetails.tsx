import { color, radius, styled } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { dayText } from '../instants';
import { comparisonsOf } from './comparisons';
import { historyMessages } from './messages';
import type { Comparison, HistoryEntry } from './mapper';

const messages = historyMessages.details;

const Facts = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'minmax(90px, auto) minmax(0, 1fr)',
  gap: '3px 16px',
  margin: 0,
  fontSize: 13,
  lineHeight: '20px',
  '& dt': { color: color.inkSecond },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
});

const Table = styled('table')({
  width: '100%',
  marginTop: 10,
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: 13,
  lineHeight: '20px',
  'th, td': {
    padding: '5px 12px 5px 0',
    textAlign: 'left',
    verticalAlign: 'top',
    fontWeight: 400,
    overflowWrap: 'anywhere',
  },
  'thead th': { fontSize: 12, fontWeight: 550, color: color.inkSecond },
  'tbody tr': { borderTop: `1px solid ${color.line}` },
  'tbody th': { fontWeight: 550 },
});

const Raw = styled('pre')({
  margin: '4px 0 0',
  padding: '8px 10px',
  borderRadius: radius.small,
  backgroundColor: color.neutralTint,
  fontSize: 12,
  lineHeight: '16px',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});

export interface EntryDetailsProps {
  entry: HistoryEntry;
  timeZone: string;
}

/** The details of an entry. */
export function EntryDetails({ entry, timeZone }: EntryDetailsProps): ReactNode {
  const { user, data } = entry;
  const day = (instant: number | null): string => (instant === null ? '' : dayText(instant, timeZone));
  const facts: [string, string][] = [
    [messages.product, entry.product_name],
    [messages.bundle, entry.bundle_display_name ?? entry.bundle_name ?? ''],
    [messages.feature, entry.feature_display_name ?? entry.feature_name ?? ''],
    [messages.trialStart, day(entry.trial_start_date)],
    [messages.trialEnd, day(entry.trial_end_date)],
    [messages.user, user.email === null || user.email === '' ? user.name : `${user.name}, ${user.email}`],
    [messages.notes, entry.notes ?? ''],
    ...data.facts.map(({ name, value }): [string, string] => [name, value]),
  ];
  return (
    <>
      <Facts>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
      </Facts>
      <BeforeAndAfter comparisons={comparisonsOf(entry)} />
      {data.unreadable !== null && (
        <div style={{ marginTop: 10 }}>
          <Typography variant="subtitle2" component="span">
            {messages.unreadable}
          </Typography>
          <Raw>{data.unreadable}</Raw>
        </div>
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function BeforeAndAfter({ comparisons }: { comparisons: readonly Comparison[] }): ReactNode {
  const side = (value: string | null): ReactNode =>
    value === null || value === '' ? (
      <Typography component="span" color="textTertiary" style={{ fontSize: 13 }}>
        {messages.nothing}
      </Typography>
    ) : (
      value
    );
  const named = comparisons.some(({ what }) => what !== '');
  return (
    <Table aria-label={messages.comparison}>
      <thead>
        <tr>
          {named && <th scope="col">{messages.what}</th>}
          <th scope="col">{messages.before}</th>
          <th scope="col">{messages.after}</th>
        </tr>
      </thead>
      <tbody>
        {comparisons.map(({ what, before, after }) => (
          <tr key={what}>
            {named && <th scope="row">{what}</th>}
            <td>{side(before)}</td>
            <td>{side(after)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
