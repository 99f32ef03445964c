import type { ContributionSlot } from 'shared-api/contracts';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { ContributionRequest, ContributionRunner } from './contribution-runner';
import { type ContributionState, createSlotContributions, type SlotContributions } from './contributions-store';
import type { Placement } from './placements';

export interface SlotView<Slot extends ContributionSlot> extends SlotContributions<Slot> {
  stateOf(placement: Placement): ContributionState<Slot>;
}

/**
 * The contributions of a slot, asked when the slot is shown and stopped when it is not.
 *
 * @param placements memoized: another array asks all of them again
 */
export function useSlot<Slot extends ContributionSlot>(
  runner: ContributionRunner,
  slot: Slot,
  placements: readonly Placement[],
  args?: ContributionRequest<Slot>['args'],
): SlotView<Slot> {
  // Compared by their text, because callers write them anew for each render.
  const argsText = JSON.stringify(args ?? []);
  const contributions = useMemo(
    () =>
      createSlotContributions(
        runner,
        slot,
        placements,
        JSON.parse(argsText) as NonNullable<ContributionRequest<Slot>['args']>,
      ),
    [runner, slot, placements, argsText],
  );
  useEffect(() => {
    contributions.ask();
    return () => contributions.stop();
  }, [contributions]);
  const states = useStore(contributions.states);
  return { ...contributions, stateOf: ({ key }) => states.get(key) ?? { phase: 'loading' } };
}
