/** Decides whether a canary is withdrawn. Pure functions. */
import type { CanaryRule } from 'shared-api/contracts';

/** The number of people who visited a version, and how many of them had a failed visit. */
export interface Visitors {
  people: number;
  failing: number;
}

/** In percent. 0 without visitors. */
function failingPercent({ people, failing }: Visitors): number {
  return people === 0 ? 0 : (failing / people) * 100;
}

/**
 * A canary is withdrawn once enough people have visited it and it fails for a larger share of them than the live
 * version does in the same time, by more than the rule allows. A live version without visitors counts as never failing.
 */
export function decideCanary(canary: Visitors, live: Visitors, rule: CanaryRule): 'withdraw' | 'keep' {
  if (canary.people < rule.min_people) return 'keep';
  // Shares such as 2/40 are not exact in binary, so a difference below a millionth of a percentage point counts as
  // none.
  const excess = failingPercent(canary) - failingPercent(live) - rule.max_failing_percent;
  return excess > 1e-6 ? 'withdraw' : 'keep';
}
