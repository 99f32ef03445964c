import { type LoadableModule, type PracticeSummary } from 'shared-api/contracts';
import { useEffect, useMemo, useState } from 'react';
import { applyThemeMode, themeModes } from 'shared-ui';
import type { ContributionRunnerOptions } from '../contributions/contribution-runner';
import { SEARCH_DEBOUNCE_MS } from '../chrome/practice-search';
import { internalPathOf, practiceOverviewPath } from '../navigation/resolve-route';
import type { Registry } from '../registry/registry';
import type { ShellContext } from '../shell-context';
import { type PaletteEntry, rank, rankPartial } from './entries';
import { paletteMessages as messages } from './messages';
import { allPracticesPath, pageEntries, type PageToOpen } from './page-entries';
import { quickLinkEntries } from './quick-link-entries';
import { readUsage, type Usage } from './usage';
import { useCommandEntries, useFoundEntries } from './use-contributed-entries';
import { useFoundPractices } from './use-found-practices';

/** Contributions and practices are searched from this length on. */
const MIN_QUERY_LENGTH = 2;
const MAX_PRACTICES = 6;

/** The number of a practice may have one digit. */
const isSearched = (text: string): boolean => text.length >= MIN_QUERY_LENGTH || /^\d+$/.test(text);

/** What couldn't be searched. */
export interface FailedSearch {
  title: string;
  retry: () => void;
}

export interface PaletteView {
  entries: PaletteEntry[];
  isSearching: boolean;
  failed: FailedSearch[];
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

export interface PaletteSource extends AccountActions {
  shell: ShellContext;
  registry: Registry;
  contributions: ContributionRunnerOptions;
  /** The side of the open page. */
  side: LoadableModule['audience'];
  /** The practice of the pages, of the open one or the last one. */
  practice: PracticeSummary | null;
}

interface Chosen {
  /** A page whose practice is chosen next. Only practices are listed then. */
  page: PageToOpen | null;
  choose: (page: PageToOpen) => void;
  /** Opens the list of the keyboard shortcuts. */
  showShortcuts: () => void;
}

/** What the account menu does. */
export interface AccountActions {
  /** Opens the question whether the computer is shared. */
  onSharedComputer: () => void;
  onSignOut: () => void;
}

/** Asks for another practice. Null for a person who has only one. */
function switchEntry({ shell, registry, side }: PaletteSource, choose: Chosen['choose']): PaletteEntry | null {
  const { practices, all_practices: all, flags } = shell.session;
  if (practices.length < 2 && !all && !(side === 'internal' && flags.internal)) return null;
  const title = messages.console.switchPractice;
  const modules = registry.modules();
  const pathIn = (id: number): string => (side === 'internal' ? internalPathOf(modules, id) : practiceOverviewPath(id));
  return {
    key: 'switch practice',
    group: messages.groups.console,
    title,
    keywords: messages.console.switchPracticeKeywords,
    run: () => choose({ title: messages.overview, pathIn }),
    staysOpen: true,
  };
}

const consoleEntries = (source: PaletteSource, { choose, showShortcuts }: Chosen): PaletteEntry[] => [
  ...themeModes.map((mode) => ({
    key: `theme ${mode}`,
    group: messages.groups.console,
    title: messages.console.theme[mode],
    keywords: messages.console.themeKeywords[mode],
    run: () => applyThemeMode(mode),
  })),
  ...[switchEntry(source, choose)].filter((entry) => entry !== null),
  {
    key: 'shortcuts',
    group: messages.groups.console,
    title: messages.console.shortcuts,
    keywords: messages.console.shortcutsKeywords,
    run: showShortcuts,
  },
  {
    key: 'shared computer',
    group: messages.groups.console,
    title: messages.console.sharedComputer,
    keywords: messages.console.sharedComputerKeywords,
    run: source.onSharedComputer,
  },
  {
    key: 'sign out',
    group: messages.groups.console,
    title: messages.console.signOut,
    keywords: messages.console.signOutKeywords,
    run: source.onSignOut,
  },
];

interface PracticeEntries {
  entries: PaletteEntry[];
  /** True if they were found for what is typed now. */
  isFresh: boolean;
  isLoading: boolean;
  failed: FailedSearch[];
}

/** The practices that match: a few, with an entry that leads to the others; all of them for a page that was chosen before. */
function usePracticeEntries(source: PaletteSource, typed: string, query: string, chosen: Chosen): PracticeEntries {
  const { shell, registry, side } = source;
  const { session } = shell;
  const modules = registry.modules();
  const [expanded, setExpanded] = useState<string | null>(null);
  const everything = session.all_practices || (side === 'internal' && session.flags.internal);
  const isAsked = chosen.page !== null || isSearched(query);
  const practices = useFoundPractices(shell, { query, everything, isAsked });

  const pathIn = (id: number): string =>
    chosen.page?.pathIn(id) ?? (side === 'internal' ? internalPathOf(modules, id) : practiceOverviewPath(id));
  const isFresh = isAsked && practices.query === query && query === typed;
  const shown = practices.practices.slice(0, expanded === query || chosen.page ? undefined : MAX_PRACTICES);
  const hidden = practices.count - shown.length;
  const all = allPracticesPath(modules, side, query);
  const group = messages.groups.practices;
  const rest: PaletteEntry[] =
    hidden > 0 && !chosen.page
      ? [
          {
            key: 'more practices',
            group,
            title: messages.all(practices.count, typed, practices.isClosest),
            detail: messages.more(hidden),
            found: true,
            isLast: practices.isClosest,
            isRest: true,
            ...(all === null ? { run: () => setExpanded(query), staysOpen: true } : { path: all }),
          },
        ]
      : [];
  const entries = shown.map((found): PaletteEntry => ({
    key: `practice ${found.id}`,
    group,
    title: found.name,
    detail: messages.number(found.id),
    path: pathIn(found.id),
    found: true,
    isLast: practices.isClosest,
  }));
  return {
    entries: isFresh ? [...entries, ...rest] : [],
    isFresh,
    isLoading: practices.query !== query,
    failed: practices.failed && practices.query === query ? [{ title: group, retry: practices.retry }] : [],
  };
}

/** The pages that the person opened last. The name of the open practice isn't repeated. */
const recentEntries = (recent: Usage['recent'], practice: PracticeSummary | null): PaletteEntry[] =>
  recent
    .filter(({ path }) => path !== location.pathname)
    .slice(0, 5)
    .map(({ title, detail, path }) => ({
      title,
      detail: detail === practice?.name ? undefined : detail,
      path,
      key: `recent ${path}`,
      group: messages.groups.recent,
    }));

export function usePaletteEntries(source: PaletteSource, text: string, chosen: Chosen): PaletteView {
  const { shell, registry, side, practice } = source;
  const { session } = shell;
  const typed = text.trim();
  const query = useDebounced(typed);
  const usage = useMemo(() => readUsage(session.user.id), [session]);
  const commands = useCommandEntries(source, chosen.choose);
  const found = useFoundEntries(source, query.length < MIN_QUERY_LENGTH ? null : query, chosen.choose);
  const practices = usePracticeEntries(source, typed, query, chosen);
  if (chosen.page) {
    return { entries: practices.entries, isSearching: !practices.isFresh, failed: practices.failed };
  }

  const pages = pageEntries({ modules: registry.modules(), side, practice, choose: chosen.choose });
  const isCurrent = query === typed;
  const isSearching = isSearched(typed) && (!isCurrent || found.isLoading || practices.isLoading);
  const failed = [...found.failed, ...commands.failed, ...practices.failed];
  if (typed === '') {
    const recent = recentEntries(usage.recent, practice);
    const others = pages.filter(({ path }) => !recent.some((place) => place.path === path));
    return { entries: [...recent, ...others, ...commands.entries], isSearching, failed };
  }
  const own = [...commands.entries, ...quickLinkEntries(source), ...consoleEntries(source, chosen)];
  const matching = rank([...pages, ...practices.entries, ...(isCurrent ? found.entries : []), ...own], typed, usage);
  const isNothing = matching.length === 0 && !isSearching;
  return { entries: isNothing ? rankPartial([...pages, ...own], typed) : matching, isSearching, failed };
}
