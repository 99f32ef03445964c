import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import type { ApiError } from 'shared-api';
import {
  confirmTotpAtSignIn,
  finishSignIn,
  readSignInStep,
  type SecondFactorMethod,
  type SecondFactorProof,
  type SignInStep as Step,
  startPasskeyStep,
  startTotpAtSignIn,
} from 'shared-api/contracts/accounts';
import { ErrorState, LoadingBlock } from 'shared-ui';
import { TextField } from 'shared-ui/forms';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { noReauthentication } from '../session/calls';
import { type Answer, callerOf, type Caller } from './account-calls';
import { messages } from './messages';
import { askPasskey } from './passkeys';
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

const prompts: Record<SecondFactorMethod, { lead: (email: string) => string; label: string; use: string }> = {
  passkey: { lead: text.passkeyText, label: '', use: text.usePasskey },
  totp: { lead: text.totpText, label: text.code, use: text.useApp },
  recovery_code: { lead: text.recoveryText, label: text.recoveryCode, use: text.useRecovery },
};

/** Asks for a second factor: a passkey, a code of the authenticator app, or a recovery code. */
function FactorForm({ step, caller, onSignedIn, onBack }: PartProps): ReactNode {
  const [method, setMethod] = useState<SecondFactorMethod>(step.methods[0] ?? 'totp');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<ApiError | string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { lead, label } = prompts[method];
  const isTyped = method !== 'passkey';

  const proof = async (): Promise<Answer<SecondFactorProof>> => {
    if (isTyped) return { data: { method, code } };
    const asked = await caller(startPasskeyStep, {});
    if (asked.error) return asked;
    const answered = await askPasskey(asked.data.options);
    return answered.error ? answered : { data: { method, answer: answered.data } };
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (isTyped && code.trim() === '') {
      setProblem(text.codeMissing);
      field.current?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    const shown = await proof();
    const error = shown.error ?? (await caller(finishSignIn, { body: shown.data })).error;
    if (!error) {
      onSignedIn();
      return;
    }
    setBusy(false);
    setProblem(isTyped && error.code === 'wrong_code' ? error.message : error);
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
        {isTyped && (
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
        )}
        <Button type="submit" variant="contained" loading={busy} autoFocus={!isTyped}>
          {isTyped ? text.submit : text.usePasskey}
        </Button>
        <Stack spacing={1} style={{ alignItems: 'flex-start' }}>
          {step.methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button
                key={other}
                variant="text"
                disabled={busy}
                style={{ marginLeft: -12 }}
                onClick={() => {
                  setMethod(other);
                  setCode('');
                  setProblem(null);
                }}
              >
                {prompts[other].use}
              </Button>
            ))}
          <Button variant="text" disabled={busy} style={{ marginLeft: -12 }} onClick={onBack}>
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
  const Part = step.step === 'verify' ? FactorForm : Enrollment;
  return <Part step={step} caller={caller} onSignedIn={onSignedIn} onBack={onBack} />;
}
