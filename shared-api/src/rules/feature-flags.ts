/** Feature flags, which staff turn on by practice. Pages, contributions and the shell ask the same function. */
import type { PracticeSummary } from '../contracts/session.js';

/**
 * Whether a feature flag is on in a practice. Off without a practice, and where the server predates flags. Its name stands in
 * `feature_flags` of `module.json`.
 *
 * @param name as a text, so that the build knows which flags a module asks for
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
