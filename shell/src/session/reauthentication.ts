/** One question for all calls that meet an ended session at the same time. */
import { createValue, type Value } from '../value';

export interface Reauthentication {
  /** True while the person is asked to sign in again. */
  readonly asking: Value<boolean>;
  /** Resolves true when the same person has signed in again, false when they chose not to. */
  ask(): Promise<boolean>;
  /** Answers everybody who asked. */
  answer(signedIn: boolean): void;
}

export function createReauthentication(): Reauthentication {
  const asking = createValue(false);
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
        asking.set(true);
      }
      return question.promise;
    },
    answer(signedIn) {
      question?.resolve(signedIn);
      question = null;
      asking.set(false);
    },
  };
}
