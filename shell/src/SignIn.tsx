import { type ReactNode, useEffect } from 'react';
import type { ApiError } from 'shared-api';
import { factsText, type PageData } from 'shared-api/contracts';
import { SignInPage } from './chrome/SignInPage';
import { messages } from './messages';
import { renderRoot } from './root';
import { oidcSignIn, signInWith } from './session/calls';

/** The code of passkeys is loaded when somebody uses one. */
async function signInWithPasskey(): Promise<{ error?: ApiError }> {
  try {
    const { signInByPasskey } = await import('./account/passkeys');
    return await signInByPasskey();
  } catch {
    return { error: { status: 0, code: 'not_loaded', message: messages.signIn.passkeyNotLoaded } };
  }
}

/** The sign-in at any URL. After the sign-in, the same URL is loaded with the session. */
function SignIn({ page }: { page: PageData }): ReactNode {
  useEffect(() => {
    document.title = factsText([messages.signIn.title, messages.product]);
  }, []);
  return (
    <SignInPage
      page={page}
      oidc={oidcSignIn(page, false)}
      signIn={signInWith}
      signInWithPasskey={signInWithPasskey}
      onSignedIn={() => location.reload()}
    />
  );
}

/** Starts the shell for a person who isn't signed in. */
export function start(page: PageData): void {
  renderRoot(<SignIn page={page} />);
}
