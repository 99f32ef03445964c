/** Long lists on MUI's data grid, a separate kit entry that the shell shares with modules. */
export type { GridColumn } from './grid-columns';
export { RecordGrid, type RecordGridProps } from './RecordGrid';
