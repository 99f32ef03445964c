/** The practices that match what is typed, for the palette. */
import { isApiError } from 'shared-api';
import type { PracticeSummary } from 'shared-api/contracts';
import { useEffect, useMemo, useState } from 'react';
import { bestMatches, searchTexts } from 'shared-api/text-search';
import { createLocalSearch, type PracticeSearch } from '../chrome/practice-search';
import type { ShellContext } from '../shell-context';

export interface FoundPractices {
  /** The text that they were found for. */
  query: string;
  practices: readonly PracticeSummary[];
  /** How many match in all. */
  count: number;
  /** True if none matches, and these have the closest names. */
  isClosest: boolean;
  failed: boolean;
  retry: () => void;
}

interface SearchOptions {
  query: string;
  /** True for people who may open any practice. */
  everything: boolean;
  /** False while the text is too short. */
  isAsked: boolean;
}

/** Searches a loaded list. If no name contains the text, those that do with typos. */
function createTolerantSearch(practices: readonly PracticeSummary[]): PracticeSearch {
  const search = createLocalSearch(practices);
  return async (query, signal) => {
    const found = await search(query, signal);
    if (found.count > 0) return found;
    const matches = bestMatches(searchTexts(practices, query, ({ name }) => ({ title: name })));
    const results = matches.map(({ item }) => item);
    return { results, count: results.length, closest: !matches.some(({ isExact }) => isExact) };
  };
}

export function useFoundPractices(shell: ShellContext, { query, everything, isAsked }: SearchOptions): FoundPractices {
  const [found, setFound] = useState<Omit<FoundPractices, 'retry'>>({
    query: '',
    practices: [],
    count: 0,
    isClosest: false,
    failed: false,
  });
  const [attempt, setAttempt] = useState(0);
  const { practices: known } = shell.session;
  const search = useMemo(
    () => (everything ? shell.practices.search : createTolerantSearch(known)),
    [everything, shell, known],
  );
  useEffect(() => {
    if (!isAsked) return undefined;
    const stop = new AbortController();
    search(query, stop.signal).then(
      ({ results, count, closest: isClosest = false }) => {
        if (!stop.signal.aborted) setFound({ query, practices: results, count, isClosest, failed: false });
      },
      (error: unknown) => {
        if (!stop.signal.aborted && isApiError(error))
          setFound({ query, practices: [], count: 0, isClosest: false, failed: true });
      },
    );
    return () => stop.abort();
  }, [search, query, attempt, isAsked]);
  return { ...found, retry: () => setAttempt((count) => count + 1) };
}
