import type { PracticeFeatures, PracticeSort } from 'shared-api/contracts';
import {
  commonMessages,
  DownloadIcon,
  EmptyState,
  phone,
  phoneQuery,
  PracticeBadges,
  type Sort,
  styled,
  useMedia,
} from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { type GridColumn, RecordGrid } from 'shared-ui/data-grid';
import { memo, type ReactNode, useMemo } from 'react';
import { ChipList } from './ChipList';
import { bundleChips, extraFeatureChips, featureChips, flagChips } from './chips';
import { FeaturesCell } from './FeaturesCell';
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
  extraFeatures: ReturnType<typeof featureChips>;
  flags: ReturnType<typeof flagChips>;
}

const rowOf = (record: PracticeFeatures): Row => ({
  id: record.practice_id,
  name: record.practice,
  record,
  bundles: bundleChips(record),
  features: featureChips(record),
  extraFeatures: extraFeatureChips(record),
  flags: flagChips(record),
});

/** Makes a two-line name a single touch target. */
const Name = styled('div')({
  whiteSpace: 'normal',
  '& > a': { display: 'inline-block' },
  [phone]: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 8 },
});

const Badges = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  marginTop: 2,
  fontWeight: 400,
});

/** A window too narrow for the number column. The number is then below the name, so that Edit stays visible. */
const narrowGridQuery = '(max-width: 1199.95px)';

/** The link to the practice, with its badges. */
function PracticeName({ row, hasNumber }: { row: Row; hasNumber: boolean }): ReactNode {
  const { id, name, record } = row;
  const { insider = false, states = [] } = record;
  return (
    <Name>
      <PageLink to={practicePath(id)}>{name}</PageLink>
      {(hasNumber || insider || states.length > 0) && (
        <Badges>
          {hasNumber && (
            <Typography variant="body2" component="span" color="textTertiary">
              {commonMessages.practice.number(id)}
            </Typography>
          )}
          <PracticeBadges insider={insider} states={states} />
        </Badges>
      )}
    </Name>
  );
}

/** Sortable columns, by their name in the contract. */
export type SortKey = PracticeSort;

interface Around {
  store: SelectionStore;
  shown: ListFilter;
  onEdit: (practice: Practice) => void;
}

type Columns = GridColumn<Row, SortKey | 'select' | 'bundles' | 'features' | 'flags' | 'actions'>[];

function columnsOf(
  { store, shown, onEdit, isNarrow, isPhone }: Around & { isNarrow: boolean; isPhone: boolean },
  page: readonly Practice[],
): Columns {
  const columns: (Columns[number] | false)[] = [
    {
      key: 'select',
      header: <PageCheckbox {...{ store, shown, page }} />,
      selects: true,
      // It's next to the number of practices.
      phoneHeader: null,
      width: 40,
      cell: (row) => <RowCheckbox store={store} shown={shown} practice={row} />,
    },
    {
      key: 'name',
      header: text.practice,
      rowHeader: true,
      sortable: true,
      minWidth: 158,
      width: '24%',
      cell: (row) => <PracticeName row={row} hasNumber={isNarrow && !isPhone} />,
    },
    (isPhone || !isNarrow) && {
      key: 'number',
      header: text.number,
      numeric: true,
      sortable: true,
      minWidth: 72,
      width: 84,
      phoneLine: ({ id }) => commonMessages.practice.number(id),
      cell: ({ id }) => id,
    },
    {
      key: 'bundles',
      header: text.bundles,
      width: '26%',
      minWidth: 118,
      phoneLine: ({ bundles }) => bundles.map(({ label }) => label).join(', '),
      cell: ({ name, bundles }) => (
        <ChipList items={bundles} room={3} what={text.bundles.toLowerCase()} practice={name} />
      ),
    },
    {
      key: 'features',
      header: text.features,
      width: '25%',
      minWidth: 120,
      phoneLine: ({ features }) => features.length > 0 && messages.chips.features(features.length),
      cell: ({ name, features, extraFeatures }) => (
        <FeaturesCell features={features} extra={extraFeatures} practice={name} />
      ),
    },
    {
      key: 'flags',
      header: text.flags,
      width: '23%',
      minWidth: 100,
      phoneLine: ({ flags }) => flags.length > 0 && messages.chips.flags(flags.length),
      cell: ({ name, flags }) => <ChipList items={flags} room={1} what={text.flags.toLowerCase()} practice={name} />,
    },
    {
      key: 'actions',
      header: text.actions,
      phoneHeader: null,
      width: 72,
      cell: (row) => (
        <Button variant="text" aria-label={text.editOf(row.name)} onClick={() => onEdit(row)}>
          {text.edit}
        </Button>
      ),
    },
  ];
  return columns.filter((column) => column !== false);
}

export interface PracticesTableProps extends Around {
  records: readonly PracticeFeatures[];
  loading: boolean;
  /** Why loading failed. */
  error: string | undefined;
  onRetry: () => void;
  onClearFilters: () => void;
  sort: Sort<SortKey>;
  onSort: (sort: Sort<SortKey>) => void;
  /** The CSV file of the whole list with its number of practices; undefined without any. */
  csv: CsvLinkProps | undefined;
  /** Storage key of the person's column settings. */
  storageKey: string;
}

export interface CsvLinkProps {
  count: number;
  url: string;
}

/** Downloads the CSV file of the whole list. */
export function CsvLink({ count, url }: CsvLinkProps): ReactNode {
  return (
    <Button
      size="small"
      variant="text"
      href={url}
      download
      startIcon={<DownloadIcon size={14} />}
      aria-label={text.csvOf(count)}
    >
      {text.csv}
    </Button>
  );
}

/** One page of practices. Rerenders only when its records change, not on selection or typing in the search. */
export const PracticesTable = memo(function PracticesTable(props: PracticesTableProps): ReactNode {
  const { records, loading, error, onRetry, onClearFilters, storageKey, store, shown, onEdit, sort, onSort, csv } =
    props;
  const rows = useMemo(() => records.map(rowOf), [records]);
  const isNarrow = useMedia(narrowGridQuery);
  const isPhone = useMedia(phoneQuery);
  const columns = useMemo(
    () => columnsOf({ store, shown, onEdit, isNarrow, isPhone }, rows),
    [store, shown, onEdit, isNarrow, isPhone, rows],
  );
  const filtered = isFiltered(shown);
  return (
    <RecordGrid
      caption={text.caption}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHeight={64}
      sort={sort}
      // Only columns with such a key are sortable.
      onSort={({ key, direction }) => onSort({ key: key as SortKey, direction })}
      actions={csv && <CsvLink {...csv} />}
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
