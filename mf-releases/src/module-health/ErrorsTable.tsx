import { type BrowserError, countText } from 'shared-api/contracts';
import { type Column, DataTable, Panel } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { instantText } from './instants';
import { moduleHealthMessages } from './messages';

const text = moduleHealthMessages.found;

export interface ModuleTableProps<Row> {
  rows: readonly Row[];
  titleOf: (module: string) => string;
  busy: boolean;
}

/** The module of a row, with its version. */
export function ModuleCell({ title, version }: { title: string; version: string }): ReactNode {
  return (
    <div style={{ minWidth: 130 }}>
      <span>{title}</span>
      <Typography variant="body2" color="textTertiary" style={{ overflowWrap: 'anywhere' }}>
        {version}
      </Typography>
    </div>
  );
}

/** One line in place of an empty table. */
export function NothingFound({
  title,
  empty,
  emptyWords,
}: Record<'title' | 'empty' | 'emptyWords', string>): ReactNode {
  return (
    <Panel title={title}>
      <Typography component="span" variant="subtitle1">
        {empty}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {emptyWords}
      </Typography>
    </Panel>
  );
}

/** Errors in browsers, most recent first. */
export function ErrorsTable({ rows, titleOf, busy }: ModuleTableProps<BrowserError>): ReactNode {
  const say = text.errors;
  const columns: readonly Column<BrowserError>[] = [
    {
      key: 'error',
      header: say.error,
      cell: ({ message, source }) => (
        <div style={{ minWidth: 220, padding: '4px 0', fontWeight: 500, overflowWrap: 'anywhere' }}>
          <span>{message}</span>
          {source !== '' && (
            <Typography variant="body2" color="textTertiary">
              {source}
            </Typography>
          )}
        </div>
      ),
    },
    {
      key: 'module',
      header: text.module,
      cell: ({ module, version }) => <ModuleCell title={titleOf(module)} version={version} />,
    },
    { key: 'count', header: say.count, numeric: true, cell: ({ count }) => countText(count) },
    {
      key: 'last',
      header: say.last,
      numeric: true,
      cell: ({ last_at }) => <time dateTime={new Date(last_at * 1000).toISOString()}>{instantText(last_at)}</time>,
    },
  ];
  if (rows.length === 0 && !busy) return <NothingFound {...say} />;
  return (
    <Panel title={say.title}>
      <DataTable
        caption={say.title}
        columns={columns}
        rows={rows}
        rowKey={({ module, version, message, source }) => JSON.stringify([module, version, message, source])}
        loading={busy}
        maxHeight={480}
        empty={null}
      />
    </Panel>
  );
}
