/** Notifies other tabs of this browser who is signed in, and listens to them. */
import type { Identity } from './identity';
import type { Reauthentication } from './reauthentication';

/** The identity provider's sign-in pages also use it (server/src/access/sessions/oidc-pages.ts). */
export const SESSION_CHANNEL = 'practice-console-session';

interface Announcement {
  /** Null after a sign-out. */
  personId: string | null;
}

let channel: BroadcastChannel | undefined;

/** One channel per page, which doesn't receive its own messages. */
function pageChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(SESSION_CHANNEL);
  return channel;
}

/** @param personId the signed-in person; null for nobody */
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
 * Checks who is signed in when another tab reports a change, and when the page is restored from the back/forward cache.
 * A restored page is hidden until the response, because it can show data of a person who has signed out.
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
      // The provider's sign-in window, which the open dialog waits for.
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
