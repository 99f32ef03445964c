import type { LoadableModule, Session } from 'shared-api/contracts';
import { messages } from '../messages';
import { INTERNAL_OVERVIEW_PATH, practiceOverviewPath } from './resolve-route';

interface OverviewLinksOptions {
  modules: readonly LoadableModule[];
  session: Session;
  /** True on an internal page. */
  internal: boolean;
  /** The current practice, or else the last one that was open; null for none. */
  practiceId: number | null;
}

export interface OverviewLinks {
  /** The overview of the current side, practice or internal; undefined if it has none. */
  overview: string | undefined;
  /** The first page of the other side; undefined for people without access to it. */
  otherSide: { title: string; path: string } | undefined;
}

const linkTo = (title: string, path: string | undefined): OverviewLinks['otherSide'] =>
  path === undefined ? undefined : { title, path };

export function overviewLinks({ modules, session, internal, practiceId }: OverviewLinksOptions): OverviewLinks {
  const hasSide = (side: LoadableModule['audience']): boolean => modules.some(({ audience }) => audience === side);
  const inside = hasSide('internal') ? INTERNAL_OVERVIEW_PATH : undefined;
  const clinic = practiceId !== null && hasSide('clinic') ? practiceOverviewPath(practiceId) : undefined;
  const { toClinic, toInternal } = messages.frame;
  if (!internal) return { overview: clinic, otherSide: linkTo(toInternal, inside) };
  // Without a last practice, the start page asks for one.
  const other = clinic ?? (session.all_practices ? '/' : undefined);
  return { overview: inside, otherSide: linkTo(toClinic, other) };
}
