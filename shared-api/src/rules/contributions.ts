/** Where contributions are shown, and to whom. The shell draws by these rules, and the server preloads by them. */
import type { Audience, ModuleContribution } from '../contracts/modules.js';
import type { PracticeSummary } from '../contracts/session.js';
import { hasFeatureFlag } from './feature-flags.js';

/** The paths of the overviews, which belong to the shell. */
export const overviewPaths: Readonly<Record<Audience, string>> = {
  clinic: '/settings/:practice/overview',
  internal: '/internal/overview',
};

/**
 * True if a contribution is shown with the open practice: one about a practice needs it, its right in it, and its feature
 * flag. Consoles that don't send rights leave that to the server.
 */
export function isContributionShown(
  { scope, right, feature_flag: flag }: Pick<ModuleContribution, 'scope' | 'right' | 'feature_flag'>,
  practice: Pick<PracticeSummary, 'rights' | 'feature_flags'> | null,
): boolean {
  if (scope === 'console') return true;
  if (practice === null || (flag !== undefined && !hasFeatureFlag(practice, flag))) return false;
  return right === undefined || !practice.rights || practice.rights.includes(right);
}
