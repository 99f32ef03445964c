/** Where the person is in the grid: the cursor, the block selected from it, and the cell that is open for typing. */
import { createStore } from 'zustand/vanilla';
import { type Block, blockOf, type Extent, isInBlock, type CellRef, clampToGrid } from './selection';

export interface CursorState {
  at: CellRef;
  /** The corner across from the cursor; null where only one cell is selected. */
  anchor: CellRef | null;
  /** What the open cell starts with, and how it was opened; null while none is open. */
  editing: { text: string; by: 'typing' | 'opening' } | null;
}

/** What a cell needs to know of it, as bits, so that cells are drawn again only where it changes. */
export const ACTIVE = 1;
export const SELECTED = 2;
export const EDITING = 4;

export class GridCursor {
  readonly #store = createStore<CursorState>(() => ({ at: { row: 0, column: 0 }, anchor: null, editing: null }));
  readonly subscribe = this.#store.subscribe;
  readonly state = this.#store.getState;

  get block(): Block {
    const { anchor, at } = this.state();
    return blockOf(anchor ?? at, at);
  }

  /** What a row needs to know of it: null while neither cursor nor block are in the row. */
  readonly inRow = (row: number): CursorState | null => {
    const { top, bottom } = this.block;
    return row >= top && row <= bottom ? this.state() : null;
  };

  flags(row: number, column: number): number {
    const { at, anchor, editing } = this.state();
    const active = at.row === row && at.column === column;
    const selected = anchor !== null && isInBlock(this.block, { row, column });
    return (active ? ACTIVE : 0) | (selected ? SELECTED : 0) | (active && editing ? EDITING : 0);
  }

  go(at: CellRef): void {
    this.#set({ at, anchor: null, editing: null });
  }

  /** Draws the block out to a cell; the corner where it began stays. */
  extend(at: CellRef): void {
    const { anchor, at: before } = this.state();
    this.#set({ at, anchor: anchor ?? before, editing: null });
  }

  select(anchor: CellRef, at: CellRef): void {
    this.#set({ at, anchor, editing: null });
  }

  open(text: string, by: 'typing' | 'opening'): void {
    this.#set({ ...this.state(), anchor: null, editing: { text, by } });
  }

  close(): void {
    if (this.state().editing) this.#set({ ...this.state(), editing: null });
  }

  /** Keeps it inside a grid of another size. */
  keepWithin(extent: Extent): void {
    const at = clampToGrid(extent, this.state().at);
    const inside = at.row === this.state().at.row && at.column === this.state().at.column;
    if (!inside || this.state().anchor) this.go(at);
  }

  #set(state: CursorState): void {
    this.#store.setState(state, true);
  }
}
