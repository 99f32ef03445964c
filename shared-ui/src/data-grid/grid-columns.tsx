import type { GridColDef } from '@mui/x-data-grid';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import type { Column } from '../table';
import { CellContent } from './CellContent';
import type { ColumnState } from './stored-columns';

export interface GridColumn<Row, Key extends string = string> extends Column<Row, Key> {
  /** The cell as text for CSV. Columns without it aren't exported. */
  text?: (row: Row) => string | number;
  /** The name in the column menu, if the header isn't text. Columns without a name can't be hidden. */
  name?: string;
  /** Minimum width in pixels; 90 by default. */
  minWidth?: number;
}

const nameOf = ({ name, header }: GridColumn<never>): string => name ?? (typeof header === 'string' ? header : '');

/**
 * @param stored widths that the person has set
 * @param scale the person's text scale, which widens columns
 */
export function toGridColumn<Row extends object, Key extends string>(
  column: GridColumn<Row, Key>,
  stored: ColumnState | undefined,
  scale: number,
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
    minWidth: scale * (typeof width === 'number' ? Math.min(width, minWidth) : minWidth),
    ...(storedWidth !== undefined
      ? { width: scale * storedWidth }
      : typeof width === 'number'
        ? { width: scale * width }
        : { flex: Number.parseFloat(width ?? '') || 20 }),
    disableExport: column.text === undefined,
    rowHeader: column.rowHeader === true,
    renderHeader: () => (hideHeader ? <VisuallyHidden>{header}</VisuallyHidden> : <CellContent>{header}</CellContent>),
    valueGetter: (_, row) => column.text?.(row),
    renderCell: ({ row }) => <CellContent>{cell(row)}</CellContent>,
  };
}
