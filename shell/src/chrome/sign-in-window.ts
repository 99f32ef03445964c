/** Signs in again in a separate window, so that the page keeps unsaved edits. */
import type { User } from 'shared-api/contracts';
import { useEffect, useRef, useState } from 'react';
import { SESSION_CHANNEL } from '../session/session-channel';

export type PopupState = 'idle' | 'waiting' | 'blocked' | 'someone-else';

export interface SignInWindowOptions {
  /** The person who was signed in. Only they can continue with this page. */
  expected: User;
  readSignedInUser: () => Promise<User | null>;
  onSignedIn: () => void;
}

export interface SignInWindow {
  state: PopupState;
  /** @param href URL of the identity provider's sign-in */
  open: (href: string) => void;
}

/** Opens the window and waits for its message. Any window of this browser can send it, so the session is reloaded. */
export function useSignInWindow(options: SignInWindowOptions): SignInWindow {
  const [state, setState] = useState<PopupState>('idle');
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    let over = false;
    channel.onmessage = () => {
      const { readSignedInUser, expected, onSignedIn } = latest.current;
      void readSignedInUser().then((user) => {
        if (over || !user) return;
        if (user.id === expected.id) onSignedIn();
        else setState('someone-else');
      });
    };
    return () => {
      over = true;
      channel.close();
    };
  }, []);

  return {
    state,
    open: (href) => {
      const opened = window.open(href, 'practice-console-sign-in', 'popup,width=520,height=680');
      setState(opened ? 'waiting' : 'blocked');
    },
  };
}
