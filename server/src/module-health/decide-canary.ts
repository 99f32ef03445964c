/** Whether a canary is withdrawn. Pure. */
import type { CanaryRule } from 'shared-api/contracts';

/** People who visited a version, and those of them to whom a visit failed. */
export interface Visitors {
  people: number;
  failing: number;
}

/** In percent; of nobody, nobody fails. */
function failingPercent({ people, failing }: Visitors): number {
  return people === 0 ? 0 : (failing / people) * 100;
}

/**
 * A canary is withdrawn once enough people have visited it and it fails for a larger share of them than the live version
 * does in the same time, by more than the rule allows. Where nobody visited the live version, it counts as never failing.
 */
export function decideCanary(canary: Visitors, live: Visitors, rule: CanaryRule): 'withdraw' | 'keep' {
  if (canary.people < rule.min_people) return 'keep';
  // Shares such as 2/40 are not exact in binary: a difference within a millionth of a point is none.
  const excess = failingPercent(canary) - failingPercent(live) - rule.max_failing_percent;
  return excess > 1e-6 ? 'withdraw' : 'keep';
}
