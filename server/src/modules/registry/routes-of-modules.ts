/** Paths that modules own, and the parts of the registry visible to a session. Pure functions. */
import { type Audience, type ModuleDeclaration, type ModuleRoute, overviewPaths } from 'shared-api/contracts';

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

const isParameter = (segment: string): boolean => segment.startsWith(':');

/** True when an address can match both patterns: equal length, and no differing fixed segments. */
export function doPathsOverlap(left: string, right: string): boolean {
  const a = segmentsOf(left);
  const b = segmentsOf(right);
  if (a.length !== b.length) return false;
  return a.every((segment, index) => {
    const other = b[index] ?? '';
    return isParameter(segment) || isParameter(other) || segment === other;
  });
}

const audiences = ['clinic', 'internal'] as const satisfies readonly Audience[];

/** The audience of the overview at this address; undefined at any other. */
export function overviewAt(pathname: string): Audience | undefined {
  return audiences.find((audience) => isAddressOf({ path: overviewPaths[audience] }, pathname));
}

/** All paths that a module declares: its pages' paths and their aliases. */
export function pathsOf({ routes }: Pick<ModuleDeclaration, 'routes'>): string[] {
  return routes.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
}

/** Paths that belong to the shell. */
export function pathsOfShell(declaration: ModuleDeclaration): string[] {
  return pathsOf(declaration).filter((path) =>
    audiences.some((audience) => doPathsOverlap(path, overviewPaths[audience])),
  );
}

/** Paths of the first declaration that overlap with paths of the second. */
export function overlappingPaths(one: ModuleDeclaration, other: ModuleDeclaration): string[] {
  const otherPaths = pathsOf(other);
  return pathsOf(one).filter((path) => otherPaths.some((otherPath) => doPathsOverlap(path, otherPath)));
}

/** Paths that the audience must not claim: clinics' pages are below `/settings/`, internal pages below `/internal/`. */
export function pathsOutsideAudience(declaration: ModuleDeclaration): string[] {
  const start = declaration.audience === 'clinic' ? '/settings/' : '/internal/';
  return pathsOf(declaration).filter((path) => !path.startsWith(start));
}

/**
 * Paths that a module declares but isn't granted. It may declare fewer than it is granted: an older version has no page
 * for a path granted later. A team chooses titles and navigation positions freely.
 */
export function pathsNotGranted(declaration: ModuleDeclaration, granted: ModuleDeclaration): string[] {
  const owned = pathsOf(granted);
  return pathsOf(declaration).filter((path) => !owned.includes(path));
}

/** Duplicate paths in a declaration, e.g. an alias that is another page's path. */
export function repeatedPaths(declaration: ModuleDeclaration): string[] {
  const paths = pathsOf(declaration);
  return paths.filter((path, index) => paths.slice(0, index).some((former) => doPathsOverlap(former, path)));
}

/** The `:practice` of an address below a practice's pages; undefined elsewhere. */
export function practiceOfAddress(pathname: string): number | undefined {
  const [, id] = /^\/(?:settings|internal\/practices)\/([1-9]\d{0,8})(?:\/|$)/.exec(pathname) ?? [];
  return id === undefined ? undefined : Number(id);
}

function matchesPrefix(route: Pick<ModuleRoute, 'path'>, address: readonly string[]): boolean {
  const pattern = segmentsOf(route.path);
  return (
    pattern.length <= address.length &&
    pattern.every((segment, index) => isParameter(segment) || segment === address[index])
  );
}

/** The module and route that own the address or its nearest parent path. */
export function routeAt<M extends { routes: readonly ModuleRoute[] }>(
  modules: readonly M[],
  pathname: string,
): { module: M; route: ModuleRoute } | undefined {
  const address = segmentsOf(pathname);
  let best: { module: M; route: ModuleRoute; length: number } | undefined;
  for (const module of modules) {
    for (const route of module.routes) {
      const { length } = segmentsOf(route.path);
      if (matchesPrefix(route, address) && length > (best?.length ?? 0)) best = { module, route, length };
    }
  }
  return best;
}

/** The address that an alias leads to; undefined for any other address. */
export function addressOfAlias(
  modules: readonly { routes: readonly ModuleRoute[] }[],
  pathname: string,
): string | undefined {
  for (const { path, aliases = [] } of modules.flatMap(({ routes }) => routes)) {
    const alias = aliases.find((one) => isAddressOf({ path: one }, pathname));
    if (alias === undefined) continue;
    const parameters = parametersOf({ path: alias }, pathname);
    return `/${segmentsOf(path)
      .map((segment) => parameters.get(segment) ?? segment)
      .join('/')}`;
  }
  return undefined;
}

/** True for an address of the route itself, not of something below it. */
export function isAddressOf(route: Pick<ModuleRoute, 'path'>, pathname: string): boolean {
  const address = segmentsOf(pathname);
  return matchesPrefix(route, address) && segmentsOf(route.path).length === address.length;
}

/** The parameters of an address by their name in the route's path, e.g. `:practice`, escaped as in the address. */
export function parametersOf(route: Pick<ModuleRoute, 'path'>, pathname: string): Map<string, string> {
  const address = segmentsOf(pathname);
  return new Map(
    segmentsOf(route.path).flatMap((segment, index) => (isParameter(segment) ? [[segment, address[index] ?? '']] : [])),
  );
}

/** The facts that decide which modules a person may load. */
export interface Viewer {
  flags: { super_admin: boolean; task_admin: boolean; internal: boolean };
  memberships: { readonly size: number };
}

/**
 * Members of practices, super admins and task admins load clinic modules. Internal staff load internal modules; the
 * internal flag includes super admins.
 */
export function canLoad(viewer: Viewer, audience: Audience): boolean {
  if (audience === 'internal') return viewer.flags.internal;
  return viewer.memberships.size > 0 || viewer.flags.super_admin || viewer.flags.task_admin;
}
