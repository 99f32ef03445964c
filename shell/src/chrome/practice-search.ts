/** Searches any number of practices. Loads one page of results and ignores outdated queries. */
import { isApiError } from 'shared-api';
import { foldText, practiceQuery, type PracticeSummary } from 'shared-api/contracts';
import { useEffect, useState } from 'react';
import { messages } from '../messages';

/** Delay between the last keystroke and the search. */
export const SEARCH_DEBOUNCE_MS = 200;

export interface PracticePage {
  results: readonly PracticeSummary[];
  /** The total number of matches. */
  count: number;
  /** True if no practice matches, and these have the closest names. */
  closest?: boolean | undefined;
}

/** Searches the practices that match a text. Rejects with an ApiError. */
export type PracticeSearch = (query: string, signal: AbortSignal) => Promise<PracticePage>;

/** Searches a loaded list by name or number, as the server does. */
export function createLocalSearch(practices: readonly PracticeSummary[]): PracticeSearch {
  return (query) => {
    const wanted = foldText(practiceQuery(query));
    const results = practices.filter(({ id, name }) => foldText(name).includes(wanted) || String(id) === wanted);
    return Promise.resolve({ results, count: results.length });
  };
}

export interface PracticeSearchState {
  phase: 'searching' | 'found' | 'failed';
  /** The last results. They stay visible while the next search runs. */
  page: PracticePage;
  /** The error message of the last search. */
  message: string | null;
  retry: () => void;
}

interface Answer {
  question: string;
  page: PracticePage;
  message: string | null;
}

const nothing: PracticePage = { results: [], count: 0 };

/** Searches as the person types. Results for an outdated query are ignored. */
export function usePracticeSearch(search: PracticeSearch, query: string): PracticeSearchState {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [attempt, setAttempt] = useState(0);
  const question = `${query.trim()}\n${attempt}`;

  useEffect(() => {
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const page = await search(query.trim(), stop.signal);
        if (!stop.signal.aborted) setAnswer({ question, page, message: null });
      } catch (error) {
        if (stop.signal.aborted) return;
        const message = isApiError(error) && error.message !== '' ? error.message : messages.practice.searchFailed;
        setAnswer({ question, page: nothing, message });
      }
    };
    const timer = setTimeout(() => void ask(), query === '' ? 0 : SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [search, query, question]);

  const current = answer?.question === question;
  return {
    phase: !current ? 'searching' : answer.message === null ? 'found' : 'failed',
    page: answer?.page ?? nothing,
    message: current ? answer.message : null,
    retry: () => setAttempt((count) => count + 1),
  };
}
