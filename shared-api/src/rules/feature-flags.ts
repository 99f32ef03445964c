/** Feature flags, which staff turn on per practice. Pages, contributions and the shell use the same function. */
import type { PracticeSummary } from '../contracts/session.js';

/**
 * Whether a feature flag is on in a practice. Off without a practice and on servers that predate flags. Its name must
 * be listed in `feature_flags` of `module.json`.
 *
 * @param name a string literal, so that the build can collect the module's flags
 * @example
 * export const contribute: Contributions['search'] = async ({ practice }) => ({
 *   results: hasFeatureFlag(practice, 'smart_recall')
 *     ? [{ id: 'recalls', label: 'Recalls', path: `/settings/${practice?.id ?? 0}/recalls/list` }]
 *     : [],
 * });
 */
export function hasFeatureFlag(practice: Pick<PracticeSummary, 'feature_flags'> | null, name: string): boolean {
  return practice?.feature_flags?.includes(name) ?? false;
}
