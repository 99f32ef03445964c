/** Where contributions are shown, and to whom. The shell draws by these rules, and the server preloads by them. */
import type { Audience, ModuleContribution } from '../contracts/modules.js';
import type { PracticeSummary } from '../contracts/session.js';

/** The paths of the overviews, which belong to the shell. */
export const overviewPaths: Readonly<Record<Audience, string>> = {
  clinic: '/settings/:practice/overview',
  internal: '/internal/overview',
};

/**
 * True if a contribution is shown with the open practice: one about a practice needs it, and its right in it. Consoles
 * that don't send rights leave that to the server.
 */
export function isContributionShown(
  { scope, right }: Pick<ModuleContribution, 'scope' | 'right'>,
  practice: PracticeSummary | null,
): boolean {
  if (scope === 'console') return true;
  return practice !== null && (right === undefined || !practice.rights || practice.rights.includes(right));
}
