/** The registry's modules that one session may load. Pure functions. */
import {
  type Audience,
  effectiveSettings,
  isContributionShown,
  type LoadableModule,
  type ModuleBuild,
  type ModuleDeclaration,
  type ModuleOverride,
  type PracticeSummary,
} from 'shared-api/contracts';
import type { ServiceGrant } from 'shared-api/contracts/module-services';
import type { Config } from '../../platform/config/config.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { type CanaryReach, getsCanary } from './bucket.js';
import { contributionsFor } from './contributions-of-modules.js';
import { type Viewer, canLoad, pathsOf } from './routes-of-modules.js';
import { ownValue } from './own-value.js';
import type { StoredSettings } from './settings-repository.js';

/** A published version. */
export interface RegisteredVersion {
  declaration: ModuleDeclaration;
  build: ModuleBuild;
}

/** A version that some people get instead of the live version. */
export interface RegisteredCanary extends RegisteredVersion, Omit<CanaryReach, 'version'> {
  /** Id of this canary, not of its version. */
  id: string;
}

/** A version that some people can open before it is released. */
export interface RegisteredPreview extends RegisteredVersion {
  name: string;
  /** Ids. */
  people: string[];
  internal: boolean;
  practices: number[];
  expiresAt: Date;
}

/** The previews that a session gets instead of the released versions, by module. */
export type OpenPreviews = ReadonlyMap<string, RegisteredPreview>;

/** A granted module with its live version and its canary. Both are optional. */
export interface RegisteredModule {
  name: string;
  audience: Audience;
  granted: ModuleDeclaration;
  live: RegisteredVersion | undefined;
  canary: RegisteredCanary | undefined;
  previews: RegisteredPreview[];
  /** Grant of the module's own service. Null: it has none. */
  service: ServiceGrant | null;
  /** The operator's settings. Undefined: none yet. */
  settings: StoredSettings | undefined;
}

/** Base URL of a version's files. */
export function filesUrl(module: string, version: string): string {
  return `/modules/${module}/${encodeURIComponent(version)}/`;
}

/** Shown as the version of an overridden module that has no live version. */
const UNRELEASED = '0.0.0';

/** True for people who get the module's canary instead of its live version. */
export function isInCanary(
  { name, canary }: Pick<RegisteredModule, 'name' | 'canary'>,
  person: { id: string; flags: { internal: boolean } },
): boolean {
  return canary !== undefined && getsCanary(person, name, { ...canary, version: canary.build.version });
}

function loadable(
  module: RegisteredModule,
  viewer: Viewer & { id: string },
  override: ModuleOverride | undefined,
  preview: RegisteredPreview | undefined,
): LoadableModule | undefined {
  const { granted } = module;
  const served = preview ?? (isInCanary(module, viewer) ? module.canary : module.live);
  if (!served && !override) return undefined;
  const declaration = served?.declaration ?? granted;
  const paths = new Set(pathsOf(granted));
  const version = served?.build.version ?? UNRELEASED;
  return {
    name: module.name,
    title: declaration.title,
    version,
    audience: module.audience,
    entry: override?.entry ?? `${filesUrl(module.name, version)}${served?.build.entry ?? ''}`,
    files: override ? {} : (served?.build.files ?? {}),
    preload: override ? [] : (served?.build.preload ?? []),
    shared: served?.build.shared ?? [],
    pages: override ? undefined : served?.build.pages,
    // A narrowed grant takes effect immediately, whatever paths the version declares.
    routes: declaration.routes
      .filter((route) => paths.has(route.path))
      .map((route) => (route.aliases ? { ...route, aliases: route.aliases.filter((path) => paths.has(path)) } : route)),
    contributions: contributionsFor(declaration, granted, viewer),
    overridden: override !== undefined,
    ...(declaration.settings && {
      settings: effectiveSettings(declaration.settings, module.settings?.stored ?? {}).values,
    }),
    ...(preview && !override && { preview: preview.name }),
  };
}

/** A session's overrides: its own, while the person is a developer, and those of running development servers. */
export function overridesOf(
  config: Pick<Config, 'moduleOverrides'>,
  { flags, session }: Pick<PersonPrincipal, 'flags' | 'session'>,
): ModuleOverride[] {
  return [...(flags.developer ? session.overrides : []), ...config.moduleOverrides];
}

/** The modules that a session may load, by name. If a module has two overrides, the first one applies. */
export function modulesFor(
  registered: readonly RegisteredModule[],
  viewer: Viewer & { id: string },
  overrides: readonly ModuleOverride[],
  previews: OpenPreviews,
): LoadableModule[] {
  return registered
    .filter((module) => canLoad(viewer, module.audience))
    .map((module) =>
      loadable(
        module,
        viewer,
        overrides.find((override) => override.module === module.name),
        previews.get(module.name),
      ),
    )
    .filter((module) => module !== undefined);
}

/** The scripts of a module's cards in the overview, with their integrity. */
export interface CardScripts {
  /** Base URL of its files. */
  base: string;
  files: { file: string; integrity: string | undefined }[];
}

/**
 * Files that an audience's overview loads first: the entries of modules that contribute cards, and the code of the
 * cards shown with the practice. Overridden modules and previews aren't preloaded.
 *
 * @param loadables the modules of the session
 */
export function cardScripts(
  registered: readonly RegisteredModule[],
  loadables: readonly LoadableModule[],
  audience: Audience,
  practice: PracticeSummary | null,
): CardScripts[] {
  return loadables.flatMap(({ name, version, overridden, preview, contributions = [], files, ...module }) => {
    if (module.audience !== audience || overridden || preview !== undefined) return [];
    const cards = contributions.filter((one) => one.slot === 'overview.card' && isContributionShown(one, practice));
    if (cards.length === 0) return [];
    const { live, canary } = registered.find((one) => one.name === name) ?? {};
    const build = canary?.build.version === version ? canary.build : live?.build;
    const code = cards.flatMap((card) => ownValue(build?.contributions ?? {}, card.name)?.preload ?? []);
    const base = filesUrl(name, version);
    const all = [...new Set([module.entry.slice(base.length), ...code])];
    return [{ base, files: all.map((file) => ({ file, integrity: files[file] })) }];
  });
}
