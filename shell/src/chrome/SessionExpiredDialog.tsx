import type { User } from 'shared-api/contracts';
import { type ReactNode, useState } from 'react';
import { InlineStatus } from 'shared-ui';
import { Alert, Button, Divider, Stack, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import type { ProviderSignIn } from '../session/calls';
import type { SignIn } from './credentials';
import { NativeDialog } from './NativeDialog';
import { SecondStep } from './SecondStep';
import { SignInForm } from './SignInForm';
import { type PopupState, useSignInWindow } from './sign-in-window';

const text = messages.expired;

const statusWords = (state: PopupState, provider: string): string | null => {
  switch (state) {
    case 'waiting':
      return text.waiting(provider);
    case 'blocked':
      return text.blocked;
    case 'someone-else':
      return text.wrongPerson;
    case 'idle':
      return null;
  }
};

const buttonText = (state: PopupState, provider: string): string => {
  if (state === 'someone-else') return messages.signIn.oidcOther(provider);
  return state === 'idle' ? messages.signIn.oidc(provider) : text.again;
};

export interface SessionExpiredDialogProps {
  user: User;
  /**
   * True after a sign-out in another tab. Whoever is at the computer now must not see the page or its person's name.
   */
  coversPage?: boolean;
  localAccounts: boolean;
  oidc: ProviderSignIn | null;
  signIn: SignIn;
  /** Loads the signed-in person; null if nobody is signed in. Called after the sign-in window finishes. */
  readSignedInUser: () => Promise<User | null>;
  /** Called when the same person is signed in again. */
  onSignedIn: () => void;
  /** Goes to the sign-in page and discards unsaved changes. */
  onSomeoneElse: () => void;
}

/** Asks the person to sign in again, on top of the open page, which keeps its unsaved changes. */
export function SessionExpiredDialog(props: SessionExpiredDialogProps): ReactNode {
  const { user, coversPage = false, localAccounts, oidc, signIn, readSignedInUser, onSignedIn, onSomeoneElse } = props;
  const popup = useSignInWindow({ expected: user, readSignedInUser, onSignedIn });
  const [busy, setBusy] = useState(false);
  /** True once the password is accepted and a second step follows. */
  const [second, setSecond] = useState(false);
  const said = oidc ? statusWords(popup.state, oidc.name) : null;

  const signInHere: SignIn = async (email, password) => {
    setBusy(true);
    const result = await signIn(email, password);
    setBusy(false);
    return result;
  };

  return (
    <NativeDialog title={text.title} covers={coversPage}>
      <Stack spacing={4}>
        <Typography color="textSecondary">{text.text}</Typography>
        {!coversPage && <Typography variant="subtitle1">{text.as(user.name, user.email)}</Typography>}
        {second && <SecondStep onSignedIn={onSignedIn} onBack={() => setSecond(false)} />}
        {!second && localAccounts && (
          <SignInForm
            email={user.email}
            signIn={signInHere}
            submitLabel={text.submit}
            onSignedIn={onSignedIn}
            onSecondStep={() => setSecond(true)}
          />
        )}
        {!second && oidc && (
          <Stack spacing={2}>
            <Button
              variant={localAccounts ? 'outlined' : 'contained'}
              disabled={busy}
              onClick={() => popup.open(popup.state === 'someone-else' ? oidc.otherHref : oidc.href)}
            >
              {buttonText(popup.state, oidc.name)}
            </Button>
            {popup.state === 'someone-else' || popup.state === 'blocked' ? (
              <Alert severity="warning" role="alert">
                {said}
              </Alert>
            ) : (
              <InlineStatus tone="information">{said}</InlineStatus>
            )}
          </Stack>
        )}
        <Divider />
        <div>
          <Button variant="text" disabled={busy} style={{ marginLeft: -12 }} onClick={onSomeoneElse}>
            {text.other}
          </Button>
          <Typography variant="body2" color="textSecondary">
            {text.otherText}
          </Typography>
        </div>
      </Stack>
    </NativeDialog>
  );
}
