import { countText, type SlowCall } from 'shared-api/contracts';
import { color, type Column, DataTable, Panel } from 'shared-ui';
import type { ReactNode } from 'react';
import { ModuleCell, type ModuleTableProps, NothingFound } from './ErrorsTable';
import { durationText } from './figures';
import { moduleHealthMessages } from './messages';

const text = moduleHealthMessages.found;

/** Slow and failed calls, most frequent first. */
export function SlowCallsTable({ rows, titleOf, busy }: ModuleTableProps<SlowCall>): ReactNode {
  const say = text.calls;
  const columns: readonly Column<SlowCall>[] = [
    {
      key: 'call',
      header: say.call,
      cell: ({ path }) => <div style={{ minWidth: 220, fontWeight: 500, overflowWrap: 'anywhere' }}>{path}</div>,
    },
    {
      key: 'module',
      header: text.module,
      cell: ({ module, version }) => <ModuleCell title={titleOf(module)} version={version} />,
    },
    { key: 'count', header: say.count, numeric: true, cell: ({ count }) => countText(count) },
    {
      key: 'failed',
      header: say.failed,
      numeric: true,
      cell: ({ failed }) => (
        <span style={failed > 0 ? { color: color.danger, fontWeight: 600 } : { color: color.inkThird }}>
          {countText(failed)}
        </span>
      ),
    },
    { key: 'average', header: say.average, numeric: true, cell: ({ average_ms }) => durationText(average_ms) },
    { key: 'slowest', header: say.slowest, numeric: true, cell: ({ slowest_ms }) => durationText(slowest_ms) },
  ];
  if (rows.length === 0 && !busy) return <NothingFound {...say} />;
  return (
    <Panel title={say.title}>
      <DataTable
        caption={say.title}
        columns={columns}
        rows={rows}
        rowKey={({ module, version, call }) => JSON.stringify([module, version, call])}
        loading={busy}
        maxHeight={480}
        empty={null}
      />
    </Panel>
  );
}
