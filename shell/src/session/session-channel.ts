/** Tells the other tabs of this browser who is signed in, and hears it from them. */
import type { Identity } from './identity';
import type { Reauthentication } from './reauthentication';

/** The pages of the identity provider's sign-in use it too (server/src/access/sessions/oidc-pages.ts). */
export const SESSION_CHANNEL = 'practice-console-session';

interface Announcement {
  /** Null after a sign-out. */
  personId: string | null;
}

let channel: BroadcastChannel | undefined;

/** One for the page, which doesn't hear itself. */
function pageChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(SESSION_CHANNEL);
  return channel;
}

/** @param personId who is signed in; null for nobody */
export function announcePerson(personId: string | null): void {
  pageChannel().postMessage({ personId } satisfies Announcement);
}

function isAnnouncement(value: unknown): value is Announcement {
  return typeof value === 'object' && value !== null && 'personId' in value;
}

export interface SessionWatchOptions {
  /** The person of this page. */
  userId: string;
  identity: Pick<Identity, 'other' | 'check'>;
  reauthentication: Pick<Reauthentication, 'asking'>;
  reload: () => void;
}

/**
 * Checks who is signed in when another tab says that it has changed, and when the page returns from the browser's cache of
 * pages. It is invisible until the answer, because it may show the data of a person who has signed out.
 *
 * Any tab can send a message, so a message only leads to a check.
 */
export function watchSession({ userId, identity, reauthentication, reload }: SessionWatchOptions): () => void {
  const heard = pageChannel();
  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    const isAsking = reauthentication.asking.getState();
    if (isAnnouncement(data)) {
      const isSettled = !isAsking && identity.other.getState() === null;
      if (isSettled && data.personId === userId) return;
    } else if (isAsking) {
      // The window of the provider's sign-in, which the open dialog waits for.
      return;
    }
    void identity.check();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    const { style } = document.documentElement;
    style.visibility = 'hidden';
    void identity.check().then((isKnown) => {
      if (isKnown) style.visibility = '';
      else reload();
    });
  };
  heard.addEventListener('message', onMessage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    heard.removeEventListener('message', onMessage);
    window.removeEventListener('pageshow', onPageShow);
    heard.close();
    channel = undefined;
  };
}
