/** The registry as one session sees it. Pure. */
import type { Audience, LoadableModule, ModuleBuild, ModuleDeclaration, ModuleOverride } from 'shared-api/contracts';
import type { Config } from '../config.js';
import { type Viewer, mayLoad } from './routes-of-modules.js';

/** A granted module with its live version, if it has one. */
export interface RegisteredModule {
  name: string;
  audience: Audience;
  granted: ModuleDeclaration;
  live: { declaration: ModuleDeclaration; build: ModuleBuild } | undefined;
}

/** URL below which the files of a version are served. */
export function filesUrl(module: string, version: string): string {
  return `/modules/${module}/${encodeURIComponent(version)}/`;
}

/** Shown as the version of an overridden module that has no live version. */
const UNRELEASED = '0.0.0';

function loadable(module: RegisteredModule, override: ModuleOverride | undefined): LoadableModule | undefined {
  const { live, granted } = module;
  if (!live && !override) return undefined;
  const declaration = live?.declaration ?? granted;
  const paths = new Set(granted.routes.map((route) => route.path));
  const version = live?.build.version ?? UNRELEASED;
  return {
    name: module.name,
    title: declaration.title,
    version,
    audience: module.audience,
    entry: override?.entry ?? `${filesUrl(module.name, version)}${live?.build.entry ?? ''}`,
    files: override ? {} : (live?.build.files ?? {}),
    preload: override ? [] : (live?.build.preload ?? []),
    shared: live?.build.shared ?? [],
    // A grant that was narrowed holds at once, whatever the live version declares.
    routes: declaration.routes.filter((route) => paths.has(route.path)),
    overridden: override !== undefined,
  };
}

/** What a session loads from elsewhere: its own overrides, and those of the development servers that are running. */
export function overridesOf(
  config: Pick<Config, 'moduleOverrides'>,
  session: { overrides: readonly ModuleOverride[] },
): ModuleOverride[] {
  return [...session.overrides, ...config.moduleOverrides];
}

/** The modules that a session may load, by name. Of two overrides of a module the first counts. */
export function modulesFor(
  registered: readonly RegisteredModule[],
  viewer: Viewer,
  overrides: readonly ModuleOverride[],
): LoadableModule[] {
  return registered
    .filter((module) => mayLoad(viewer, module.audience))
    .map((module) =>
      loadable(
        module,
        overrides.find((override) => override.module === module.name),
      ),
    )
    .filter((module) => module !== undefined);
}
