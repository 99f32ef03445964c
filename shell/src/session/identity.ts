/** Whether the person of this page is still the one who is signed in. Tabs of one browser share one session. */
import type { User } from 'shared-api/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Reauthentication } from './reauthentication';

export interface Identity {
  /** The person who is signed in instead of the page's; null for nobody. */
  readonly other: StoreApi<User | null>;
  /** True from the end of the session in another tab until somebody signs in. */
  readonly signedOut: StoreApi<boolean>;
  /** Asks the server who is signed in. @returns false without an answer, which changes nothing */
  check(): Promise<boolean>;
}

export interface IdentityOptions {
  /** The person of the page. */
  user: User;
  /** Null if nobody is signed in, undefined without an answer. */
  readPresentUser: () => Promise<User | null | undefined>;
  /** The question that an ended session leads to. */
  reauthentication: Reauthentication;
}

export function createIdentity({ user, readPresentUser, reauthentication }: IdentityOptions): Identity {
  const other = createStore<User | null>(() => null);
  const signedOut = createStore(() => false);
  return {
    other,
    signedOut,
    async check() {
      const present = await readPresentUser();
      if (present === undefined) return false;
      const isSame = present?.id === user.id;
      other.setState(isSame ? null : present, true);
      signedOut.setState(present === null, true);
      if (present === null) void reauthentication.ask();
      // Calls that wait for the person go on.
      else if (isSame && reauthentication.asking.getState()) reauthentication.answer(true);
      return true;
    },
  };
}
