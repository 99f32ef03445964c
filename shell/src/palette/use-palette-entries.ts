import { isApiError } from 'shared-api';
import type { LoadableModule, PracticeSummary } from 'shared-api/contracts';
import { useEffect, useMemo, useState } from 'react';
import { contributionRunnerOf, type ContributionRunnerOptions } from '../contributions/contribution-runner';
import { type Placement, placementsOf } from '../contributions/placements';
import { useSlot } from '../contributions/use-slot';
import { createLocalSearch, SEARCH_DEBOUNCE_MS } from '../chrome/practice-search';
import {
  ACCOUNT_PATH,
  INTERNAL_OVERVIEW_PATH,
  OVERVIEW_SHORTCUT,
  practiceOverviewPath,
} from '../navigation/resolve-route';
import { navigationOf } from '../navigation/routes';
import type { Registry } from '../registry/registry';
import type { ShellContext } from '../shell-context';
import { messages as shellMessages } from '../messages';
import { type PaletteEntry, rank, wordsOf } from './entries';
import { paletteMessages as messages } from './messages';
import { readUsage } from './usage';

/** Contributions and practices are searched from this length on. */
const MIN_QUERY_LENGTH = 2;
const MAX_PRACTICES = 6;

export interface PaletteView {
  entries: PaletteEntry[];
  isSearching: boolean;
  /** What couldn't be searched, with its retry. */
  failed: { title: string; retry: () => void }[];
}

/** The text after the person has paused typing. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface FoundPractices {
  query: string;
  practices: readonly PracticeSummary[];
  failed: boolean;
}

function usePractices(shell: ShellContext, query: string, everything: boolean): FoundPractices & { retry: () => void } {
  const [found, setFound] = useState<FoundPractices>({ query: '', practices: [], failed: false });
  const [attempt, setAttempt] = useState(0);
  const { practices: known } = shell.session;
  const search = useMemo(
    () => (everything ? shell.practices.search : createLocalSearch(known)),
    [everything, shell, known],
  );
  useEffect(() => {
    if (query.length < MIN_QUERY_LENGTH && !/^\d+$/.test(query)) return undefined;
    const stop = new AbortController();
    search(query, stop.signal).then(
      ({ results }) => {
        if (!stop.signal.aborted) setFound({ query, practices: results.slice(0, MAX_PRACTICES), failed: false });
      },
      (error: unknown) => {
        if (!stop.signal.aborted && isApiError(error)) setFound({ query, practices: [], failed: true });
      },
    );
    return () => stop.abort();
  }, [search, query, attempt]);
  return { ...found, retry: () => setAttempt((count) => count + 1) };
}

export interface PaletteSource {
  shell: ShellContext;
  registry: Registry;
  contributions: ContributionRunnerOptions;
  /** The side of the open page. */
  side: LoadableModule['audience'];
  /** The practice of the pages, of the open one or the last one. */
  practice: PracticeSummary | null;
}

const none: readonly Placement[] = [];

const accountPage: PaletteEntry = {
  key: `page ${ACCOUNT_PATH}`,
  group: messages.groups.pages,
  title: shellMessages.titles.account,
  keywords: messages.accountKeywords,
  path: ACCOUNT_PATH,
};

export function usePaletteEntries(source: PaletteSource, text: string): PaletteView {
  const { shell, registry, contributions, side, practice } = source;
  const { session } = shell;
  const modules = registry.modules();
  const typed = text.trim();
  const query = useDebounced(typed);
  const runner = contributionRunnerOf(contributions);
  const usage = useMemo(() => readUsage(session.user.id), [session]);

  const commandPlacements = useMemo(() => placementsOf(modules, 'command', side, practice), [modules, side, practice]);
  const searchPlacements = useMemo(
    () => (query.length < MIN_QUERY_LENGTH ? none : placementsOf(modules, 'search', side, practice)),
    [modules, side, practice, query],
  );
  const commands = useSlot(runner, 'command', commandPlacements);
  const searches = useSlot(runner, 'search', searchPlacements, [query]);
  const everything = session.all_practices || (side === 'internal' && session.flags.internal);
  const practices = usePractices(shell, query, everything);

  const sides = (['clinic', 'internal'] as const).filter((one) => modules.some(({ audience }) => audience === one));
  const ordered = side === 'internal' ? [...sides].reverse() : sides;
  const modulePages = ordered.flatMap((one): PaletteEntry[] => {
    const overview = one === 'internal' ? INTERNAL_OVERVIEW_PATH : practice && practiceOverviewPath(practice.id);
    const own = one === side;
    const detail = one === 'internal' ? 'Internal' : practice?.name;
    const links = navigationOf(modules, one, practice?.id ?? null).flatMap(({ name, links: inArea }) =>
      inArea.map((link) => ({ ...link, area: name })),
    );
    return [
      ...(overview === null
        ? []
        : [{ title: messages.overview, path: overview, shortcut: OVERVIEW_SHORTCUT, area: undefined }]),
      ...links,
    ].map(({ title, path, shortcut, area }) => ({
      key: `page ${path}`,
      group: messages.groups.pages,
      title,
      detail,
      path,
      keywords: area === undefined ? [] : [area],
      // `g` and a letter opens the pages of the open side.
      shortcut: own ? shortcut : undefined,
    }));
  });
  const pages = [...modulePages, accountPage];
  const actions = commandPlacements.flatMap((placement): PaletteEntry[] => {
    const state = commands.stateOf(placement);
    if (state.phase !== 'ready') return [];
    return state.answer.map(({ id, title, detail, keywords, path }) => ({
      key: `${placement.key}/${id}`,
      group: messages.actionsOf(placement.contribution.title),
      title,
      detail: detail ?? placement.practice?.name,
      keywords,
      path,
    }));
  });
  const isFresh = practices.query === query && query === typed;
  const foundPractices =
    typed === '' || !isFresh
      ? []
      : practices.practices.map((found): PaletteEntry => ({
          key: `practice ${found.id}`,
          group: messages.groups.practices,
          title: found.name,
          detail: messages.number(found.id),
          path:
            side === 'internal'
              ? (navigationOf(modules, 'internal', found.id)
                  .flatMap(({ links }) => links)
                  .find(({ path }) => path.includes(`/practices/${found.id}/`))?.path ?? INTERNAL_OVERVIEW_PATH)
              : practiceOverviewPath(found.id),
          found: true,
        }));
  const found = searchPlacements.flatMap((placement): PaletteEntry[] => {
    const state = searches.stateOf(placement);
    if (state.phase !== 'ready' || query !== typed) return [];
    return state.answer.map(({ id, title, detail, path, group }) => ({
      key: `${placement.key}/${id}`,
      group: group ?? placement.contribution.title,
      title,
      detail,
      path,
      found: true,
    }));
  });
  const recent = usage.recent
    .filter(({ path }) => path !== location.pathname)
    .slice(0, 5)
    .map((place): PaletteEntry => ({ ...place, key: `recent ${place.path}`, group: messages.groups.recent }));

  const entries =
    wordsOf(typed).length === 0
      ? [...recent, ...pages.filter(({ path }) => !recent.some((place) => place.path === path)), ...actions]
      : rank([...foundPractices, ...found, ...pages, ...actions], typed, usage);
  const phases = searchPlacements.map((placement) => ({ placement, state: searches.stateOf(placement) }));
  const practicesWanted = query.length >= MIN_QUERY_LENGTH;
  return {
    entries,
    isSearching:
      typed.length >= MIN_QUERY_LENGTH &&
      (query !== typed ||
        phases.some(({ state }) => state.phase === 'loading') ||
        (practicesWanted && practices.query !== query)),
    failed: [
      ...phases
        .filter(({ state }) => state.phase === 'failed')
        .map(({ placement }) => ({
          title: placement.contribution.title,
          retry: () => searches.ask(placement.key),
        })),
      ...commandPlacements
        .filter((placement) => commands.stateOf(placement).phase === 'failed')
        .map((placement) => ({
          title: messages.actionsOf(placement.contribution.title),
          retry: () => commands.ask(placement.key),
        })),
      ...(practices.failed && practices.query === query
        ? [{ title: messages.groups.practices, retry: practices.retry }]
        : []),
    ],
  };
}
