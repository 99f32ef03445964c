/** Which contributions a slot shows. Pure. */
import {
  type ContributionSlot,
  isContributionShown,
  type LoadableModule,
  type ModuleContribution,
  type PracticeSummary,
} from 'shared-api/contracts';

/** A contribution of a module, and the practice that it is about. */
export interface Placement {
  /** Unique among all contributions: module and name. */
  key: string;
  module: LoadableModule;
  contribution: ModuleContribution;
  practice: PracticeSummary | null;
}

/** The contributions of a slot that are shown with the open practice, in their order. */
export function placementsOf(
  modules: readonly LoadableModule[],
  slot: ContributionSlot,
  audience: LoadableModule['audience'],
  practice: PracticeSummary | null,
): Placement[] {
  return modules
    .filter((module) => module.audience === audience)
    .flatMap((module) => (module.contributions ?? []).map((contribution) => ({ module, contribution })))
    .filter(({ contribution }) => contribution.slot === slot && isContributionShown(contribution, practice))
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
