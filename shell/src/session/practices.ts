/** Names and time zones of the practices that the console shows, and the one that was open last in this browser. */
import { request, send, type ApiError, type TransportContext } from 'shared-api';
import { listPractices, readPractice, type AnswerOf, type PracticeSummary } from 'shared-api/contracts';

const LAST_PRACTICE_KEY = 'console.last-practice';

export function readLastPractice(): number | null {
  try {
    const id = Number(localStorage.getItem(LAST_PRACTICE_KEY));
    return Number.isInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}

export function rememberPractice(id: number): void {
  try {
    localStorage.setItem(LAST_PRACTICE_KEY, String(id));
  } catch {
    // A browser without storage opens the first practice next time.
  }
}

export type PracticeAnswer = { practice: PracticeSummary } | { error: ApiError };

export interface Practices {
  /** The practice when it is known without a call. */
  known(id: number): PracticeSummary | undefined;
  read(id: number): Promise<PracticeAnswer>;
  /** One page of the practices that match; throws an ApiError. */
  search(query: string, signal?: AbortSignal): Promise<AnswerOf<typeof listPractices>>;
  remember(practice: PracticeSummary): void;
  /** Hears when what is known of a practice changes. */
  subscribe(listener: () => void): () => void;
}

/** The answer that was shown last stays the same object while nothing in it changes, so that views need not draw it again. */
const isSame = (one: PracticeSummary | undefined, other: PracticeSummary): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function createPractices(context: TransportContext, initial: readonly PracticeSummary[]): Practices {
  const known = new Map(initial.map((practice) => [practice.id, practice]));
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const keep = (practice: PracticeSummary): void => {
    if (isSame(known.get(practice.id), practice)) return;
    known.set(practice.id, practice);
    changed();
  };
  /** A list may come without rights: what is known of them stays. */
  const keepListed = (listed: PracticeSummary): void => {
    const rights = listed.rights ?? known.get(listed.id)?.rights;
    keep({ ...listed, ...(rights && { rights }) });
  };
  return {
    known: (id) => known.get(id),
    remember: keepListed,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async read(id) {
      const { data, error } = await send(request(readPractice, { params: { practice: id } }), context);
      if (error) {
        // The person is no member any more, or the practice is gone.
        if ((error.status === 403 || error.status === 404) && known.delete(id)) changed();
        return { error };
      }
      const practice = data as PracticeSummary;
      keep(practice);
      return { practice };
    },
    async search(query, signal) {
      const { data, error } = await send(
        request(listPractices, { query: { search: query, page_size: 20 } }),
        context,
        signal,
      );
      if (error) throw error;
      const answer = data as AnswerOf<typeof listPractices>;
      for (const practice of answer.results) keepListed(practice);
      return answer;
    },
  };
}
