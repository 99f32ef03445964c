/** Names and time zones of practices, and the practice last opened in this browser. */
import { isUnknownCall, request, send, type ApiError, type TransportContext } from 'shared-api';
import {
  listPractices,
  MAX_PRACTICE_SEARCH_LENGTH,
  readPractice,
  type AnswerOf,
  type PracticeSummary,
} from 'shared-api/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';

const keyOf = (userId: string): string => `console.last-practice.${userId}`;

export function readLastPractice(userId: string): number | null {
  try {
    const id = Number(localStorage.getItem(keyOf(userId)));
    return Number.isInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}

/** True if the person is no longer a member, or the practice was deleted. */
export function isNoAccess(error: ApiError): boolean {
  return error.status === 403 || isUnknownPractice(error);
}

/** True if no practice has that number, for people who can open every practice. */
export function isUnknownPractice(error: ApiError): boolean {
  return error.status === 404 && !isUnknownCall(error);
}

export function rememberPractice(userId: string, id: number): void {
  try {
    localStorage.setItem(keyOf(userId), String(id));
  } catch {
    // A browser without storage opens the first practice next time.
  }
}

export type PracticeAnswer = { practice: PracticeSummary } | { error: ApiError };

export interface Practices {
  /** Cached practices by id. */
  readonly known: StoreApi<ReadonlyMap<number, PracticeSummary>>;
  /** Names of practices that the person could open on this page but no longer can. */
  readonly former: StoreApi<ReadonlyMap<number, string>>;
  read(id: number): Promise<PracticeAnswer>;
  /** Loads one page of matching practices. Rejects with an ApiError. */
  search(query: string, signal?: AbortSignal): Promise<AnswerOf<typeof listPractices>>;
  remember(practice: PracticeSummary): void;
  /** Called with the flags in a response. Refetches the practice if its cached flags differ. */
  heardFeatureFlags(id: number, flags: readonly string[]): void;
}

/** Compares practices, so that an unchanged practice keeps its identity and views don't rerender. */
const isSame = (one: PracticeSummary | undefined, other: PracticeSummary): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function createPractices(context: TransportContext, initial: readonly PracticeSummary[]): Practices {
  const known = createStore<ReadonlyMap<number, PracticeSummary>>(
    () => new Map(initial.map((practice) => [practice.id, practice])),
  );
  const former = createStore<ReadonlyMap<number, string>>(() => new Map());
  const forget = (id: number): void => {
    const practice = known.getState().get(id);
    if (!practice) return;
    former.setState(new Map(former.getState()).set(id, practice.name), true);
    known.setState(new Map([...known.getState()].filter(([practiceId]) => practiceId !== id)), true);
  };
  const keep = (practice: PracticeSummary): void => {
    if (former.getState().has(practice.id)) {
      former.setState(new Map([...former.getState()].filter(([id]) => id !== practice.id)), true);
    }
    if (isSame(known.getState().get(practice.id), practice)) return;
    known.setState(new Map(known.getState()).set(practice.id, practice), true);
  };
  const read = async (id: number): Promise<PracticeAnswer> => {
    const { data, error } = await send(request(readPractice, { params: { practice: id } }), context);
    if (error) {
      if (isNoAccess(error)) forget(id);
      return { error };
    }
    const practice = data as PracticeSummary;
    keep(practice);
    return { practice };
  };
  const rereading = new Set<number>();
  /** Stores a listed practice. Lists can lack rights, so cached rights stay. */
  const storeListed = (listed: PracticeSummary): void => {
    const rights = listed.rights ?? known.getState().get(listed.id)?.rights;
    keep({ ...listed, ...(rights && { rights }) });
  };
  return {
    known,
    former,
    remember: storeListed,
    read,
    heardFeatureFlags(id, flags) {
      const practice = known.getState().get(id);
      if (!practice || rereading.has(id) || practice.feature_flags?.join() === flags.join()) return;
      rereading.add(id);
      // Doesn't use the flags in the response, because responses can arrive out of order.
      void read(id).finally(() => rereading.delete(id));
    },
    async search(query, signal) {
      const { data, error } = await send(
        request(listPractices, { query: { search: query.trim().slice(0, MAX_PRACTICE_SEARCH_LENGTH), page_size: 20 } }),
        context,
        signal,
      );
      if (error) throw error;
      const answer = data as AnswerOf<typeof listPractices>;
      for (const practice of answer.results) storeListed(practice);
      return answer;
    },
  };
}
