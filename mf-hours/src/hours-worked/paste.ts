/** Pasting a block: each cell is validated, and every rejected cell is reported. */
import type { StoredHours } from './cells';
import type { Entry } from './edits';
import { type Block, type CellRef, type Extent, pasteTargets } from '../grid/selection';
import { type HoursProblem, parseHours } from './typed-hours';

export interface RejectedCell {
  cellRef: CellRef;
  text: string;
  problem: HoursProblem;
}

export interface PasteResult {
  entries: (readonly [row: number, column: number, entry: Entry])[];
  rejected: RejectedCell[];
  /** Number of pasted cells outside the grid. */
  outside: number;
  /** The cells that a blank text clears. */
  blank: CellRef[];
}

export function pasteInto(
  texts: readonly (readonly string[])[],
  block: Block,
  extent: Extent,
  storedAt: (cellRef: CellRef) => StoredHours,
): PasteResult {
  const pasted: PasteResult = { entries: [], rejected: [], outside: 0, blank: [] };
  for (const [cellRef, text] of pasteTargets(texts, block)) {
    if (cellRef.row >= extent.rows || cellRef.column >= extent.columns) {
      pasted.outside += 1;
      continue;
    }
    if (text.trim() === '') pasted.blank.push(cellRef);
    const typed = parseHours(text, storedAt(cellRef));
    if ('seconds' in typed) pasted.entries.push([cellRef.row, cellRef.column, typed]);
    else pasted.rejected.push({ cellRef, text, problem: typed.problem });
  }
  return pasted;
}
