/** Collects the items that need attention from all contributions. Pure. */
import { type AttentionItem, noticeSeverities } from 'shared-api/contracts';
import { attentionKey } from 'shared-api/contracts/attention';
import type { ContributionState } from '../contributions/contributions-store';
import type { Placement } from '../contributions/placements';

export interface AttentionRow extends AttentionItem {
  /** The key that the server stores. It excludes the item's own id, which can contain ids and amounts. */
  key: string;
}

export interface Attention {
  /** Sorted by urgency, then by the order of contributions. */
  rows: AttentionRow[];
  /** Failed contributions without their own card. */
  failed: { placement: Placement; message: string }[];
  /** True while a contribution is loading. */
  isChecking: boolean;
  /** True if any contribution failed, so that the page doesn't claim that all is well. */
  isIncomplete: boolean;
}

/** @param closed keys of settled or dismissed items; undefined while loading */
export function attentionOf(
  placements: readonly Placement[],
  stateOf: (placement: Placement) => ContributionState<'overview.card'>,
  closed: ReadonlySet<string> | undefined,
): Attention {
  const states = placements.map((placement) => ({ placement, state: stateOf(placement) }));
  const rows = states.flatMap(({ placement, state }) =>
    state.phase === 'ready'
      ? state.answer.attention.map((item) => ({ ...item, key: attentionKey(placement.key, item.id) }))
      : [],
  );
  const rank = ({ severity }: AttentionItem): number => noticeSeverities.indexOf(severity);
  return {
    rows: rows.filter(({ key }) => closed?.has(key) !== true).sort((left, right) => rank(left) - rank(right)),
    failed: states.flatMap(({ placement, state }) =>
      state.phase === 'failed' && placement.contribution.size === 'none'
        ? [{ placement, message: state.error.message }]
        : [],
    ),
    isChecking: closed === undefined || states.some(({ state }) => state.phase === 'loading'),
    isIncomplete: states.some(({ state }) => state.phase === 'failed'),
  };
}
