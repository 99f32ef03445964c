/** The entries that modules contribute to the palette: what they offer, and what they find. */
import { contributionRunnerOf } from '../contributions/contribution-runner';
import { type Placement, placementsOf } from '../contributions/placements';
import { useSlot } from '../contributions/use-slot';
import { ANY_PRACTICE, factsText } from 'shared-api/contracts';
import { useMemo } from 'react';
import type { PaletteEntry } from './entries';
import { paletteMessages as messages } from './messages';
import { inChosenPractice, type PageToOpen, sidesFrom } from './page-entries';
import type { FailedSearch, PaletteSource } from './use-palette-entries';

export interface ContributedEntries {
  entries: PaletteEntry[];
  failed: FailedSearch[];
}

/** Asks for the practice of an entry without one. */
type Choose = (page: PageToOpen) => void;

const isWithoutPractice = (path: string): boolean => path.split('/').includes(ANY_PRACTICE);

/** Where an entry leads: to its page, or to the choice of the practice. */
const targetOf = (entry: { title: string; path: string }, choose: Choose) =>
  isWithoutPractice(entry.path) ? inChosenPractice(entry, choose) : { path: entry.path };

export function useCommandEntries(
  { registry, contributions, side, practice }: PaletteSource,
  choose: Choose,
): ContributedEntries {
  const modules = registry.modules();
  const placements = useMemo(
    () => sidesFrom(side).flatMap((one) => placementsOf(modules, 'command', one, practice)),
    [modules, side, practice],
  );
  const commands = useSlot(contributionRunnerOf(contributions), 'command', placements);
  const entries = placements.flatMap((placement): PaletteEntry[] => {
    const state = commands.stateOf(placement);
    if (state.phase !== 'ready') return [];
    const { contribution, module, practice: about } = placement;
    return state.answer.map(({ id, title, detail, keywords, path }) => ({
      key: `${placement.key}/${id}`,
      group: messages.actionsOf(contribution.title),
      title,
      detail:
        detail ??
        (isWithoutPractice(path) ? messages.choosePractice : module.audience === side ? undefined : about?.name),
      keywords: about ? [...(keywords ?? []), about.name] : keywords,
      ...targetOf({ title, path }, choose),
    }));
  });
  const failed = placements
    .filter((placement) => commands.stateOf(placement).phase === 'failed')
    .map((placement) => ({
      title: messages.actionsOf(placement.contribution.title),
      retry: () => commands.ask(placement.key),
    }));
  return { entries, failed };
}

const none: readonly Placement[] = [];

export interface FoundEntries extends ContributedEntries {
  isLoading: boolean;
}

/** @param query what is searched for; null while it is too short */
export function useFoundEntries(source: PaletteSource, query: string | null, choose: Choose): FoundEntries {
  const { registry, contributions, side, practice } = source;
  const modules = registry.modules();
  const isSearched = query !== null;
  const placements = useMemo(
    () => (isSearched ? sidesFrom(side).flatMap((one) => placementsOf(modules, 'search', one, practice)) : none),
    // Another text asks anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [modules, side, practice, query],
  );
  const searches = useSlot(contributionRunnerOf(contributions), 'search', placements, [query ?? '']);
  const states = placements.map((placement) => ({ placement, state: searches.stateOf(placement) }));
  return {
    entries: states.flatMap(({ placement, state }): PaletteEntry[] => {
      if (state.phase !== 'ready') return [];
      return state.answer.map(({ id, title, detail, path, group, keywords, closest: isClosest }) => ({
        key: `${placement.key}/${id}`,
        group: group ?? placement.contribution.title,
        title,
        detail: isWithoutPractice(path) ? factsText([detail, messages.choosePractice]) : detail,
        keywords,
        found: true,
        isContributed: true,
        isClosest,
        ...targetOf({ title, path }, choose),
      }));
    }),
    isLoading: states.some(({ state }) => state.phase === 'loading'),
    failed: states
      // The other side may need a reason for its data, which is asked for when it is opened.
      .filter(({ state, placement }) => state.phase === 'failed' && placement.module.audience === side)
      .map(({ placement }) => ({
        title: placement.contribution.title,
        retry: () => searches.ask(placement.key),
      })),
  };
}
