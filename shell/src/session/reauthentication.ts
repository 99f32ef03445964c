/** One sign-in dialog for all calls that find the session expired at the same time. */
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface Reauthentication {
  /** True while the dialog is open. */
  readonly asking: StoreApi<boolean>;
  /** Resolves to true if the same person has signed in again, and to false if they declined. */
  ask(): Promise<boolean>;
  /** Resolves all waiting calls. */
  answer(signedIn: boolean): void;
}

export function createReauthentication(): Reauthentication {
  const asking = createStore(() => false);
  let question: { promise: Promise<boolean>; resolve: (signedIn: boolean) => void } | null = null;
  return {
    asking,
    ask() {
      if (!question) {
        let resolve: (signedIn: boolean) => void = () => undefined;
        const promise = new Promise<boolean>((settle) => {
          resolve = settle;
        });
        question = { promise, resolve };
        asking.setState(true);
      }
      return question.promise;
    },
    answer(signedIn) {
      question?.resolve(signedIn);
      question = null;
      asking.setState(false);
    },
  };
}
