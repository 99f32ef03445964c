/** Finding a practice among a few or a hundred thousand: one page of answers at a time, the newest question alone. */
import { isApiError } from 'shared-api';
import type { PracticeSummary } from 'shared-api/contracts';
import { useEffect, useState } from 'react';
import { messages } from '../messages';

/** Pause in typing after which a question is sent, in milliseconds. */
export const SEARCH_PAUSE_MS = 200;

export interface PracticePage {
  results: readonly PracticeSummary[];
  /** How many practices match in all. */
  count: number;
}

/** Asks for the practices that match a text. Throws an ApiError. */
export type PracticeSearch = (query: string, signal: AbortSignal) => Promise<PracticePage>;

/** Searches a list that is already here, by name or number. */
export function searchAmong(practices: readonly PracticeSummary[]): PracticeSearch {
  return (query) => {
    const wanted = query.trim().toLowerCase();
    const results = practices.filter(({ id, name }) => name.toLowerCase().includes(wanted) || String(id) === wanted);
    return Promise.resolve({ results, count: results.length });
  };
}

export interface PracticeFinding {
  phase: 'searching' | 'found' | 'failed';
  /** The last answer; it stays in sight while the next is on its way. */
  page: PracticePage;
  /** Why the last question failed, in words. */
  message: string | null;
  retry: () => void;
}

interface Answer {
  question: string;
  page: PracticePage;
  message: string | null;
}

const nothing: PracticePage = { results: [], count: 0 };

/** Follows a text that is being typed. An answer to an earlier text than the present one is dropped. */
export function usePracticeSearch(search: PracticeSearch, query: string): PracticeFinding {
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
    const timer = setTimeout(() => void ask(), query === '' ? 0 : SEARCH_PAUSE_MS);
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
