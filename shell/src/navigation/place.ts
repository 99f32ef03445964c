/** What an address is, for this session: one pure function from address and registry to a place. */
import type { LoadableModule, Session } from 'shared-api/contracts';
import { fixedLinks } from '../chrome/fixed-links';
import { matchPath, matchRoute, navigationOf, practiceIn, type RouteMatch } from './routes';

export type Place =
  /** A page of a module. */
  | { kind: 'module'; match: RouteMatch; practice: number | null }
  /** An address that stands for another. */
  | { kind: 'elsewhere'; to: string }
  /** The person has to choose a practice first; nothing is open to them without one. */
  | { kind: 'choose-practice' }
  /** A page that the console knows of and that no module provides here. */
  | { kind: 'not-installed'; title: string; practice: number | null }
  /** The practice is not theirs, or the pages of this side are not. */
  | { kind: 'no-access' }
  | { kind: 'not-found' };

export interface PlaceContext {
  session: Pick<Session, 'flags' | 'practices' | 'all_practices'>;
  modules: readonly LoadableModule[];
  /** Practice that was open last in this browser. */
  lastPractice: number | null;
}

/** First page of a practice that this session may see. */
function firstPageOf(context: PlaceContext, practice: number): Place {
  const first = navigationOf(context.modules, 'clinic', practice)[0]?.links[0];
  return first
    ? { kind: 'elsewhere', to: first.path }
    : { kind: 'not-installed', title: 'Practice settings', practice };
}

function landing(context: PlaceContext): Place {
  const { session, modules, lastPractice } = context;
  const known = session.practices.find(({ id }) => id === lastPractice) ?? session.practices[0];
  if (session.all_practices) {
    const practice = lastPractice ?? known?.id;
    return practice === undefined ? { kind: 'choose-practice' } : { kind: 'elsewhere', to: `/settings/${practice}/` };
  }
  if (known) return { kind: 'elsewhere', to: `/settings/${known.id}/` };
  if (session.flags.internal) {
    const first = navigationOf(modules, 'internal', null)[0]?.links[0];
    return first
      ? { kind: 'elsewhere', to: first.path }
      : { kind: 'not-installed', title: 'Internal pages', practice: null };
  }
  return { kind: 'no-access' };
}

export function placeOf(pathname: string, context: PlaceContext): Place {
  const { session, modules } = context;
  const practice = practiceIn(pathname);
  if (pathname === '/' || pathname === '/sign-in') return landing(context);
  const clinicSide = pathname.startsWith('/settings/');
  if (clinicSide && practice !== null) {
    const mine = session.all_practices || session.practices.some(({ id }) => id === practice);
    if (!mine) return { kind: 'no-access' };
    if (matchPath('/settings/:practice', pathname)) return firstPageOf(context, practice);
  }
  const match = matchRoute(modules, pathname);
  if (match) return { kind: 'module', match, practice };
  const tabs = clinicSide ? matchPath('/settings/:practice/:vertical/:horizontal', pathname) : null;
  const link = fixedLinks.find(
    ({ vertical, horizontal }) => vertical === tabs?.['vertical'] && horizontal === tabs?.['horizontal'],
  );
  if (link && practice !== null) return { kind: 'not-installed', title: link.name, practice };
  return { kind: 'not-found' };
}
