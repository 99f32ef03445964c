/** Undo steps of staged edits. One step contains all cells that one command changed. */
import type { CellKey } from './cells';
import type { Edit } from './edits';

export interface Change {
  key: CellKey;
  before: Edit | undefined;
  after: Edit | undefined;
}

export type Step = readonly Change[];

/** The step that undoes another one. */
export const inverseOf = (step: Step): Step =>
  step.map(({ key, before, after }) => ({ key, before: after, after: before }));
