import { styled } from '@mui/material/styles';
import { useEventCallback } from '@mui/material/utils';
import { DataGrid, type DataGridProps, type GridColDef, type GridSortModel, useGridApiRef } from '@mui/x-data-grid';
import { type ReactNode, use, useMemo, useRef, useState } from 'react';
import { Toolbar } from '../layout/Toolbar';
import { useMedia } from '../layout/use-media';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { commonMessages } from '../messages';
import { DataTable, type DataTableProps, Pager } from '../table';
import { NonceContext } from '../theme/nonce';
import { phoneQuery } from '../theme/tokens';
import { type GridColumn, toGridColumn } from './grid-columns';
import { GridToolbar } from './GridToolbar';
import { PAGE_SIZE } from './page-size';
import { type ColumnState, readColumnState, writeColumnState } from './stored-columns';
import { useGridLoading } from './use-grid-loading';
import { usePages } from './use-pages';
import { usePrinting } from './use-printing';
import { useScrollArea } from './use-scroll-area';
import { LINE_HEIGHT, useTextScale } from './use-text-scale';

declare module '@mui/x-data-grid' {
  interface PanelPropsOverrides {
    role?: 'dialog';
  }
}

const HEADER_HEIGHT = 38;

const Frame = styled('div')({ position: 'relative', display: 'flex', flexDirection: 'column', gap: 12, minWidth: 0 });

/** A line of the grid's text, used to measure the text size. */
const Ruler = styled('div')({
  position: 'absolute',
  visibility: 'hidden',
  fontSize: 13,
  lineHeight: `${LINE_HEIGHT}px`,
  '@media print': { display: 'none' },
});

/**
 * As tall as its rows, up to the window's height, so that the whole grid fits below a tablet's top bar. Further rows
 * scroll under the header.
 */
const Height = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  maxHeight: 'max(360px, calc(100dvh - 88px))',
});

export interface RecordGridProps<Row, Key extends string> extends Omit<
  DataTableProps<Row, Key>,
  'columns' | 'maxHeight' | 'onPhone'
> {
  columns: readonly GridColumn<Row, Key>[];
  /** In pixels, for every row. It grows with larger text. */
  rowHeight?: number;
  /**
   * Storage key, which contains the person's id. Shows the column and density controls, and stores both in the browser.
   */
  storageKey?: string;
  /** Shows a CSV export button. The value is the file name. */
  csvFileName?: string;
  /** Additional buttons above the rows, such as exports. */
  actions?: ReactNode;
  /** What the rows are, at the left above the rows, such as their number. Its identity renders all cells again. */
  summary?: ReactNode;
}

/** The column menu leaves out columns that can't be hidden. */
const hideableFields = (columns: readonly GridColDef[]): string[] =>
  columns.filter(({ hideable }) => hideable !== false).map(({ field }) => field);

/**
 * MUI's data grid for long lists, with rows of equal height. The server sorts and filters. The grid is at most as tall
 * as the window, renders only visible rows, and scrolls. Lists of more than 100 rows have pages. Back and a reload
 * restore the page and the scroll position. On a phone, in print and without rows it renders a `DataTable`.
 *
 * @example
 * <RecordGrid
 *   caption="Rooms"
 *   columns={[{ key: 'name', header: 'Room', cell: (room) => room.name, text: (room) => room.name, rowHeader: true }]}
 *   rows={[{ id: 2, name: 'Room 2' }]}
 *   rowKey={(room) => room.id}
 *   empty={<EmptyState title="No rooms yet" />}
 *   storageKey="rooms"
 *   csvFileName="rooms.csv"
 * />
 */
export function RecordGrid<Row extends object, Key extends string = string>(
  props: RecordGridProps<Row, Key>,
): ReactNode {
  const { rowHeight = 48, storageKey, csvFileName, actions, summary, ...table } = props;
  const isPhone = useMedia(phoneQuery);
  const printing = usePrinting();
  const isGrid = !isPhone && !printing && table.error === undefined && (table.rows.length > 0 || table.loading);
  if (isGrid) return <Grid {...table} {...{ rowHeight, storageKey, csvFileName, actions, summary }} />;
  if (actions === undefined && summary === undefined) return <DataTable {...table} />;
  return (
    <Frame>
      <Toolbar label={table.caption} actions={actions}>
        {summary}
      </Toolbar>
      <DataTable {...table} />
    </Frame>
  );
}

interface GridProps<Row, Key extends string> extends Omit<
  RecordGridProps<Row, Key>,
  'rowHeight' | 'storageKey' | 'csvFileName' | 'actions' | 'summary'
> {
  rowHeight: number;
  storageKey: string | undefined;
  csvFileName: string | undefined;
  actions: ReactNode;
  summary: ReactNode;
}

const withToolbar = { toolbar: GridToolbar };
const withoutToolbar = {};
const sortingOrder = ['asc', 'desc'] as const;

/** A changed prop renders all cells again, so each prop keeps its identity. */
function Grid<Row extends object, Key extends string>(props: GridProps<Row, Key>): ReactNode {
  const { caption, columns, rows, rowKey, sort, onSort, rowHeight } = props;
  const { storageKey, csvFileName, actions, summary } = props;
  const loading = useGridLoading(props.loading === true, rows.length);
  const nonce = use(NonceContext);
  const [stored, setStored] = useState(() => (storageKey === undefined ? undefined : readColumnState(storageKey)));
  const [initialState] = useState(stored);
  const ruler = useRef<HTMLDivElement>(null);
  const scale = useTextScale(ruler);
  const gridColumns = useMemo(
    () => columns.map((column) => toGridColumn(column, initialState, scale)),
    [columns, initialState, scale],
  );
  const sortModel = useMemo<GridSortModel>(() => (sort ? [{ field: sort.key, sort: sort.direction }] : []), [sort]);

  const store = useEventCallback((change: Partial<ColumnState>): void => {
    if (storageKey === undefined || stored === undefined) return;
    const next = { ...stored, ...change };
    setStored(next);
    writeColumnState(storageKey, next);
  });
  const storeWidth = useEventCallback((field: string, width: number): void =>
    store({ widths: { ...stored?.widths, [field]: width / scale } }),
  );
  const columnState = useMemo<Partial<DataGridProps<Row>>>(
    () =>
      stored === undefined
        ? {}
        : {
            density: stored.density,
            onDensityChange: (density) => store({ density }),
            columnVisibilityModel: stored.hidden,
            onColumnVisibilityModelChange: (hidden) => store({ hidden }),
            onColumnWidthChange: ({ colDef: { field }, width }) => storeWidth(field, width),
          },
    [stored, store, storeWidth],
  );
  const getRowId = useEventCallback(rowKey);
  const onSortModelChange = useEventCallback(([first]: GridSortModel): void => {
    if (first?.sort) onSort?.({ key: first.field as Key, direction: first.sort });
  });

  const api = useGridApiRef();
  const [page, setPage] = usePages(rows, rowKey, caption);
  const first = rows[page * PAGE_SIZE];
  useScrollArea(api, caption, first && rowKey(first));
  const paginationModel = useMemo(() => ({ page, pageSize: PAGE_SIZE }), [page]);
  const toolbar = stored !== undefined || csvFileName !== undefined || actions !== undefined || summary !== undefined;
  const slotProps = useMemo<NonNullable<DataGridProps['slotProps']>>(
    () => ({
      // A grid can only contain rows, so its frame announces loading.
      loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton', 'aria-hidden': true },
      toolbar: { csvFileName, actions, summary },
      // MUI's popper has the role tooltip by default, which can't contain controls.
      panel: { role: 'dialog' },
      columnsManagement: { getTogglableColumns: hideableFields },
    }),
    [csvFileName, actions, summary],
  );
  return (
    <Frame aria-busy={loading || undefined}>
      <Ruler ref={ruler} aria-hidden>
        0
      </Ruler>
      <Height>
        <DataGrid
          apiRef={api}
          aria-label={caption}
          nonce={nonce}
          disableEval
          columns={gridColumns}
          rows={rows}
          getRowId={getRowId}
          rowHeight={scale * rowHeight}
          columnHeaderHeight={scale * HEADER_HEIGHT}
          loading={loading}
          hideFooter
          paginationModel={paginationModel}
          disableColumnMenu
          disableColumnFilter
          disableRowSelectionOnClick
          rowSelection={false}
          sortingMode="server"
          sortingOrder={sortingOrder}
          sortModel={sortModel}
          onSortModelChange={onSortModelChange}
          showToolbar={toolbar}
          slots={toolbar ? withToolbar : withoutToolbar}
          slotProps={slotProps}
          {...columnState}
        />
      </Height>
      {rows.length > PAGE_SIZE && (
        <Pager
          page={page + 1}
          pageSize={PAGE_SIZE}
          count={rows.length}
          pageButtons={5}
          onPage={(to) => setPage(to - 1)}
        />
      )}
      <VisuallyHidden role="status">{loading ? commonMessages.loading : ''}</VisuallyHidden>
    </Frame>
  );
}
