/** Tracks whether the page's person is still signed in. All tabs of a browser share one session. */
import type { User } from 'shared-api/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Reauthentication } from './reauthentication';

export interface Identity {
  /** The person who is signed in instead of the page's person; null for nobody. */
  readonly other: StoreApi<User | null>;
  /** True from the end of the session in another tab until somebody signs in. */
  readonly signedOut: StoreApi<boolean>;
  /** Asks the server who is signed in. @returns false without a response, which changes nothing */
  check(): Promise<boolean>;
}

export interface IdentityOptions {
  /** The page's person. */
  user: User;
  /** Null if nobody is signed in, undefined without a response. */
  readPresentUser: () => Promise<User | null | undefined>;
  /** The sign-in dialog for an ended session. */
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
      // Lets calls that wait for the person continue.
      else if (isSame && reauthentication.asking.getState()) reauthentication.answer(true);
      return true;
    },
  };
}
