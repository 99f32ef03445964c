/** The modules of one session: released versions, open previews, and a developer's own builds. */
import {
  type Audience,
  type ContributionSlot,
  isContributionShown,
  type LoadableModule,
  type ModuleContribution,
} from 'shared-api/contracts';
import { type PersonPrincipal, rightsIn } from '../../platform/http/principal.js';
import type { ModulesContext } from '../context.js';
import { type RegisteredModule, type RegisteredVersion, isInCanary, modulesFor, overridesOf } from './module-list.js';
import { openPreviewsOf } from './previews.js';

type Parts = Pick<ModulesContext, 'config' | 'now'>;

export const loadableModules = (
  registered: readonly RegisteredModule[],
  person: PersonPrincipal,
  { config, now }: Parts,
): LoadableModule[] =>
  modulesFor(registered, person, overridesOf(config, person), openPreviewsOf(registered, person, now()));

/**
 * The contributions that a session shows in a slot, by module and name: `mf-billing/charges`.
 *
 * @param practiceId of the request, with feature flags loaded with the person; undefined for the internal pages
 */
export async function visibleContributions(
  { registry, shell, ...parts }: Parts & Pick<ModulesContext, 'registry' | 'shell'>,
  person: PersonPrincipal,
  slot: ContributionSlot,
  practiceId: number | undefined,
): Promise<ReadonlyMap<string, ModuleContribution>> {
  const audience: Audience = practiceId === undefined ? 'internal' : 'clinic';
  const practice =
    practiceId === undefined
      ? null
      : { rights: rightsIn(person, practiceId), feature_flags: [...(person.practiceFlags ?? [])] };
  const { modules } = await registry.current((await shell.read())?.sharedUi);
  return new Map(
    loadableModules(modules, person, parts)
      .filter((module) => module.audience === audience)
      .flatMap(({ name, contributions = [] }) =>
        contributions
          .filter((one) => one.slot === slot && isContributionShown(one, practice))
          .map((one) => [`${name}/${one.name}`, one] as const),
      ),
  );
}

/** A session's version of a module; undefined for a developer's own build, and if none is live. */
export function versionInSession(
  module: RegisteredModule,
  person: PersonPrincipal,
  { config, now }: Parts,
): RegisteredVersion | undefined {
  if (overridesOf(config, person).some((override) => override.module === module.name)) return undefined;
  const preview = openPreviewsOf([module], person, now()).get(module.name);
  return preview ?? (isInCanary(module, person) ? module.canary : module.live);
}

/**
 * True for a version that isn't a released one in this session: the version of an open preview, and any version of a
 * module replaced by a developer's build, which reports the released version.
 */
export function isUnreleasedInSession(
  registered: readonly RegisteredModule[],
  person: PersonPrincipal,
  { config, now }: Parts,
): (reported: { module: string; version: string }) => boolean {
  const overrides = overridesOf(config, person);
  const previews = openPreviewsOf(registered, person, now());
  return ({ module, version }) =>
    overrides.some((override) => override.module === module) || previews.get(module)?.build.version === version;
}
