import type { ApiError } from 'shared-api';
import type { User } from 'shared-api/contracts';
import type { AccountLink } from '../session/calls';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ErrorState, LoadingBlock } from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import { NewPasswordForm } from './NewPasswordForm';
import { Card, CardHead, Root } from './SignInCard';

const text = messages.accountLink;

export interface AccountLinkPageProps {
  /** The URL's token. */
  token: string;
  read: (token: string) => Promise<AccountLink>;
  /** Ends the session of somebody else in this browser. */
  signOut: (user: User) => Promise<{ error?: ApiError }>;
  setPassword: (token: string, password: string) => Promise<{ error?: ApiError }>;
  /** Opens the sign-in page, or the console if somebody is signed in. */
  onSignIn: () => void;
}

type State =
  | { phase: 'loading' }
  | { phase: 'failed'; message: string; isFinal: boolean }
  | ({ phase: 'ready' | 'done' } & LinkOwner);

interface LinkOwner {
  email: string;
  /** The practice that the person joins. Null for a password reset link. */
  practice: string | null;
  /** The other person who is signed in on this browser. */
  signedInAs: User | null;
  /** True if the link's own person is signed in on this browser. */
  isSignedIn: boolean;
  /**
   * `either`: the person signs in or sets a first password. The page doesn't reveal which one applies to the account.
   */
  opens: 'password' | 'sign_in' | 'either';
}

interface LinkTexts {
  title: string;
  lead: string;
  password: string;
  submit: string;
  done: string;
}

function textsOf({ email, practice, opens }: LinkOwner): LinkTexts {
  if (practice === null) return { ...text, lead: text.lead(email), done: text.done(email) };
  const { invitation } = text;
  const { lead, submit, done } = opens === 'password' ? invitation : invitation.either;
  return { ...invitation, submit, title: invitation.title(practice), lead: lead(email), done: done(practice) };
}

const isOver = ({ code }: Pick<ApiError, 'code'>): boolean => code === 'link_invalid';

/** Error code while somebody else is signed in on this browser. */
const SOMEONE_SIGNED_IN = 'someone_signed_in';

interface SignOutFirstProps {
  user: User;
  /** Email of the link's person. */
  email: string;
  signOut: (user: User) => Promise<{ error?: ApiError }>;
  onSignedOut: () => void;
  onStay: () => void;
}

/** Replaces the password form while somebody else is signed in, because it would act in their session. */
function SignOutFirst({ user, email, signOut, onSignedOut, onStay }: SignOutFirstProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const goOn = async (): Promise<void> => {
    setBusy(true);
    const { error } = await signOut(user);
    setBusy(false);
    if (error) setProblem(error.message);
    else onSignedOut();
  };
  return (
    <Stack spacing={4}>
      {problem && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
      <div>
        <Typography variant="subtitle1">{text.other.signedIn(user.name)}</Typography>
        <Typography color="textSecondary">{text.other.lead(email)}</Typography>
      </div>
      <Button variant="contained" loading={busy} onClick={() => void goOn()}>
        {text.other.signOut(user.name)}
      </Button>
      <Button variant="text" onClick={onStay}>
        {text.other.stay(user.name)}
      </Button>
    </Stack>
  );
}

const withoutToken: State = { phase: 'failed', message: text.incomplete, isFinal: true };

interface OpenedLink {
  state: State;
  /** Refetches the link, because somebody else can be signed in by now. */
  readAgain: () => void;
  fail: (error: ApiError) => void;
  finish: (link: LinkOwner) => void;
}

function useOpenedLink(token: string, read: AccountLinkPageProps['read']): OpenedLink {
  const [state, setState] = useState<State>(token === '' ? withoutToken : { phase: 'loading' });
  const [attempt, setAttempt] = useState(1);

  const readAgain = (): void => {
    setState({ phase: 'loading' });
    setAttempt(attempt + 1);
  };
  const fail = (error: ApiError): void => {
    if (error.code === SOMEONE_SIGNED_IN) readAgain();
    else setState({ phase: 'failed', message: error.message, isFinal: isOver(error) });
  };

  const onFailed = useEffectEvent(fail);

  useEffect(() => {
    if (token === '') return undefined;
    let left = false;
    void read(token).then(({ error, ...link }) => {
      if (left) return;
      const { email = '', practice_name: practice = null, opens = 'password' } = link;
      const { signed_in_as: signedInAs = null, signed_in: isSignedIn = false } = link;
      if (error) onFailed(error);
      else setState({ phase: 'ready', email, practice, signedInAs, isSignedIn, opens });
    });
    return () => {
      left = true;
    };
  }, [read, token, attempt]);

  return { state, readAgain, fail, finish: (link) => setState({ ...link, phase: 'done' }) };
}

interface ReadyLinkProps extends Pick<AccountLinkPageProps, 'token' | 'setPassword' | 'onSignIn'> {
  link: LinkOwner;
  onDone: () => void;
  onOver: (error: ApiError) => void;
}

/** The action for a valid link: set a password, or sign in if the person might have an account. */
function ReadyLink({ token, link, setPassword, onSignIn, onDone, onOver }: ReadyLinkProps): ReactNode {
  const { either } = text.invitation;
  const [isNew, setIsNew] = useState(link.opens === 'password');
  const texts = textsOf(link);
  const form = (
    <NewPasswordForm
      email={link.email}
      label={texts.password}
      submitLabel={texts.submit}
      setPassword={(password) => setPassword(token, password)}
      onDone={onDone}
      endsWith={(error) => isOver(error) || error.code === SOMEONE_SIGNED_IN}
      onOver={onOver}
    />
  );
  if (link.opens === 'password') return form;
  if (link.isSignedIn) {
    return (
      <Stack spacing={3}>
        <Typography>{either.isSignedIn}</Typography>
        <Button variant="contained" onClick={onSignIn}>
          {either.continue}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack spacing={6}>
      <Stack spacing={3}>
        <Typography>{either.withAccount}</Typography>
        <Button variant={isNew ? 'outlined' : 'contained'} onClick={onSignIn}>
          {either.signIn}
        </Button>
      </Stack>
      {link.opens === 'either' && (
        <Stack spacing={3}>
          <Typography>{either.without}</Typography>
          {isNew ? (
            form
          ) : (
            <Button variant="outlined" onClick={() => setIsNew(true)}>
              {either.setPassword}
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  );
}

/** The page behind a link that sets a password. It doesn't sign anybody in. */
export function AccountLinkPage({ token, read, setPassword, signOut, onSignIn }: AccountLinkPageProps): ReactNode {
  const { state, readAgain, fail, finish } = useOpenedLink(token, read);
  const texts = 'email' in state ? textsOf(state) : undefined;
  const toSignIn = (
    <Button variant={state.phase === 'done' ? 'contained' : 'outlined'} onClick={onSignIn}>
      {text.toSignIn}
    </Button>
  );
  return (
    <Root>
      <Card aria-labelledby="account-link-title">
        <CardHead
          id="account-link-title"
          title={texts?.title ?? text.documentTitle}
          {...(texts && state.phase === 'ready' && !state.signedInAs && { lead: texts.lead })}
        />
        {state.phase === 'loading' && <LoadingBlock label={text.loading} />}
        {state.phase === 'failed' &&
          (state.isFinal ? (
            <Stack spacing={4}>
              <Alert severity="error" role="alert">
                {state.message}
              </Alert>
              {toSignIn}
            </Stack>
          ) : (
            <ErrorState message={state.message} onRetry={readAgain} />
          ))}
        {state.phase === 'ready' && state.signedInAs && (
          <SignOutFirst
            user={state.signedInAs}
            email={state.email}
            signOut={signOut}
            onSignedOut={readAgain}
            onStay={onSignIn}
          />
        )}
        {state.phase === 'ready' && !state.signedInAs && (
          <ReadyLink {...{ token, setPassword, onSignIn }} link={state} onDone={() => finish(state)} onOver={fail} />
        )}
        {state.phase === 'done' && texts && (
          <Stack spacing={4}>
            <Alert severity="success" role="status">
              {texts.done}
            </Alert>
            {state.opens === 'either' && <Typography>{text.invitation.either.former}</Typography>}
            {toSignIn}
          </Stack>
        )}
      </Card>
    </Root>
  );
}
