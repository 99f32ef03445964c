import { listText } from './facts.js';

export interface CanaryReachFacts {
  /** Percentage of all people; 0 if only the people below get the canary. */
  percent: number;
  /** Emails of people who get it in any case. */
  people?: readonly string[] | undefined;
  /** True if internal staff get it in any case. */
  internal?: boolean | undefined;
}

/** Describes whom a canary reaches: `a@x.example, internal staff and 10% of people`. Empty if it reaches nobody. */
export function canaryReachText({ percent, people = [], internal = false }: CanaryReachFacts): string {
  const parts = [...people, ...(internal ? ['internal staff'] : []), ...(percent > 0 ? [`${percent}% of people`] : [])];
  return listText(parts);
}
