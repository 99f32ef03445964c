import { type LoadableModule, type PracticeSummary, wordsOf } from 'shared-api/contracts';
import { useEffect, useMemo, useState } from 'react';
import { applyThemeMode, themeModes } from 'shared-ui';
import { contributionRunnerOf, type ContributionRunnerOptions } from '../contributions/contribution-runner';
import { type Placement, placementsOf } from '../contributions/placements';
import { useSlot } from '../contributions/use-slot';
import { SEARCH_DEBOUNCE_MS } from '../chrome/practice-search';
import { practiceOverviewPath } from '../navigation/resolve-route';
import type { Registry } from '../registry/registry';
import type { ShellContext } from '../shell-context';
import { type PaletteEntry, rank } from './entries';
import { paletteMessages as messages } from './messages';
import { allPracticesPath, internalPathOf, pageEntries, type PageToOpen, sidesFrom } from './page-entries';
import { readUsage } from './usage';
import { useFoundPractices } from './use-found-practices';

/** Contributions and practices are searched from this length on. */
const MIN_QUERY_LENGTH = 2;
const MAX_PRACTICES = 6;

/** The number of a practice may have one digit. */
const isSearched = (text: string): boolean => text.length >= MIN_QUERY_LENGTH || /^\d+$/.test(text);

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

interface Chosen {
  /** A page whose practice is chosen next. Only practices are listed then. */
  page: PageToOpen | null;
  choose: (page: PageToOpen) => void;
  /** Opens the list of the keyboard shortcuts. */
  showShortcuts: () => void;
}

const consoleEntries = (showShortcuts: () => void): PaletteEntry[] => [
  ...themeModes.map((mode) => ({
    key: `theme ${mode}`,
    group: messages.groups.console,
    title: messages.console.theme[mode],
    keywords: messages.console.themeKeywords,
    run: () => applyThemeMode(mode),
  })),
  {
    key: 'shortcuts',
    group: messages.groups.console,
    title: messages.console.shortcuts,
    keywords: messages.console.shortcutsKeywords,
    run: showShortcuts,
  },
];

export function usePaletteEntries(source: PaletteSource, text: string, chosen: Chosen): PaletteView {
  const { shell, registry, contributions, side, practice } = source;
  const { session } = shell;
  const modules = registry.modules();
  const typed = text.trim();
  const query = useDebounced(typed);
  const [expanded, setExpanded] = useState<string | null>(null);
  const runner = contributionRunnerOf(contributions);
  const usage = useMemo(() => readUsage(session.user.id), [session]);

  const commandPlacements = useMemo(
    () => sidesFrom(side).flatMap((one) => placementsOf(modules, 'command', one, practice)),
    [modules, side, practice],
  );
  const searchPlacements = useMemo(
    () =>
      query.length < MIN_QUERY_LENGTH
        ? none
        : sidesFrom(side).flatMap((one) => placementsOf(modules, 'search', one, practice)),
    [modules, side, practice, query],
  );
  const commands = useSlot(runner, 'command', commandPlacements);
  const searches = useSlot(runner, 'search', searchPlacements, [query]);
  const everything = session.all_practices || (side === 'internal' && session.flags.internal);
  const isAsked = chosen.page !== null || isSearched(query);
  const practices = useFoundPractices(shell, { query, everything, isAsked });

  const pages = pageEntries({ modules, side, practice, choose: chosen.choose });
  const actions = commandPlacements.flatMap((placement): PaletteEntry[] => {
    const state = commands.stateOf(placement);
    if (state.phase !== 'ready') return [];
    return state.answer.map(({ id, title, detail, keywords, path }) => ({
      key: `${placement.key}/${id}`,
      group: messages.actionsOf(placement.contribution.title),
      title,
      detail: detail ?? (placement.module.audience === side ? undefined : placement.practice?.name),
      keywords: placement.practice ? [...(keywords ?? []), placement.practice.name] : keywords,
      path,
    }));
  });
  const pathIn = (id: number): string =>
    chosen.page?.pathIn(id) ?? (side === 'internal' ? internalPathOf(modules, id) : practiceOverviewPath(id));
  const isFresh = isAsked && practices.query === query && query === typed;
  const shown = practices.practices.slice(0, expanded === query || chosen.page ? undefined : MAX_PRACTICES);
  const hidden = practices.count - shown.length;
  const all = allPracticesPath(modules, side, query);
  const foundPractices = !isFresh
    ? []
    : [
        ...shown.map((found): PaletteEntry => ({
          key: `practice ${found.id}`,
          group: messages.groups.practices,
          title: found.name,
          detail: messages.number(found.id),
          path: pathIn(found.id),
          found: true,
        })),
        ...(hidden > 0 && !chosen.page
          ? [
              {
                key: 'more practices',
                group: messages.groups.practices,
                title: messages.more(hidden, typed),
                found: true,
                isRest: true,
                ...(all === null ? { run: () => setExpanded(query), staysOpen: true } : { path: all }),
              },
            ]
          : []),
      ];
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
    .map(({ title, detail, path }): PaletteEntry => ({
      title,
      detail: detail === practice?.name ? undefined : detail,
      path,
      key: `recent ${path}`,
      group: messages.groups.recent,
    }));

  const phases = searchPlacements.map((placement) => ({ placement, state: searches.stateOf(placement) }));
  const practicesFailed =
    practices.failed && practices.query === query ? [{ title: messages.groups.practices, retry: practices.retry }] : [];
  if (chosen.page) {
    return { entries: foundPractices, isSearching: !isFresh, failed: practicesFailed };
  }
  return {
    entries:
      wordsOf(typed).length === 0
        ? [...recent, ...pages.filter(({ path }) => !recent.some((place) => place.path === path)), ...actions]
        : rank(
            [...pages, ...foundPractices, ...found, ...actions, ...consoleEntries(chosen.showShortcuts)],
            typed,
            usage,
          ),
    isSearching:
      isSearched(typed) &&
      (query !== typed || phases.some(({ state }) => state.phase === 'loading') || practices.query !== query),
    failed: [
      ...phases
        // The other side may need a reason for its data, which is asked for when it is opened.
        .filter(({ state, placement }) => state.phase === 'failed' && placement.module.audience === side)
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
      ...practicesFailed,
    ],
  };
}
