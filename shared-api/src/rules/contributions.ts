/** Where contributions are shown, and to whom. The shell renders by these rules, and the server preloads by them. */
import type { Audience, ModuleContribution } from '../contracts/modules.js';
import type { PracticeSummary } from '../contracts/session.js';
import { hasFeatureFlag } from './feature-flags.js';

/** The placeholder for a practice's number in a path until one is chosen. */
export const ANY_PRACTICE = ':practice';

/** Paths of the overviews, which belong to the shell. */
export const overviewPaths: Readonly<Record<Audience, string>> = {
  clinic: '/settings/:practice/overview',
  internal: '/internal/overview',
};

/**
 * True if a contribution is shown for the open practice. A contribution about a practice requires a practice, unless it
 * works without one, the declared right and the feature flag. In consoles that don't send rights, the server checks
 * them.
 */
export function isContributionShown(
  contribution: Pick<ModuleContribution, 'scope' | 'right' | 'feature_flag' | 'without_practice'>,
  practice: Pick<PracticeSummary, 'rights' | 'feature_flags'> | null,
): boolean {
  const { scope, right, feature_flag: flag } = contribution;
  if (scope === 'console') return true;
  if (practice === null) return contribution.without_practice === true && flag === undefined;
  if (flag !== undefined && !hasFeatureFlag(practice, flag)) return false;
  return right === undefined || !practice.rights || practice.rights.includes(right);
}
