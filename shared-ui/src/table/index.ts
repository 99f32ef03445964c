export { type Column, DataTable, type DataTableProps, type Sort } from './DataTable';
export { Pager, type PagerProps } from './Pager';
