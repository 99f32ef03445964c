/** The cursor and the selected block of a grid. Pure; both grids of this module use it. */

/** Column -1 is the row's header cell, with its name and controls. The cells of a block start at column 0. */
export interface CellRef {
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
  /** Rows that share one header cell: 2 where available and worked hours alternate. */
  span?: number;
  /** Columns at the end that the cursor can reach but a block can't, such as a row's menu. */
  trailing?: number;
}

/** The last column that a block can reach. */
export const lastBlockColumn = ({ columns, trailing = 0 }: Extent): number => columns - trailing - 1;

/** The nearest cell that can be part of a block. */
export function clampToBlock(extent: Extent, { row, column }: CellRef): CellRef {
  return { row, column: clamp(column, 0, lastBlockColumn(extent)) };
}

export const isSameCell = (left: CellRef, right: CellRef): boolean =>
  left.row === right.row && left.column === right.column;

/** The block between two opposite corners, in any direction. A header cell is never part of a block. */
export function blockOf(from: CellRef, to: CellRef): Block {
  return {
    top: Math.min(from.row, to.row),
    left: Math.max(0, Math.min(from.column, to.column)),
    bottom: Math.max(from.row, to.row),
    right: Math.max(0, from.column, to.column),
  };
}

export const isInBlock = (block: Block, { row, column }: CellRef): boolean =>
  row >= block.top && row <= block.bottom && column >= block.left && column <= block.right;

export const blockSize = ({ top, left, bottom, right }: Block): number => (bottom - top + 1) * (right - left + 1);

/** Every cell of a block, row by row. */
export function* cellsOf({ top, left, bottom, right }: Block): Generator<CellRef> {
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) yield { row, column };
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Moves a cell inside the grid, e.g. after a change to a range with fewer days. */
export function clampToGrid({ rows, columns }: Extent, { row, column }: CellRef): CellRef {
  return { row: clamp(row, 0, Math.max(rows - 1, 0)), column: clamp(column, -1, Math.max(columns - 1, 0)) };
}

/** One step. A header cell spans `span` rows, so a vertical step from it moves by that many rows. */
function step(extent: Extent, { row, column }: CellRef, rows: number, columns: number): CellRef {
  const span = column === -1 && rows !== 0 ? (extent.span ?? 1) : 1;
  return clampToGrid(extent, { row: row - (row % span) + rows * span, column: column + columns });
}

/**
 * The cell that a key moves to; undefined if the key doesn't move the cursor.
 *
 * @param far true with Ctrl or Command: moves to the edge
 * @param page rows per screen
 */
export function cellAfterKey(
  extent: Extent,
  from: CellRef,
  key: string,
  far: boolean,
  page: number,
): CellRef | undefined {
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  switch (key) {
    case 'ArrowUp':
      return far ? { ...from, row: 0 } : step(extent, from, -1, 0);
    case 'ArrowDown':
      return far ? clampToGrid(extent, { ...from, row: last.row }) : step(extent, from, 1, 0);
    case 'ArrowLeft':
      return far ? { ...from, column: 0 } : step(extent, from, 0, -1);
    case 'ArrowRight':
      return far ? clampToGrid(extent, { ...from, column: last.column }) : step(extent, from, 0, 1);
    case 'Home':
      return far ? { row: 0, column: 0 } : { ...from, column: 0 };
    case 'End':
      return clampToGrid(extent, far ? last : { ...from, column: last.column });
    case 'PageUp':
      return clampToGrid(extent, { ...from, row: from.row - page });
    case 'PageDown':
      return clampToGrid(extent, { ...from, row: from.row + page });
    default:
      return undefined;
  }
}

/** The cell that Tab moves to; undefined at the end of the row, where Tab leaves the grid. */
export function cellAfterTab({ columns }: Extent, { row, column }: CellRef, by: 1 | -1): CellRef | undefined {
  const next = column + by;
  return next < 0 || next >= columns ? undefined : { row, column: next };
}

/** One copied value of a fill, with its target and source cells. */
export interface CellCopy {
  to: CellRef;
  from: CellRef;
}

/**
 * The copies of Ctrl+D and Ctrl+R. Right: the first column of each row fills the row. Down: the first row of each kind
 * fills the other rows of that kind, so that available hours fill available hours. In a block within the rows of one
 * header cell, the first row fills all others.
 */
export function fillCopies(block: Block, direction: 'down' | 'right', span = 1): CellCopy[] {
  const found: CellCopy[] = [];
  for (const to of cellsOf(block)) {
    const from = direction === 'right' ? { row: to.row, column: block.left } : sourceAbove(block, to, span);
    if (!isSameCell(from, to)) found.push({ to, from });
  }
  return found;
}

function sourceAbove({ top, bottom }: Block, { row, column }: CellRef, span: number): CellRef {
  const belongTogether = bottom - top < span && top % span === 0;
  const offset = (((row - top) % span) + span) % span;
  return { row: belongTogether ? top : top + offset, column };
}

const isBlankLine = (line: readonly string[]): boolean => line.length === 1 && line[0]?.trim() === '';

/**
 * Maps each pasted text to its target cell. A single text fills the whole selection. A block starts at the first
 * selected cell. A blank line leaves its row unchanged, even on its own: a lone line end is more often a mistake than
 * an intention to clear.
 */
export function* pasteTargets(
  texts: readonly (readonly string[])[],
  block: Block,
): Generator<readonly [CellRef, string]> {
  const single = texts.length === 1 && texts[0]?.length === 1 ? texts[0][0] : undefined;
  if (single !== undefined && single.trim() !== '' && blockSize(block) > 1) {
    for (const cellRef of cellsOf(block)) yield [cellRef, single];
    return;
  }
  for (const [down, line] of texts.entries()) {
    if (isBlankLine(line)) continue;
    for (const [right, text] of line.entries()) yield [{ row: block.top + down, column: block.left + right }, text];
  }
}

/** The selection after a paste: the pasted block, clipped at the edges. Null for a single or a blank text. */
export function pastedBlock(
  texts: readonly (readonly string[])[],
  { top, left }: Block,
  extent: Extent,
): { from: CellRef; to: CellRef } | null {
  const across = Math.max(...texts.map(({ length }) => length));
  if (texts.length * across === 1 || texts.every(isBlankLine)) return null;
  const to = {
    row: Math.min(top + texts.length, extent.rows) - 1,
    column: Math.min(left + across - 1, lastBlockColumn(extent)),
  };
  return { from: { row: top, column: left }, to };
}
