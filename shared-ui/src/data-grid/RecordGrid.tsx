import { DataGrid, type GridColDef, type GridSortModel } from '@mui/x-data-grid';
import { styled } from '@mui/material/styles';
import { type ReactNode, use, useMemo, useState } from 'react';
import { VisuallyHidden } from '../layout/Stack';
import { useMedia } from '../layout/use-media';
import { commonMessages } from '../messages';
import { type Column, DataTable, type DataTableProps } from '../table';
import { NonceContext } from '../theme/nonce';
import { phoneQuery } from '../theme/tokens';
import { CellContent } from './CellContent';
import { GridToolbar } from './GridToolbar';
import { type ColumnState, readColumnState, writeColumnState } from './stored-columns';
import { usePrinting } from './use-printing';

const HEADER_HEIGHT = 38;

/** In a column, the grid is as high as its rows. */
const Frame = styled('div')({ display: 'flex', flexDirection: 'column', minWidth: 0 });

export interface GridColumn<Row, Key extends string = string> extends Column<Row, Key> {
  /** The cell as text, for the CSV file. Columns without it are left out of the file. */
  text?: (row: Row) => string | number;
  /** The name in the choice of columns, if the header is not a text. Columns without a name can't be hidden. */
  name?: string;
  /** Pixels below which the column doesn't shrink; 90 by default. */
  minWidth?: number;
}

export interface RecordGridProps<Row, Key extends string> extends Omit<
  DataTableProps<Row, Key>,
  'columns' | 'maxHeight' | 'onPhone'
> {
  columns: readonly GridColumn<Row, Key>[];
  /** In pixels, the same for every row. */
  rowHeight?: number;
  /** Key in the browser's storage for hidden columns, widths and density. It contains the person's id. */
  storageKey?: string;
  /** Shows the choice of columns, the density and the CSV file of the shown rows, under this name. */
  csvFileName?: string;
}

const nameOf = ({ name, header }: GridColumn<never>): string => name ?? (typeof header === 'string' ? header : '');

function toGridColumn<Row extends object, Key extends string>(
  column: GridColumn<Row, Key>,
  stored: ColumnState | undefined,
): GridColDef<Row> {
  const { key, header, cell, numeric = false, sortable = false, width, minWidth = 90, hideHeader = false } = column;
  const storedWidth = stored?.widths[key];
  const name = nameOf(column);
  return {
    field: key,
    headerName: name,
    sortable,
    hideable: name !== '',
    resizable: column.selects !== true,
    align: numeric ? 'right' : 'left',
    headerAlign: numeric ? 'right' : 'left',
    minWidth: typeof width === 'number' ? Math.min(width, minWidth) : minWidth,
    ...(storedWidth !== undefined
      ? { width: storedWidth }
      : typeof width === 'number'
        ? { width }
        : { flex: Number.parseFloat(width ?? '') || 20 }),
    disableExport: column.text === undefined,
    rowHeader: column.rowHeader === true,
    renderHeader: () => (hideHeader ? <VisuallyHidden>{header}</VisuallyHidden> : <CellContent>{header}</CellContent>),
    valueGetter: (_, row) => column.text?.(row),
    renderCell: ({ row }) => <CellContent>{cell(row)}</CellContent>,
  };
}

/**
 * A list that grows: MUI's data grid with rows of one height, at most 100 a page. Pages, sorting and filters are the
 * server's. All rows are drawn and the page scrolls, so that Find in the browser and Back reach each row. On a phone, on
 * paper and without rows it is a `DataTable`.
 */
export function RecordGrid<Row extends object, Key extends string = string>(
  props: RecordGridProps<Row, Key>,
): ReactNode {
  const { rowHeight = 48, storageKey, csvFileName, ...table } = props;
  const isPhone = useMedia(phoneQuery);
  const printing = usePrinting();
  const isGrid = !isPhone && !printing && table.error === undefined && (table.rows.length > 0 || table.loading);
  return isGrid ? <Grid {...table} {...{ rowHeight, storageKey, csvFileName }} /> : <DataTable {...table} />;
}

interface GridProps<Row, Key extends string> extends Omit<
  RecordGridProps<Row, Key>,
  'rowHeight' | 'storageKey' | 'csvFileName'
> {
  rowHeight: number;
  storageKey: string | undefined;
  csvFileName: string | undefined;
}

function Grid<Row extends object, Key extends string>(props: GridProps<Row, Key>): ReactNode {
  const { caption, columns, rows, rowKey, sort, onSort, loading = false, rowHeight, storageKey, csvFileName } = props;
  const nonce = use(NonceContext);
  const [stored, setStored] = useState(() => (storageKey === undefined ? undefined : readColumnState(storageKey)));
  const [initialState] = useState(stored);
  const gridColumns = useMemo(
    () => columns.map((column) => toGridColumn(column, initialState)),
    [columns, initialState],
  );
  const sortModel = useMemo<GridSortModel>(() => (sort ? [{ field: sort.key, sort: sort.direction }] : []), [sort]);

  const store = (change: Partial<ColumnState>): void => {
    if (storageKey === undefined || stored === undefined) return;
    const next = { ...stored, ...change };
    setStored(next);
    writeColumnState(storageKey, next);
  };

  const toolbar = csvFileName !== undefined;
  return (
    <Frame aria-busy={loading || undefined}>
      <DataGrid
        aria-label={caption}
        nonce={nonce}
        disableEval
        disableVirtualization
        columns={gridColumns}
        rows={rows}
        getRowId={rowKey}
        rowHeight={rowHeight}
        columnHeaderHeight={HEADER_HEIGHT}
        loading={loading}
        hideFooter
        disableColumnMenu
        disableColumnFilter
        disableRowSelectionOnClick
        rowSelection={false}
        sortingMode="server"
        sortingOrder={['asc', 'desc']}
        sortModel={sortModel}
        onSortModelChange={([first]) => {
          if (first?.sort) onSort?.({ key: first.field as Key, direction: first.sort });
        }}
        showToolbar={toolbar}
        slots={toolbar ? { toolbar: GridToolbar } : {}}
        slotProps={{
          loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' },
          toolbar: { csvOptions: { fileName: csvFileName ?? caption, utf8WithBom: true } },
        }}
        {...(stored && {
          density: stored.density,
          onDensityChange: (next) => store({ density: next }),
          columnVisibilityModel: stored.hidden,
          onColumnVisibilityModelChange: (hidden) => store({ hidden }),
          onColumnWidthChange: ({ colDef: { field }, width }) =>
            store({ widths: { ...stored.widths, [field]: width } }),
        })}
      />
      <VisuallyHidden role="status">{loading ? commonMessages.loading : ''}</VisuallyHidden>
    </Frame>
  );
}
