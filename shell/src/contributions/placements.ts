/** Which contributions a slot shows. Pure. */
import type { ContributionSlot, LoadableModule, ModuleContribution, PracticeSummary } from 'shared-api/contracts';

/** A contribution of a module, and the practice that it is about. */
export interface Placement {
  /** Unique among all contributions: module and name. */
  key: string;
  module: LoadableModule;
  contribution: ModuleContribution;
  practice: PracticeSummary | null;
}

/**
 * The contributions of a slot, in their order. A contribution about a practice is left out without a practice, and if the
 * person lacks its right. Consoles that don't send rights leave that to the server.
 */
export function placementsOf(
  modules: readonly LoadableModule[],
  slot: ContributionSlot,
  audience: LoadableModule['audience'],
  practice: PracticeSummary | null,
): Placement[] {
  const mayUse = ({ scope, right }: ModuleContribution): boolean =>
    scope === 'console' ||
    (practice !== null && (right === undefined || !practice.rights || practice.rights.includes(right)));
  return modules
    .filter((module) => module.audience === audience)
    .flatMap((module) => (module.contributions ?? []).map((contribution) => ({ module, contribution })))
    .filter(({ contribution }) => contribution.slot === slot && mayUse(contribution))
    .sort(
      (left, right) =>
        left.contribution.order - right.contribution.order ||
        left.contribution.title.localeCompare(right.contribution.title),
    )
    .map(({ module, contribution }) => ({
      key: `${module.name}/${contribution.name}`,
      module,
      contribution,
      practice: contribution.scope === 'practice' ? practice : null,
    }));
}
