import { type ReactNode, useEffect, useState } from 'react';
import type { ApiError } from 'shared-api';
import { factsText, type PageData, type User } from 'shared-api/contracts';
import { ACCOUNT_LINK_PATH } from 'shared-api/contracts/account-links';
import { AccountLinkPage } from './chrome/AccountLinkPage';
import { SignInPage } from './chrome/SignInPage';
import { messages } from './messages';
import { renderRoot } from './root';
import { announcePerson } from './session/session-channel';
import {
  oidcSignIn,
  readLink,
  requestLink,
  setPasswordByLink,
  signInListed,
  signInWith,
  signOutSession,
} from './session/calls';

/** The passkey code loads when somebody uses one. */
async function signInWithPasskey(): Promise<{ error?: ApiError }> {
  try {
    const { signInByPasskey } = await import('./account/passkeys');
    return await signInByPasskey();
  } catch {
    return { error: { status: 0, code: 'not_loaded', message: messages.signIn.passkeyNotLoaded } };
  }
}

/** The sign-in page for any URL. After signing in, the same URL loads with the session. */
function SignIn({ page }: { page: PageData }): ReactNode {
  useEffect(() => {
    document.title = factsText([messages.signIn.title, messages.product]);
  }, []);
  return (
    <SignInPage
      page={page}
      oidc={oidcSignIn(page, false)}
      signIn={signInWith}
      signInListed={signInListed}
      signInWithPasskey={signInWithPasskey}
      requestLink={requestLink}
      onSignedIn={() => location.reload()}
    />
  );
}

/** The URL's token. It is removed from the URL immediately, so that nobody finds it in the history. */
function takeToken(): string {
  const token = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return token;
}

/** Ends the session of a person other than the link's. Their other tabs are notified. */
async function signOutPerson(user: User): Promise<{ error?: ApiError }> {
  let isSomebodyElse = false;
  const otherPerson = (): void => {
    isSomebodyElse = true;
  };
  const { error } = await signOutSession({ session: { user }, otherPerson });
  if (error && !isSomebodyElse) return { error };
  announcePerson(null);
  return {};
}

function AccountLink({ first }: { first: string }): ReactNode {
  const [token, setToken] = useState(first);
  // Another link opened in this tab differs only in its fragment, so the browser doesn't reload the page.
  useEffect(() => {
    const readNext = (): void => {
      if (location.hash.length > 1) setToken(takeToken());
    };
    window.addEventListener('hashchange', readNext);
    return () => window.removeEventListener('hashchange', readNext);
  }, []);
  useEffect(() => {
    document.title = factsText([messages.accountLink.documentTitle, messages.product]);
  }, []);
  return (
    <AccountLinkPage
      key={token}
      token={token}
      read={readLink}
      setPassword={setPasswordByLink}
      signOut={signOutPerson}
      onSignIn={() => location.assign('/')}
    />
  );
}

/** Starts the shell for a person who isn't signed in. */
export function start(page: PageData): void {
  // A link opens its page even while somebody is signed in.
  if (location.pathname !== ACCOUNT_LINK_PATH) announcePerson(null);
  renderRoot(
    page,
    location.pathname === ACCOUNT_LINK_PATH ? <AccountLink first={takeToken()} /> : <SignIn page={page} />,
  );
}
