/** Pasting a block: judged cell by cell, nothing dropped in silence. */
import type { Stored } from './cells';
import type { Entry } from './edits';
import { type Block, type Extent, sizeOf, type Spot, spotsOf } from './selection';
import { type HoursProblem, parseHours } from './typed-hours';

export interface Rejected {
  spot: Spot;
  text: string;
  problem: HoursProblem;
}

export interface Pasted {
  entries: (readonly [row: number, column: number, entry: Entry])[];
  rejected: Rejected[];
  /** Cells of the block that lay outside of the grid. */
  outside: number;
}

/** Where each pasted text goes. One text fills the whole selection; a block begins at its first cell. */
function* targets(texts: readonly (readonly string[])[], block: Block): Generator<readonly [Spot, string]> {
  const single = texts.length === 1 && texts[0]?.length === 1 ? texts[0][0] : undefined;
  if (single !== undefined && sizeOf(block) > 1) {
    for (const spot of spotsOf(block)) yield [spot, single];
    return;
  }
  for (const [down, line] of texts.entries()) {
    for (const [right, text] of line.entries()) yield [{ row: block.top + down, column: block.left + right }, text];
  }
}

export function pasteInto(
  texts: readonly (readonly string[])[],
  block: Block,
  extent: Extent,
  storedAt: (spot: Spot) => Stored,
): Pasted {
  const pasted: Pasted = { entries: [], rejected: [], outside: 0 };
  for (const [spot, text] of targets(texts, block)) {
    if (spot.row >= extent.rows || spot.column >= extent.columns) {
      pasted.outside += 1;
      continue;
    }
    const typed = parseHours(text, storedAt(spot));
    if ('seconds' in typed) pasted.entries.push([spot.row, spot.column, typed]);
    else pasted.rejected.push({ spot, text, problem: typed.problem });
  }
  return pasted;
}
