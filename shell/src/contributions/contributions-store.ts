/** Runs the contributions of a slot, and holds their states. Each one loads, fails and is retried by itself. */
import type { ContributionAnswer, ContributionSlot } from 'shared-api/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ContributionError, ContributionRequest, ContributionRunner } from './contribution-runner';
import type { Placement } from './placements';

export type ContributionState<Slot extends ContributionSlot> =
  | { phase: 'loading' }
  | { phase: 'ready'; answer: ContributionAnswer<Slot> }
  | { phase: 'failed'; error: ContributionError };

export interface SlotContributions<Slot extends ContributionSlot> {
  readonly placements: readonly Placement[];
  /** By key of the placement. A missing one is loading. */
  readonly states: StoreApi<ReadonlyMap<string, ContributionState<Slot>>>;
  /** Asks one contribution, or all. The last answer stays visible, unless it failed. */
  ask(key?: string): void;
  /** Aborts everything. */
  stop(): void;
}

export function createSlotContributions<Slot extends ContributionSlot>(
  runner: ContributionRunner,
  slot: Slot,
  placements: readonly Placement[],
  args?: NonNullable<ContributionRequest<Slot>['args']>,
): SlotContributions<Slot> {
  const states = createStore<ReadonlyMap<string, ContributionState<Slot>>>(() => new Map());
  const stopped = new AbortController();
  const latest = new Map<string, number>();

  const set = (key: string, state: ContributionState<Slot>): void =>
    states.setState(new Map(states.getState()).set(key, state), true);

  const askOne = async (placement: Placement): Promise<void> => {
    const { key } = placement;
    const number = (latest.get(key) ?? 0) + 1;
    latest.set(key, number);
    if (states.getState().get(key)?.phase === 'failed') set(key, { phase: 'loading' });
    const isCurrent = (): boolean => !stopped.signal.aborted && latest.get(key) === number;
    try {
      const answer = await runner.run({ placement, slot, signal: stopped.signal, ...(args && { args }) });
      if (isCurrent()) set(key, { phase: 'ready', answer });
    } catch (error) {
      if (isCurrent()) set(key, { phase: 'failed', error: error as ContributionError });
    }
  };

  return {
    placements,
    states,
    ask(key) {
      for (const placement of placements) if (key === undefined || placement.key === key) void askOne(placement);
    },
    stop: () => stopped.abort(),
  };
}
