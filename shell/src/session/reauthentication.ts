/** One dialog for all calls that wait for the person to sign in again or confirm their second factor. */
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface Reauthentication {
  /** True while the dialog is open. */
  readonly asking: StoreApi<boolean>;
  /** Resolves to true if the same person has confirmed, and to false if they declined. */
  ask(): Promise<boolean>;
  /** Resolves all waiting calls. */
  answer(done: boolean): void;
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
