/** The cursor of a grid, the selected block, and the cell that is open for typing. */
import { createStore } from 'zustand/vanilla';
import { type Block, blockOf, type Extent, isInBlock, type CellRef, clampToGrid } from './selection';

export interface CursorState {
  at: CellRef;
  /** The corner opposite the cursor; null if only one cell is selected. */
  anchor: CellRef | null;
  /** The initial text of the open cell, and how it was opened; null while none is open. */
  editing: { text: string; by: 'typing' | 'opening' } | null;
}

/** The cursor's effect on one cell, as bits, so that only affected cells rerender. */
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

  /** The state for rows that contain the cursor or a part of the block; null for all other rows. */
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

  /** Extends the block to a cell. The first corner doesn't move. */
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

  /** Moves the cursor inside a grid of this size, and clears the selected block. */
  keepWithin(extent: Extent): void {
    const at = clampToGrid(extent, this.state().at);
    const inside = at.row === this.state().at.row && at.column === this.state().at.column;
    if (!inside || this.state().anchor) this.go(at);
  }

  #set(state: CursorState): void {
    this.#store.setState(state, true);
  }
}
