/** Resolves a URL for this session. Pure. */
import { type LoadableModule, overviewPaths, type Session } from 'shared-api/contracts';
import { fixedLinks } from '../chrome/fixed-links';
import {
  fillPath,
  matchPath,
  matchRoute,
  navigationOf,
  pathOfAlias,
  practiceIn,
  practiceTextIn,
  type RouteMatch,
} from './routes';

export type ResolvedRoute =
  /** A page of a module. */
  | { kind: 'module'; match: RouteMatch; practiceId: number | null }
  /** The overview of a practice, or the internal one. */
  | { kind: 'overview'; practiceId: number | null }
  /** The person's own account. */
  | { kind: 'account' }
  /** A version of a module that is not released yet. */
  | { kind: 'preview'; module: string; preview: string }
  /** A URL that redirects to another, `keepsQuery` with its query and fragment. */
  | { kind: 'redirect'; to: string; keepsQuery?: boolean }
  /** The person has to choose a practice first. */
  | { kind: 'choose-practice' }
  /** A known page that no installed module provides. */
  | { kind: 'not-installed'; title: string; practiceId: number | null }
  /** The person has no access to the practice or to this area. */
  | { kind: 'no-access' }
  /** No practice can have the number in the URL. */
  | { kind: 'unknown-practice'; practice: string }
  | { kind: 'not-found' };

export interface RouteContext {
  session: Pick<Session, 'flags' | 'practices' | 'all_practices'>;
  modules: readonly LoadableModule[];
  /** The last open practice in this browser. */
  lastPractice: number | null;
}

/** The letter that opens the overview after `g`. */
export const OVERVIEW_SHORTCUT = 'o';

export const ACCOUNT_PATH = '/account';

/** `previewPath` of the contracts. */
const PREVIEW_PATH = '/previews/:module/:preview';

export const INTERNAL_OVERVIEW_PATH = overviewPaths.internal;

export const practiceOverviewPath = (practiceId: number): string =>
  fillPath(overviewPaths.clinic, { practice: practiceId });

/** The first internal page about a practice, or else the internal overview. */
export const internalPathOf = (modules: readonly LoadableModule[], practiceId: number): string =>
  navigationOf(modules, 'internal', practiceId)
    .flatMap(({ links }) => links)
    .find(({ path }) => practiceIn(path) === practiceId)?.path ?? INTERNAL_OVERVIEW_PATH;

/** True if a module of that side is installed and the person may load it. */
const hasSide = ({ modules }: Pick<RouteContext, 'modules'>, side: LoadableModule['audience']): boolean =>
  modules.some(({ audience }) => audience === side);

/** The overview of a practice, unless nothing is installed that it could be about. */
function firstPageOf(context: RouteContext, practiceId: number): ResolvedRoute {
  return hasSide(context, 'clinic')
    ? { kind: 'redirect', to: practiceOverviewPath(practiceId) }
    : { kind: 'not-installed', title: 'Practice settings', practiceId };
}

function landing(context: RouteContext): ResolvedRoute {
  const { session, lastPractice } = context;
  const known = session.practices.find(({ id }) => id === lastPractice) ?? session.practices[0];
  if (session.all_practices) {
    const practiceId = lastPractice ?? known?.id;
    return practiceId === undefined
      ? { kind: 'choose-practice' }
      : { kind: 'redirect', to: `/settings/${practiceId}/` };
  }
  if (known) return { kind: 'redirect', to: `/settings/${known.id}/` };
  if (session.flags.internal) {
    return hasSide(context, 'internal')
      ? { kind: 'redirect', to: INTERNAL_OVERVIEW_PATH }
      : { kind: 'not-installed', title: 'Internal pages', practiceId: null };
  }
  return { kind: 'no-access' };
}

export function resolveRoute(pathname: string, context: RouteContext): ResolvedRoute {
  const { session, modules } = context;
  const practiceId = practiceIn(pathname);
  if (pathname === '/' || pathname === '/sign-in') return landing(context);
  if (matchPath(ACCOUNT_PATH, pathname)) return { kind: 'account' };
  const preview = matchPath(PREVIEW_PATH, pathname);
  if (preview) return { kind: 'preview', module: preview['module'] ?? '', preview: preview['preview'] ?? '' };
  const clinicSide = pathname.startsWith('/settings/');
  const practice = practiceTextIn(pathname);
  if (practice !== null && practiceId === null) {
    if (clinicSide && !session.all_practices) return { kind: 'no-access' };
    if (clinicSide || hasSide(context, 'internal')) return { kind: 'unknown-practice', practice };
  }
  if (clinicSide && practiceId !== null) {
    const mine = session.all_practices || session.practices.some(({ id }) => id === practiceId);
    if (!mine) return { kind: 'no-access' };
    if (matchPath('/settings/:practice', pathname)) return firstPageOf(context, practiceId);
    if (matchPath(overviewPaths.clinic, pathname) && hasSide(context, 'clinic')) {
      return { kind: 'overview', practiceId };
    }
  }
  if (matchPath(INTERNAL_OVERVIEW_PATH, pathname) && hasSide(context, 'internal')) {
    return { kind: 'overview', practiceId: null };
  }
  const match = matchRoute(modules, pathname);
  if (match) return { kind: 'module', match, practiceId };
  const renamed = pathOfAlias(modules, pathname);
  if (renamed !== null) return { kind: 'redirect', to: renamed, keepsQuery: true };
  const tabs = clinicSide ? matchPath('/settings/:practice/:vertical/:horizontal', pathname) : null;
  const link = fixedLinks.find(
    ({ vertical, horizontal }) => vertical === tabs?.['vertical'] && horizontal === tabs?.['horizontal'],
  );
  if (link && practiceId !== null) return { kind: 'not-installed', title: link.name, practiceId };
  return { kind: 'not-found' };
}
