/** The cursor and the selected block, as plain sums. Rows alternate: available and worked hours of each provider. */

/** Column -1 is the provider's own cell, with Reset Week; days count from 0. */
export interface Spot {
  row: number;
  column: number;
}

export interface Block {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export interface Extent {
  rows: number;
  columns: number;
}

/** From a corner to the opposite one, in any direction. The provider's own cell is never part of a block. */
export function blockOf(from: Spot, to: Spot): Block {
  return {
    top: Math.min(from.row, to.row),
    left: Math.max(0, Math.min(from.column, to.column)),
    bottom: Math.max(from.row, to.row),
    right: Math.max(0, from.column, to.column),
  };
}

export const holds = (block: Block, { row, column }: Spot): boolean =>
  row >= block.top && row <= block.bottom && column >= block.left && column <= block.right;

export const sizeOf = ({ top, left, bottom, right }: Block): number => (bottom - top + 1) * (right - left + 1);

/** Every spot of a block, row by row. */
export function* spotsOf({ top, left, bottom, right }: Block): Generator<Spot> {
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) yield { row, column };
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Keeps a spot inside the grid: after a range of fewer days, say. */
export function within({ rows, columns }: Extent, { row, column }: Spot): Spot {
  return { row: clamp(row, 0, Math.max(rows - 1, 0)), column: clamp(column, -1, Math.max(columns - 1, 0)) };
}

/** The provider's own cell spans both of its rows: from it, one step leads to the next provider. */
function step(extent: Extent, { row, column }: Spot, rows: number, columns: number): Spot {
  const tall = column === -1 && rows !== 0 ? 2 : 1;
  const from = tall === 2 ? row - (row % 2) : row;
  return within(extent, { row: from + rows * tall, column: column + columns });
}

/**
 * Where a key leads from a spot; undefined when it is no key of movement.
 *
 * @param far with Ctrl or Command: to the edge
 * @param page rows that a screenful shows
 */
export function moved(extent: Extent, from: Spot, key: string, far: boolean, page: number): Spot | undefined {
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  switch (key) {
    case 'ArrowUp':
      return far ? { ...from, row: 0 } : step(extent, from, -1, 0);
    case 'ArrowDown':
      return far ? within(extent, { ...from, row: last.row }) : step(extent, from, 1, 0);
    case 'ArrowLeft':
      return far ? { ...from, column: 0 } : step(extent, from, 0, -1);
    case 'ArrowRight':
      return far ? within(extent, { ...from, column: last.column }) : step(extent, from, 0, 1);
    case 'Home':
      return far ? { row: 0, column: 0 } : { ...from, column: 0 };
    case 'End':
      return within(extent, far ? last : { ...from, column: last.column });
    case 'PageUp':
      return within(extent, { ...from, row: from.row - page });
    case 'PageDown':
      return within(extent, { ...from, row: from.row + page });
    default:
      return undefined;
  }
}

/** The cell that Tab leads to; undefined at the end of the row, where Tab leaves the grid. */
export function tabbed({ columns }: Extent, { row, column }: Spot, by: 1 | -1): Spot | undefined {
  const next = column + by;
  return next < 0 || next >= columns ? undefined : { row, column: next };
}

/** One change of a fill: the spot, and the spot whose value it takes. */
export interface Filling {
  to: Spot;
  from: Spot;
}

/**
 * Ctrl+D and Ctrl+R. Right: each row takes the value of its first day. Down: available hours take those of the first
 * provider in the block, worked hours the worked ones; within one provider, worked takes available.
 */
export function fillings(block: Block, direction: 'down' | 'right'): Filling[] {
  const found: Filling[] = [];
  for (const to of spotsOf(block)) {
    const from = direction === 'right' ? { row: to.row, column: block.left } : sourceAbove(block, to);
    if (from.row !== to.row || from.column !== to.column) found.push({ to, from });
  }
  return found;
}

function sourceAbove({ top, bottom }: Block, { row, column }: Spot): Spot {
  const oneProvider = bottom - top === 1 && top % 2 === 0;
  return { row: oneProvider || row % 2 === top % 2 ? top : top + 1, column };
}
