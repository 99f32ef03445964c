import type { LoadableModule, PracticeSummary } from 'shared-api/contracts';
import { useStore } from 'zustand';
import type { Registry } from '../registry/registry';
import { readLastPractice } from '../session/practices';
import { isOpen } from '../session/support-accesses';
import type { ShellContext } from '../shell-context';
import { type OverviewLinks, overviewLinks } from './overview-links';
import type { ResolvedRoute } from './resolve-route';
import { type NavigationArea, navigationOf } from './routes';

interface OpenSideOptions {
  shell: ShellContext;
  registry: Registry;
  pathname: string;
  route: ResolvedRoute;
  /** The practice of the page. */
  practice: PracticeSummary | null;
}

export interface OpenSide extends OverviewLinks {
  modules: readonly LoadableModule[];
  side: LoadableModule['audience'];
  areas: readonly NavigationArea[];
  /** The practice of the page, or the last one. */
  openPractice: PracticeSummary | null;
  /** The practice that modules may be asked about: not before the person has said why they open it. */
  askedPractice: PracticeSummary | null;
}

/** The side of the console that the page belongs to, with its navigation. */
export function useOpenSide({ shell, registry, pathname, route, practice }: OpenSideOptions): OpenSide {
  const { session } = shell;
  const modules = registry.modules();
  const onlyInternal = session.practices.length === 0 && !session.all_practices;
  const internal = pathname.startsWith('/internal') || (route.kind === 'account' && onlyInternal);
  const practiceId = practice?.id ?? readLastPractice(session.user.id) ?? session.practices[0]?.id ?? null;
  const openPractice = internal ? practice : (shell.practices.known.getState().get(practiceId ?? 0) ?? practice);
  const support = useStore(shell.support.states, () =>
    openPractice ? shell.support.stateOf(openPractice.id) : undefined,
  );
  const side = internal ? 'internal' : 'clinic';
  return {
    ...overviewLinks({ modules, session, internal, practiceId }),
    modules,
    side,
    areas: navigationOf(modules, side, internal ? (practice?.id ?? null) : practiceId, openPractice?.rights),
    openPractice,
    askedPractice: isOpen(support) ? openPractice : null,
  };
}
