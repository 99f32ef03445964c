import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import type { ApiError } from 'shared-api';
import {
  confirmTotpAtSignIn,
  finishSignIn,
  readSignInStep,
  type SecondFactorMethod,
  type SignInStep as Step,
  startTotpAtSignIn,
} from 'shared-api/contracts/accounts';
import { ErrorState, LoadingBlock } from 'shared-ui';
import { TextField } from 'shared-ui/forms';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { noReauthentication } from '../session/calls';
import { callerOf, type Caller } from './account-calls';
import { messages } from './messages';
import { RecoveryCodeList } from './RecoveryCodeList';
import { TotpSetup } from './TotpSetup';
import { useAnswer } from './use-answer';

const text = messages.step;

export interface SignInStepProps {
  onSignedIn: () => void;
  /** Goes back to the password. */
  onBack: () => void;
}

interface PartProps extends SignInStepProps {
  step: Step;
  caller: Caller;
}

const prompts: Record<SecondFactorMethod, { lead: (email: string) => string; label: string; other: string }> = {
  totp: { lead: text.totpText, label: text.code, other: text.useRecovery },
  recovery_code: { lead: text.recoveryText, label: text.recoveryCode, other: text.useApp },
};

/** Asks for a code of the authenticator app, or for a recovery code. */
function CodeForm({ step, caller, onSignedIn, onBack }: PartProps): ReactNode {
  const [method, setMethod] = useState<SecondFactorMethod>('totp');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<ApiError | string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { lead, label, other } = prompts[method];

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') {
      setProblem(text.codeMissing);
      field.current?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    const { error } = await caller(finishSignIn, { body: { method, code } });
    if (!error) {
      onSignedIn();
      return;
    }
    setBusy(false);
    setProblem(error.code === 'wrong_code' ? error.message : error);
    field.current?.select();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack spacing={4}>
        <Typography>{lead(step.email)}</Typography>
        {problem !== null && typeof problem !== 'string' && (
          <Alert severity="error" role="alert">
            {problem.message}
          </Alert>
        )}
        <TextField
          // A new field for the other kind of code.
          key={method}
          label={label}
          errorText={typeof problem === 'string' ? problem : undefined}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputRef={field}
          autoFocus
          autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
          slotProps={{
            htmlInput: {
              maxLength: 40,
              autoCapitalize: 'none',
              spellCheck: false,
              ...(method === 'totp' && { inputMode: 'numeric' as const }),
            },
          }}
        />
        <Button type="submit" variant="contained" loading={busy}>
          {text.submit}
        </Button>
        <Stack direction="row" spacing={2} style={{ flexWrap: 'wrap', justifyContent: 'space-between' }}>
          {step.methods.includes('recovery_code') && (
            <Button
              variant="text"
              style={{ marginLeft: -12 }}
              onClick={() => {
                setMethod(method === 'totp' ? 'recovery_code' : 'totp');
                setCode('');
                setProblem(null);
              }}
            >
              {other}
            </Button>
          )}
          <Button variant="text" style={{ marginRight: -12 }} onClick={onBack}>
            {text.back}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}

/** Leads a person whose account needs a second factor through its setup. */
function Enrollment({ step, caller, onSignedIn, onBack }: PartProps): ReactNode {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) {
    return (
      <Stack spacing={2}>
        <Typography variant="h2">{messages.recovery.listTitle}</Typography>
        <RecoveryCodeList codes={codes} email={step.email} onDone={onSignedIn} />
      </Stack>
    );
  }
  return (
    <Stack spacing={2}>
      <Typography variant="h2">{text.enrollTitle}</Typography>
      <Typography color="textSecondary">{text.enrollText}</Typography>
      <TotpSetup
        start={() => caller(startTotpAtSignIn, {})}
        confirm={(code) => caller(confirmTotpAtSignIn, { body: { code } })}
        onConfirmed={setCodes}
        onCancel={onBack}
        cancelLabel={text.back}
      />
    </Stack>
  );
}

/** The second step of a sign-in, after the password. */
export function SignInStep({ onSignedIn, onBack }: SignInStepProps): ReactNode {
  const caller = useMemo(() => callerOf(noReauthentication), []);
  const { data: step, error, reload } = useAnswer(caller, readSignInStep);
  if (error) {
    const expired = error.code === 'sign_in_expired';
    return (
      <Stack spacing={2}>
        <ErrorState title={text.failed} message={error.message} onRetry={expired ? undefined : reload} />
        <Button onClick={onBack}>{text.back}</Button>
      </Stack>
    );
  }
  if (!step) return <LoadingBlock label={text.loading} />;
  const Part = step.step === 'verify' ? CodeForm : Enrollment;
  return <Part step={step} caller={caller} onSignedIn={onSignedIn} onBack={onBack} />;
}
