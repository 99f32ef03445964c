import type { ApiError } from 'shared-api';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorState, LoadingBlock } from 'shared-ui';
import { Alert, Button, Stack } from 'shared-ui/mui';
import { messages } from '../messages';
import { NewPasswordForm } from './NewPasswordForm';
import { Card, CardHead, Root } from './SignInCard';

const text = messages.accountLink;

export interface AccountLinkPageProps {
  /** The token of the address. */
  token: string;
  read: (token: string) => Promise<{ email?: string; practice_name?: string | null; error?: ApiError }>;
  setPassword: (token: string, password: string) => Promise<{ error?: ApiError }>;
  /** Opens the sign-in. */
  onSignIn: () => void;
}

type State =
  | { phase: 'loading' }
  | { phase: 'failed'; message: string; isFinal: boolean }
  | ({ phase: 'ready' | 'done' } & LinkOwner);

interface LinkOwner {
  email: string;
  /** The practice that the person joins. Null for a link in place of a forgotten password. */
  practice: string | null;
}

interface LinkTexts {
  title: string;
  lead: string;
  password: string;
  submit: string;
  done: string;
}

function textsOf({ email, practice }: LinkOwner): LinkTexts {
  if (practice === null) return { ...text, lead: text.lead(email), done: text.done(email) };
  const { invitation } = text;
  return {
    ...invitation,
    title: invitation.title(practice),
    lead: invitation.lead(email),
    done: invitation.done(practice),
  };
}

const isOver = ({ code }: Pick<ApiError, 'code'>): boolean => code === 'link_invalid';

/** Where a link to a new password leads. It signs nobody in. */
export function AccountLinkPage({ token, read, setPassword, onSignIn }: AccountLinkPageProps): ReactNode {
  const [state, setState] = useState<State>({ phase: 'loading' });
  const [attempt, setAttempt] = useState(1);

  const fail = (error: ApiError): void => setState({ phase: 'failed', message: error.message, isFinal: isOver(error) });

  useEffect(() => {
    let left = false;
    void read(token).then(({ email = '', practice_name: practice = null, error }) => {
      if (left) return;
      if (error) fail(error);
      else setState({ phase: 'ready', email, practice });
    });
    return () => {
      left = true;
    };
  }, [read, token, attempt]);

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
          {...(texts && state.phase === 'ready' && { lead: texts.lead })}
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
            <ErrorState
              message={state.message}
              onRetry={() => {
                setState({ phase: 'loading' });
                setAttempt(attempt + 1);
              }}
            />
          ))}
        {state.phase === 'ready' && texts && (
          <NewPasswordForm
            email={state.email}
            label={texts.password}
            submitLabel={texts.submit}
            setPassword={(password) => setPassword(token, password)}
            onDone={() => setState({ ...state, phase: 'done' })}
            endsWith={isOver}
            onOver={fail}
          />
        )}
        {state.phase === 'done' && texts && (
          <Stack spacing={4}>
            <Alert severity="success" role="status">
              {texts.done}
            </Alert>
            {toSignIn}
          </Stack>
        )}
      </Card>
    </Root>
  );
}
