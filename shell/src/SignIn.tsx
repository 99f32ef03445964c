import { type ReactNode, useEffect } from 'react';
import { factsText, type PageData } from 'shared-api/contracts';
import { SignInPage } from './chrome/SignInPage';
import { messages } from './messages';
import { renderRoot } from './root';
import { oidcSignIn, signInWith } from './session/calls';

/** The sign-in at any URL. After the sign-in, the same URL is loaded with the session. */
function SignIn({ page }: { page: PageData }): ReactNode {
  useEffect(() => {
    document.title = factsText([messages.signIn.title, messages.product]);
  }, []);
  return (
    <SignInPage page={page} oidc={oidcSignIn(page, false)} signIn={signInWith} onSignedIn={() => location.reload()} />
  );
}

/** Starts the shell for a person who isn't signed in. */
export function start(page: PageData): void {
  renderRoot(<SignIn page={page} />);
}
