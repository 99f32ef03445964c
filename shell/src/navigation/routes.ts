/** Which module an address belongs to. Pure: the registry's routes in, a match out. */
import type { LoadableModule, ModuleRoute } from 'shared-api/contracts';

export interface RouteMatch {
  module: LoadableModule;
  route: ModuleRoute;
  /** Values of the path's `:name` steps. */
  params: Readonly<Record<string, string>>;
}

function steps(path: string): string[] {
  return path.split('/').filter((step) => step !== '');
}

/** Values of the pattern's parameters, or null where the path is another. Trailing slashes do not count. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = steps(pattern);
  const given = steps(pathname);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, step] of wanted.entries()) {
    const value = given[index] ?? '';
    if (step.startsWith(':')) params[step.slice(1)] = decodeURIComponent(value);
    else if (step !== value) return null;
  }
  return params;
}

/** The pattern with its parameters filled in. */
export function fillPath(pattern: string, params: Readonly<Record<string, string | number>>): string {
  return pattern.replace(/:([a-z0-9_]+)/gi, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

/** The module and route of an address. A route without parameters goes before one with them. */
export function matchRoute(modules: readonly LoadableModule[], pathname: string): RouteMatch | null {
  let found: RouteMatch | null = null;
  for (const module of modules) {
    for (const route of module.routes) {
      const params = matchPath(route.path, pathname);
      if (params && (!found || Object.keys(params).length < Object.keys(found.params).length)) {
        found = { module, route, params };
      }
    }
  }
  return found;
}

/** The practice in an address: `/settings/12/…` or `/internal/practices/12/…`. */
export function practiceIn(pathname: string): number | null {
  const match = /^\/(?:settings|internal\/practices)\/(\d{1,10})(?:\/|$)/.exec(pathname);
  return match ? Number(match[1]) : null;
}

export interface NavigationArea {
  name: string;
  links: { title: string; path: string }[];
}

/**
 * The navigation of one side of the console: areas in the order of their first route, links by the order that their
 * modules were granted.
 */
export function navigationOf(
  modules: readonly LoadableModule[],
  side: LoadableModule['audience'],
  practice: number | null,
): NavigationArea[] {
  const routes = modules
    .filter((module) => module.audience === side)
    .flatMap((module) => module.routes)
    .filter((route) => practice !== null || !route.path.includes(':practice'))
    .sort((left, right) => left.order - right.order || left.title.localeCompare(right.title));
  const areas = new Map<string, NavigationArea>();
  for (const route of routes) {
    const area = areas.get(route.area) ?? { name: route.area, links: [] };
    area.links.push({ title: route.title, path: fillPath(route.path, { practice: practice ?? '' }) });
    areas.set(route.area, area);
  }
  return [...areas.values()];
}
