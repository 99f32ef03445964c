import type { ApiError } from 'shared-api';
import { type ReactNode, useState } from 'react';
import { Alert, Button } from 'shared-ui/mui';
import { messages } from '../messages';

/** True if the browser supports passkeys, which requires a secure page. */
const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

export interface PasskeyAttempt {
  busy: boolean;
  failed: string | null;
  start: () => Promise<void>;
}

export function usePasskeySignIn(signIn: () => Promise<{ error?: ApiError }>, onSignedIn: () => void): PasskeyAttempt {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const start = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailed(null);
    const { error } = await signIn();
    if (!error) {
      onSignedIn();
      return;
    }
    setBusy(false);
    setFailed(error.message);
  };
  return { busy, failed, start };
}

export interface PasskeySignInProps {
  attempt: PasskeyAttempt;
  /** True while another way to sign in is running. */
  disabled: boolean;
}

/** Signs in with a passkey, if the browser supports them. */
export function PasskeySignIn({ attempt, disabled }: PasskeySignInProps): ReactNode {
  return (
    <>
      {hasPasskeys() && (
        <Button
          variant="outlined"
          loading={attempt.busy}
          disabled={disabled}
          style={{ width: '100%', marginTop: 12 }}
          onClick={() => void attempt.start()}
        >
          {messages.signIn.passkey}
        </Button>
      )}
      {attempt.failed !== null && (
        <Alert severity="error" role="alert" style={{ marginTop: 12 }}>
          {attempt.failed}
        </Alert>
      )}
    </>
  );
}
