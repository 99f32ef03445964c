/** The support accesses of this session: practices that the person opened for a reason (docs/decisions/0062). */
import { type ApiError, request, send, type SupportQuestion, type TransportContext } from 'shared-api';
import type { AnswerOf, BodyOf } from 'shared-api/contracts';
import {
  endSupportAccess,
  openSupportAccess,
  readSupportAccess,
  type SupportAccess,
} from 'shared-api/contracts/support-access';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { practiceIn } from '../navigation/routes';

export type SupportState =
  /** The person is a member, or the console asks for no reasons. */
  | { phase: 'not-needed' }
  /** The person has to give a reason for opening it. */
  | { phase: 'closed' }
  | { phase: 'open'; access: SupportAccess }
  /** The access has expired. The page stays, so that no input is lost. */
  | { phase: 'over' };

/** Always the same object, so that views don't rerender. */
const NOT_NEEDED: SupportState = { phase: 'not-needed' };

export type SupportReason = BodyOf<typeof openSupportAccess>;

/** A practice that a page is waiting for. */
export interface WaitingPractice {
  id: number;
  name: string;
}

export interface SupportAccesses {
  /** Absent if not known yet. */
  readonly states: StoreApi<ReadonlyMap<number, SupportState>>;
  /** The practice the dialog asks about. */
  readonly asking: StoreApi<WaitingPractice | null>;
  stateOf(practiceId: number): SupportState | undefined;
  read(practiceId: number): Promise<{ error?: ApiError }>;
  open(practiceId: number, reason: SupportReason): Promise<{ error?: ApiError }>;
  /** Ends the open access and closes the practice's page. */
  end(practiceId: number): Promise<{ error?: ApiError }>;
  /** Asks in a dialog. Resolves to true once one of the practices is open. */
  ask(question: SupportQuestion): Promise<boolean>;
  /** Closes the dialog without opening the practice. */
  decline(): void;
}

export interface SupportAccessesOptions {
  context: TransportContext;
  /** False if the console asks for no reasons. */
  asks: boolean;
  /** Practices that the person is a member of. */
  memberOf: readonly number[];
  now?: () => number;
}

/** True if calls about the practice are allowed. */
export const isOpen = (state: SupportState | undefined): boolean =>
  state?.phase === 'not-needed' || state?.phase === 'open';

interface PracticeQuestion {
  asking: StoreApi<WaitingPractice | null>;
  /** Asks about one practice at a time. Pages that wait for the same practice share the result. */
  askAbout: (practice: WaitingPractice) => Promise<boolean>;
  answer: (isOpened: boolean) => void;
}

function createPracticeQuestion(): PracticeQuestion {
  const asking = createStore<WaitingPractice | null>(() => null);
  let question: { promise: Promise<boolean>; resolve: (isOpened: boolean) => void } | null = null;
  return {
    asking,
    askAbout(practice) {
      if (!question) {
        let resolve: (isOpened: boolean) => void = () => undefined;
        const promise = new Promise<boolean>((settle) => {
          resolve = settle;
        });
        question = { promise, resolve };
        asking.setState(practice, true);
      }
      return asking.getState()?.id === practice.id ? question.promise : Promise.resolve(false);
    },
    answer(isOpened) {
      question?.resolve(isOpened);
      question = null;
      asking.setState(null, true);
    },
  };
}

async function fetchSupportState(practiceId: number, context: TransportContext): Promise<SupportState | ApiError> {
  const { data, error } = await send(request(readSupportAccess, { params: { practice: practiceId } }), context);
  if (error) return error;
  const { required, access } = data as AnswerOf<typeof readSupportAccess>;
  if (!required) return { phase: 'not-needed' };
  return access ? { phase: 'open', access } : { phase: 'closed' };
}

export function createSupportAccesses(options: SupportAccessesOptions): SupportAccesses {
  const { context, asks, memberOf, now = Date.now } = options;
  const states = createStore<ReadonlyMap<number, SupportState>>(() => new Map());
  const { asking, askAbout, answer } = createPracticeQuestion();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();

  const stateOf = (practiceId: number): SupportState | undefined =>
    !asks || memberOf.includes(practiceId) ? NOT_NEEDED : states.getState().get(practiceId);

  const set = (practiceId: number, state: SupportState): void => {
    clearTimeout(timers.get(practiceId));
    timers.delete(practiceId);
    states.setState(new Map(states.getState()).set(practiceId, state), true);
    if (state.phase !== 'open') return;
    const endsInMs = state.access.ends_at * 1000 - now();
    timers.set(
      practiceId,
      setTimeout(() => void expire(practiceId), Math.max(0, endsInMs)),
    );
    if (asking.getState()?.id === practiceId) answer(true);
  };

  const fetchState = (practiceId: number): Promise<SupportState | ApiError> => fetchSupportState(practiceId, context);

  /** The access has expired, unless the person reopened the practice in another tab. */
  async function expire(practiceId: number): Promise<void> {
    const next = await fetchState(practiceId);
    if ('phase' in next && next.phase !== 'closed') {
      const isLater = next.phase !== 'open' || next.access.ends_at * 1000 > now();
      if (isLater) {
        set(practiceId, next);
        return;
      }
    }
    if (states.getState().get(practiceId)?.phase !== 'open') return;
    set(practiceId, { phase: 'over' });
    if (practiceIn(location.pathname) === practiceId) void askAbout({ id: practiceId, name: '' });
  }

  return {
    states,
    asking,
    stateOf,
    async read(practiceId) {
      const next = await fetchState(practiceId);
      if (!('phase' in next)) return { error: next };
      set(practiceId, next);
      return {};
    },
    async open(practiceId, reason) {
      const opening = request(openSupportAccess, { params: { practice: practiceId }, body: reason });
      const { data, error } = await send(opening, context);
      if (error) return { error };
      set(practiceId, { phase: 'open', access: data as SupportAccess });
      return {};
    },
    async end(practiceId) {
      const state = states.getState().get(practiceId);
      if (state?.phase !== 'open') return {};
      const params = { practice: practiceId, access: state.access.id };
      const { error } = await send(request(endSupportAccess, { params }), context);
      if (error) return { error };
      set(practiceId, { phase: 'closed' });
      return {};
    },
    async ask({ practices, background }) {
      const here = practiceIn(location.pathname);
      const practice = practices.find(({ id }) => id === here) ?? practices[0];
      if (!practice) return false;
      const state = states.getState().get(practice.id);
      // The person declined, or the page called by itself. Polling must not interrupt them again.
      if (background && state?.phase !== 'open' && asking.getState()?.id !== practice.id) return false;
      if (state?.phase === 'open') {
        // The access ended early, or the refused call was sent before the practice was opened.
        const next = await fetchState(practice.id);
        const isStillOpen = 'phase' in next && isOpen(next);
        set(practice.id, isStillOpen ? next : { phase: 'over' });
        if (isStillOpen) return true;
      }
      return askAbout({ id: practice.id, name: practice.name });
    },
    decline: () => answer(false),
  };
}
