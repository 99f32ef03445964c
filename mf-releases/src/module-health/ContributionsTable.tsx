import { type ContributionHealth, countText, factsText } from 'shared-api/contracts';
import { color, type Column, DataTable } from 'shared-ui';
import type { ReactNode } from 'react';
import { durationText } from './figures';
import { moduleHealthMessages } from './messages';

const text = moduleHealthMessages.contributions;

export interface ContributionsTableProps {
  /** Title of the module. */
  title: string;
  contributions: readonly ContributionHealth[];
}

/** @param hasVersions true if more than one version is in use. The module's panel already shows a single version. */
const columnsOf = (hasVersions: boolean): readonly Column<ContributionHealth>[] => [
  {
    key: 'name',
    header: text.name,
    cell: ({ name, title, slot }) => factsText([title ?? name, slot && text.slot[slot]]),
  },
  { key: 'version', header: text.version, cell: ({ version }) => version, isOnCard: () => hasVersions },
  { key: 'loads', header: text.loads, numeric: true, cell: ({ loads }) => countText(loads) },
  {
    key: 'failed',
    header: text.failed,
    numeric: true,
    isOnCard: ({ failed }) => failed > 0,
    cell: ({ failed }) => (
      <span style={failed > 0 ? { color: color.danger, fontWeight: 600 } : { color: color.inkThird }}>
        {countText(failed)}
      </span>
    ),
  },
  { key: 'average', header: text.average, numeric: true, cell: ({ average_ms }) => durationText(average_ms) },
  { key: 'slowest', header: text.slowest, numeric: true, cell: ({ slowest_ms }) => durationText(slowest_ms) },
];

/** Load times and failures of the module's contributions to the shell's own pages, by version. */
export function ContributionsTable({ title, contributions }: ContributionsTableProps): ReactNode {
  return (
    <DataTable
      caption={text.label(title)}
      columns={columnsOf(new Set(contributions.map(({ version }) => version)).size > 1)}
      rows={contributions}
      rowKey={({ name, version }) => JSON.stringify([name, version])}
      empty={null}
    />
  );
}
