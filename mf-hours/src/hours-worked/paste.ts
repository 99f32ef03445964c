/** Pasting a block: judged cell by cell, nothing dropped in silence. */
import type { Stored } from './cells';
import type { Entry } from './edits';
import { type Block, type CellRef, type Extent, pasteTargets } from '../grid/selection';
import { type HoursProblem, parseHours } from './typed-hours';

export interface Rejected {
  cellRef: CellRef;
  text: string;
  problem: HoursProblem;
}

export interface Pasted {
  entries: (readonly [row: number, column: number, entry: Entry])[];
  rejected: Rejected[];
  /** Cells of the block that lay outside of the grid. */
  outside: number;
}

export function pasteInto(
  texts: readonly (readonly string[])[],
  block: Block,
  extent: Extent,
  storedAt: (cellRef: CellRef) => Stored,
): Pasted {
  const pasted: Pasted = { entries: [], rejected: [], outside: 0 };
  for (const [cellRef, text] of pasteTargets(texts, block)) {
    if (cellRef.row >= extent.rows || cellRef.column >= extent.columns) {
      pasted.outside += 1;
      continue;
    }
    const typed = parseHours(text, storedAt(cellRef));
    if ('seconds' in typed) pasted.entries.push([cellRef.row, cellRef.column, typed]);
    else pasted.rejected.push({ cellRef, text, problem: typed.problem });
  }
  return pasted;
}
