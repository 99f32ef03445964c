/** Lists that grow, on MUI's data grid, as a separate entry of the kit that the shell shares with modules. */
export type { GridColumn } from './grid-columns';
export { RecordGrid, type RecordGridProps } from './RecordGrid';
