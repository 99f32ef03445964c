/** Steps that can be undone and done again: each is all cells that one deed changed. */
import type { CellKey } from './cells';
import type { Edit } from './edits';

export interface Change {
  key: CellKey;
  before: Edit | undefined;
  after: Edit | undefined;
}

export type Step = readonly Change[];

/** Steps that are kept; older ones are forgotten. */
const MOST_STEPS = 200;

export class History {
  #done: Step[] = [];
  #undone: Step[] = [];

  /** A new deed: what was undone before it cannot be done again. */
  add(step: Step): void {
    if (step.length === 0) return;
    this.#done.push(step);
    if (this.#done.length > MOST_STEPS) this.#done.shift();
    this.#undone = [];
  }

  undo(): Step | undefined {
    const step = this.#done.pop();
    if (step) this.#undone.push(step);
    return step?.map(({ key, before, after }) => ({ key, before: after, after: before }));
  }

  redo(): Step | undefined {
    const step = this.#undone.pop();
    if (step) this.#done.push(step);
    return step;
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }
}
