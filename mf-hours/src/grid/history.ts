/**
 * Steps that can be undone and redone. Pure: each step returns a new history, so that a reducer can hold the history.
 */

export interface StepHistory<Step> {
  /** Oldest first. */
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

/** Maximum number of steps. Older steps are dropped. */
const MAX_STEPS = 200;

export const emptyHistory = { done: [], undone: [] } as const;

/** Adds a step, which clears the redo steps. */
export function pushStep<Step>({ done }: StepHistory<Step>, step: Step): StepHistory<Step> {
  return { done: [...done, step].slice(-MAX_STEPS), undone: [] };
}

/** The step to undo, and the history after it; undefined when there is none. */
export function undoStep<Step>({ done, undone }: StepHistory<Step>): [Step, StepHistory<Step>] | undefined {
  const step = done.at(-1);
  return step && [step, { done: done.slice(0, -1), undone: [...undone, step] }];
}

/** The step to redo, and the history after it; undefined when there is none. */
export function redoStep<Step>({ done, undone }: StepHistory<Step>): [Step, StepHistory<Step>] | undefined {
  const step = undone.at(-1);
  return step && [step, { done: [...done, step], undone: undone.slice(0, -1) }];
}

/** The history with every step rebased. Steps that change nothing anymore are dropped. */
export function mapHistory<Step>(
  { done, undone }: StepHistory<Step>,
  rebase: (step: Step) => Step | null,
): StepHistory<Step> {
  const rebaseAll = (steps: readonly Step[]): readonly Step[] => steps.flatMap((step) => rebase(step) ?? []);
  return { done: rebaseAll(done), undone: rebaseAll(undone) };
}

/** The history with every step mapped, in the order of the edits: undo steps first, then redo steps. */
export function walkSteps<Step>(
  { done, undone }: StepHistory<Step>,
  map: (step: Step) => Step | null,
): StepHistory<Step> {
  const mapAll = (steps: readonly Step[]): Step[] => steps.flatMap((step) => map(step) ?? []);
  return { done: mapAll(done), undone: mapAll(undone.toReversed()).reverse() };
}
