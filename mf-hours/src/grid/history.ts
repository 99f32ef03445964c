/** Steps that can be undone and done again. Pure: a new history with each step, so that a reducer can hold it too. */

export interface StepHistory<Step> {
  /** The latest last. */
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

/** Older steps are forgotten. */
const MAX_STEPS = 200;

export const noSteps = { done: [], undone: [] } as const;

/** A new step: what was undone before it cannot be done again. */
export function withStep<Step>({ done }: StepHistory<Step>, step: Step): StepHistory<Step> {
  return { done: [...done, step].slice(-MAX_STEPS), undone: [] };
}

/** The step to take back, and the history after it; undefined where there is none. */
export function undoStep<Step>({ done, undone }: StepHistory<Step>): [Step, StepHistory<Step>] | undefined {
  const step = done.at(-1);
  return step && [step, { done: done.slice(0, -1), undone: [...undone, step] }];
}

/** The step to do again, and the history after it; undefined where there is none. */
export function redoStep<Step>({ done, undone }: StepHistory<Step>): [Step, StepHistory<Step>] | undefined {
  const step = undone.at(-1);
  return step && [step, { done: [...done, step], undone: undone.slice(0, -1) }];
}
