/** What one session loads: released versions, previews that it has open, and a developer's own builds. */
import type { LoadableModule } from 'shared-api/contracts';
import type { PersonPrincipal } from '../../platform/http/principal.js';
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

/** The version that a session has of a module; undefined for a developer's own build, and where none is live. */
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
 * Whether a version of a module isn't a released one in this session: any version of a module that a developer's build replaces, since
 * that has the version of the released one, and the version of a preview that is open.
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
