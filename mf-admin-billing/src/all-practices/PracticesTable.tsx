import type { PracticeFeatures, PracticeSort } from 'shared-api/contracts';
import {
  commonMessages,
  DownloadIcon,
  EmptyState,
  phone,
  PracticeBadges,
  type Sort,
  styled,
  touchQuery,
  useMedia,
} from 'shared-ui';
import { Button } from 'shared-ui/mui';
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

/** A name with its badges on one line. A long name ends with an ellipsis; its tooltip has the whole name. */
const Name = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  '& > a': { minWidth: 40, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > :not(a)': { flex: 'none', fontWeight: 400 },
  [phone]: { flexWrap: 'wrap', columnGap: 8, '& > a': { whiteSpace: 'normal', overflow: 'visible' } },
});

/** A window with room for counts instead of names. */
const narrowGridQuery = '(max-width: 1199.95px)';

/** The link to the practice, with its badges. */
function PracticeName({ id, name, record }: Row): ReactNode {
  const { insider = false, states = [] } = record;
  return (
    <Name title={name}>
      <PageLink to={practicePath(id)}>{name}</PageLink>
      <PracticeBadges insider={insider} states={states} />
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

const actionColumn = (onEdit: Around['onEdit']): Columns[number] => ({
  key: 'actions',
  header: text.actions,
  phoneHeader: null,
  width: 72,
  cell: (row) => (
    <Button variant="text" aria-label={text.editOf(row.name)} onClick={() => onEdit(row)}>
      {text.edit}
    </Button>
  ),
});

function columnsOf(
  { store, shown, onEdit, isNarrow }: Around & { isNarrow: boolean },
  page: readonly Practice[],
): Columns {
  return [
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
      width: '28%',
      cell: (row) => <PracticeName {...row} />,
    },
    {
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
      width: isNarrow ? '20%' : '25%',
      minWidth: 118,
      phoneLine: ({ bundles }) => bundles.map(({ label }) => label).join(', '),
      cell: ({ name, bundles }) => (
        <ChipList items={bundles} room={isNarrow ? 1 : 2} what={text.bundles.toLowerCase()} practice={name} />
      ),
    },
    {
      key: 'features',
      header: text.features,
      width: isNarrow ? 104 : '27%',
      minWidth: 104,
      phoneLine: ({ features }) => features.length > 0 && messages.chips.features(features.length),
      cell: ({ name, features, extraFeatures }) => (
        <FeaturesCell features={features} extra={isNarrow ? none : extraFeatures} practice={name} />
      ),
    },
    {
      key: 'flags',
      header: text.flags,
      width: isNarrow ? 104 : '20%',
      minWidth: 104,
      phoneLine: ({ flags }) => flags.length > 0 && messages.chips.flags(flags.length),
      cell: ({ name, flags }) => (
        <ChipList
          items={flags}
          room={1}
          what={text.flags.toLowerCase()}
          practice={name}
          count={isNarrow ? messages.chips.flags(flags.length) : undefined}
        />
      ),
    },
    actionColumn(onEdit),
  ];
}

const none: readonly never[] = [];

export interface PracticesTableProps extends Around {
  records: readonly PracticeFeatures[];
  loading: boolean;
  /** Why loading failed. */
  error: string | undefined;
  onRetry: () => void;
  onClearFilters: () => void;
  sort: Sort<SortKey>;
  onSort: (sort: Sort<SortKey>) => void;
  /** The number of practices, above the rows. */
  summary?: ReactNode;
  /** Buttons above the rows. */
  actions?: ReactNode;
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
  const { records, onClearFilters, store, shown, onEdit, onSort, ...grid } = props;
  const rows = useMemo(() => records.map(rowOf), [records]);
  const isNarrow = useMedia(narrowGridQuery);
  const isTouch = useMedia(touchQuery);
  const columns = useMemo(
    () => columnsOf({ store, shown, onEdit, isNarrow }, rows),
    [store, shown, onEdit, isNarrow, rows],
  );
  const filtered = isFiltered(shown);
  return (
    <RecordGrid
      caption={text.caption}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      // A button of a touch screen is 44 px high.
      rowHeight={isTouch ? 48 : 40}
      {...grid}
      // Only columns with such a key are sortable.
      onSort={({ key, direction }) => onSort({ key: key as SortKey, direction })}
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
