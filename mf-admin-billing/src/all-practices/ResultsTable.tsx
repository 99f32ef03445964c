import type { BulkResult } from 'shared-api/contracts';
import { type Column, DataTable, EmptyState, StatusBadge, type Tone } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from './messages';
import { PageLink, practicePath } from './PageLink';

const text = messages.results;

function toneOf(status: BulkResult['status']): Tone {
  switch (status) {
    case 'changed':
      return 'success';
    case 'unchanged':
      return 'neutral';
    case 'failed':
      return 'danger';
  }
}

/** The changed items that a practice had or has. Empty for a failed one. */
const itemsText = (items: readonly string[] | undefined): string | undefined =>
  items && (items.length === 0 ? text.nothing : items.join(', '));

const columns: readonly Column<BulkResult>[] = [
  {
    key: 'practice',
    header: text.practice,
    rowHeader: true,
    cell: ({ practice_id, practice }) =>
      practice === '' ? text.unknownPractice : <PageLink to={practicePath(practice_id)}>{practice}</PageLink>,
  },
  { key: 'number', header: text.number, numeric: true, width: 90, cell: ({ practice_id }) => practice_id },
  {
    key: 'outcome',
    header: text.outcome,
    width: 140,
    cell: ({ status }) => <StatusBadge tone={toneOf(status)}>{text.status[status]}</StatusBadge>,
  },
  { key: 'before', header: text.before, cell: ({ before }) => itemsText(before) },
  { key: 'after', header: text.after, cell: ({ after }) => itemsText(after) },
  {
    key: 'note',
    header: text.note,
    width: '34%',
    cell: ({ message }) => <div style={{ minWidth: 160 }}>{message}</div>,
  },
];

/** The result for each practice, failures first. */
export function ResultsTable({
  results,
  loading = false,
}: {
  results: readonly BulkResult[];
  loading?: boolean;
}): ReactNode {
  return (
    <DataTable
      caption={text.caption}
      columns={columns}
      rows={results}
      rowKey={({ practice_id }) => practice_id}
      loading={loading}
      maxHeight={320}
      empty={<EmptyState title={text.empty}>{text.emptyHelp}</EmptyState>}
    />
  );
}
