import type { PracticeFeatures } from 'shared-api/contracts';
import { EmptyState } from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { type GridColumn, RecordGrid } from 'shared-ui/data-grid';
import { memo, type ReactNode, useMemo } from 'react';
import { ChipList } from './ChipList';
import { bundleChips, featureChips, flagChips } from './chips';
import { isFiltered, type ListFilter } from './list-params';
import { messages } from './messages';
import { PageLink, practicePath } from './PageLink';
import type { Practice } from './selection';
import type { SelectionStore } from './selection-store';
import { PageCheckbox, RowCheckbox } from './SelectionCheckboxes';

const text = messages.table;

interface Row extends Practice {
  record: PracticeFeatures;
  bundles: ReturnType<typeof bundleChips>;
  features: ReturnType<typeof featureChips>;
  flags: ReturnType<typeof flagChips>;
}

const rowOf = (record: PracticeFeatures): Row => ({
  id: record.practice_id,
  name: record.practice,
  record,
  bundles: bundleChips(record),
  features: featureChips(record),
  flags: flagChips(record),
});

const listOf = (chips: readonly { label: string }[]): string => chips.map(({ label }) => label).join(', ');

interface Around {
  store: SelectionStore;
  shown: ListFilter;
  onEdit: (practice: Practice) => void;
}

function columnsOf({ store, shown, onEdit }: Around, page: readonly Practice[]): GridColumn<Row>[] {
  return [
    {
      key: 'select',
      header: <PageCheckbox {...{ store, shown, page }} hideLabel />,
      selects: true,
      phoneHeader: <PageCheckbox {...{ store, shown, page }} />,
      width: 40,
      cell: (row) => <RowCheckbox store={store} shown={shown} practice={row} />,
    },
    {
      key: 'practice',
      header: text.practice,
      rowHeader: true,
      minWidth: 168,
      width: '26%',
      text: ({ name }) => name,
      cell: ({ id, name }) => (
        <div style={{ whiteSpace: 'normal' }}>
          <PageLink to={practicePath(id)}>{name}</PageLink>
          <Typography variant="body2" color="textTertiary" style={{ fontWeight: 400 }}>
            {text.number(id)}
          </Typography>
        </div>
      ),
    },
    {
      key: 'bundles',
      header: text.bundles,
      width: '26%',
      minWidth: 140,
      text: ({ bundles }) => listOf(bundles),
      cell: ({ name, bundles }) => (
        <ChipList items={bundles} room={3} what={text.bundles.toLowerCase()} practice={name} />
      ),
    },
    {
      key: 'features',
      header: text.features,
      width: '28%',
      minWidth: 160,
      text: ({ features }) => listOf(features),
      cell: ({ name, features }) => (
        <ChipList items={features} room={2} what={text.features.toLowerCase()} practice={name} />
      ),
    },
    {
      key: 'flags',
      header: text.flags,
      width: '18%',
      minWidth: 134,
      text: ({ flags }) => listOf(flags),
      cell: ({ name, flags }) => <ChipList items={flags} room={1} what={text.flags.toLowerCase()} practice={name} />,
    },
    {
      key: 'actions',
      header: text.actions,
      phoneHeader: null,
      width: 84,
      cell: (row) => (
        <Button variant="text" aria-label={text.editOf(row.name)} onClick={() => onEdit(row)}>
          {text.edit}
        </Button>
      ),
    },
  ];
}

export interface PracticesTableProps extends Around {
  records: readonly PracticeFeatures[];
  loading: boolean;
  /** Why loading failed. */
  error: string | undefined;
  onRetry: () => void;
  onClearFilters: () => void;
  /** Where the person's choice of columns is stored. */
  storageKey: string;
}

/** One page of practices. Renders when its records change, not on selection and not on typing in the search. */
export const PracticesTable = memo(function PracticesTable(props: PracticesTableProps): ReactNode {
  const { records, loading, error, onRetry, onClearFilters, storageKey, store, shown, onEdit } = props;
  const rows = useMemo(() => records.map(rowOf), [records]);
  const columns = useMemo(() => columnsOf({ store, shown, onEdit }, rows), [store, shown, onEdit, rows]);
  const filtered = isFiltered(shown);
  return (
    <RecordGrid
      caption={text.caption}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHeight={64}
      csvFileName={text.csvFileName}
      storageKey={storageKey}
      loading={loading}
      error={error}
      onRetry={onRetry}
      empty={
        <EmptyState
          title={messages.empty}
          action={filtered && <Button onClick={onClearFilters}>{messages.clearFilters}</Button>}
        >
          {filtered ? messages.emptyHelp : messages.emptyAll}
        </EmptyState>
      }
    />
  );
});
