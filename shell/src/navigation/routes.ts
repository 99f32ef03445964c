/** Finds the module of a URL in the registry's routes. Pure. */
import { inject, parse } from 'regexparam';
import { type LoadableModule, MAX_PRACTICE_ID, type ModuleRoute, type Right } from 'shared-api/contracts';

export interface RouteMatch {
  module: LoadableModule;
  route: ModuleRoute;
  /** Values of the route's `:name` parameters. */
  params: Readonly<Record<string, string>>;
}

/** Parsed patterns, cached because each navigation tries each route. */
const patterns = new Map<string, { keys: string[]; pattern: RegExp }>();

function parsed(route: string): { keys: string[]; pattern: RegExp } {
  const known = patterns.get(route);
  if (known) return known;
  const { keys, pattern } = parse(route);
  // URLs are case-sensitive, but the library's patterns are not.
  const made = { keys, pattern: new RegExp(pattern.source) };
  patterns.set(route, made);
  return made;
}

/**
 * Values of the route's parameters, or null if the path doesn't match or has invalid encoding. Ignores a trailing slash.
 */
export function matchPath(route: string, pathname: string): Record<string, string> | null {
  const { keys, pattern } = parsed(route);
  const match = pattern.exec(pathname);
  if (!match) return null;
  try {
    return Object.fromEntries(keys.map((key, index) => [key, decodeURIComponent(match[index + 1] ?? '')]));
  } catch {
    return null;
  }
}

/** The pattern with its parameters filled in. */
export function fillPath(pattern: string, params: Readonly<Record<string, string | number>>): string {
  const values = Object.entries(params).map(([name, value]) => [name, encodeURIComponent(String(value))]);
  return inject(pattern, Object.fromEntries(values) as Record<string, string>);
}

/** The module and route of a URL. Routes without parameters have priority. */
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

/** The path to which a former path of a page leads. Null for any other path. */
export function pathOfAlias(modules: readonly LoadableModule[], pathname: string): string | null {
  for (const { path, aliases = [] } of modules.flatMap(({ routes }) => routes)) {
    for (const alias of aliases) {
      const params = matchPath(alias, pathname);
      if (params) return fillPath(path, params);
    }
  }
  return null;
}

/** What a path says in place of a practice's number: `12` in `/settings/12/…` or `/internal/practices/12/…`. */
export function practiceTextIn(pathname: string): string | null {
  return /^\/(?:settings|internal\/practices)\/([^/]+)/.exec(pathname)?.[1] ?? null;
}

/** The number of the practice in a path. Null if the path has none, or something that can't be the number of a practice. */
export function practiceIn(pathname: string): number | null {
  const text = practiceTextIn(pathname);
  if (text === null || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= MAX_PRACTICE_ID ? id : null;
}

export interface NavigationLink {
  title: string;
  path: string;
  /** The letter that opens the page after `g`. */
  shortcut?: string;
  /** The right that the page needs and the person doesn't hold. The page says whom to ask. */
  missing?: Right;
  /** Other words for the page. */
  keywords?: readonly string[];
}

export interface NavigationArea {
  name: string;
  links: NavigationLink[];
}

/**
 * The navigation of one side of the console: areas in the order of their first route, links in the granted order of their
 * routes.
 *
 * @param held the person's rights in the practice. Undefined where they aren't known, which marks nothing
 */
export function navigationOf(
  modules: readonly LoadableModule[],
  side: LoadableModule['audience'],
  practiceId: number | null,
  held?: readonly string[],
): NavigationArea[] {
  const routes = modules
    .filter((module) => module.audience === side)
    .flatMap((module) => module.routes)
    .filter((route) => practiceId !== null || !route.path.includes(':practice'))
    .sort((left, right) => left.order - right.order || left.title.localeCompare(right.title));
  const areas = new Map<string, NavigationArea>();
  for (const route of routes) {
    const area = areas.get(route.area) ?? { name: route.area, links: [] };
    area.links.push({
      title: route.title,
      path: fillPath(route.path, { practice: practiceId ?? '' }),
      ...(route.shortcut !== undefined && { shortcut: route.shortcut }),
      ...(route.right !== undefined && held && !held.includes(route.right) && { missing: route.right }),
      ...(route.keywords !== undefined && { keywords: route.keywords }),
    });
    areas.set(route.area, area);
  }
  return [...areas.values()];
}
