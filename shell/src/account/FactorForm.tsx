import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { ApiError } from 'shared-api';
import type { SecondFactorMethod, SecondFactorProof, startPasskeyStep } from 'shared-api/contracts/accounts';
import { TextField, type TextFieldProps } from 'shared-ui/text-fields';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { needsSecondStep } from '../chrome/credentials';
import type { Answer, Caller } from './account-calls';
import { messages } from './messages';
import { askPasskey } from './passkeys';

const text = messages.step;

const prompts: Record<SecondFactorMethod, { lead: (email: string) => string; label: string; use: string }> = {
  passkey: { lead: text.passkeyText, label: '', use: text.usePasskey },
  totp: { lead: text.totpText, label: text.code, use: text.useApp },
  recovery_code: { lead: text.recoveryText, label: text.recoveryCode, use: text.useRecovery },
};

export interface FactorFormProps {
  email: string;
  /** The person's factors, preferred first. */
  methods: readonly SecondFactorMethod[];
  caller: Caller;
  /** The call that returns the passkey options. */
  startPasskey: typeof startPasskeyStep;
  finish: (proof: SecondFactorProof) => Promise<{ error?: ApiError | undefined }>;
  submitLabel: string;
  backLabel: string;
  onDone: () => void;
  /** Called when the factor is accepted and another sign-in step follows. */
  onNextStep?: () => void;
  onBack: () => void;
}

type CodeFieldProps = Pick<TextFieldProps, 'label' | 'errorText' | 'value' | 'onChange' | 'inputRef'> & {
  /** True for app codes, which browsers can fill in. */
  isNumeric: boolean;
};

function CodeField({ isNumeric, ...field }: CodeFieldProps): ReactNode {
  return (
    <TextField
      {...field}
      autoFocus
      autoComplete={isNumeric ? 'one-time-code' : 'off'}
      slotProps={{
        htmlInput: {
          maxLength: 40,
          autoCapitalize: 'none',
          spellCheck: false,
          ...(isNumeric && { inputMode: 'numeric' as const }),
        },
      }}
    />
  );
}

interface OtherWaysProps {
  methods: readonly SecondFactorMethod[];
  backLabel: string;
  disabled: boolean;
  onChange: (method: SecondFactorMethod) => void;
  onBack: () => void;
}

function OtherWays({ methods, backLabel, disabled, onChange, onBack }: OtherWaysProps): ReactNode {
  // Aligns with the text above.
  const button = { variant: 'text', disabled, style: { marginLeft: -12 } } as const;
  return (
    <Stack spacing={1} style={{ alignItems: 'flex-start' }}>
      {methods.map((method) => (
        <Button key={method} {...button} onClick={() => onChange(method)}>
          {prompts[method].use}
        </Button>
      ))}
      <Button {...button} onClick={onBack}>
        {backLabel}
      </Button>
    </Stack>
  );
}

async function proveByPasskey(
  caller: Caller,
  startPasskey: FactorFormProps['startPasskey'],
): Promise<Answer<SecondFactorProof>> {
  const asked = await caller(startPasskey, {});
  if (asked.error) return asked;
  const answered = await askPasskey(asked.data.options);
  return answered.error ? answered : { data: { method: 'passkey', answer: answered.data } };
}

/** Asks for a second factor: a passkey, an authenticator app code or a recovery code. */
export function FactorForm(props: FactorFormProps): ReactNode {
  const { email, methods, caller, startPasskey, finish, submitLabel, backLabel, onDone, onNextStep, onBack } = props;
  const [method, setMethod] = useState<SecondFactorMethod>(methods[0] ?? 'totp');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<ApiError | string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { lead, label } = prompts[method];
  const isTyped = method !== 'passkey';

  const change = (other: SecondFactorMethod): void => {
    setMethod(other);
    setCode('');
    setProblem(null);
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
    const shown = isTyped ? { data: { method, code } } : await proveByPasskey(caller, startPasskey);
    const error = shown.error ?? (await finish(shown.data)).error;
    if (!error) {
      onDone();
      return;
    }
    if (onNextStep && needsSecondStep(error)) {
      onNextStep();
      return;
    }
    setBusy(false);
    setProblem(isTyped && error.code === 'wrong_code' ? error.message : error);
    field.current?.select();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack spacing={4}>
        <Typography>{lead(email)}</Typography>
        {problem !== null && typeof problem !== 'string' && (
          <Alert severity="error" role="alert">
            {problem.message}
          </Alert>
        )}
        {isTyped && (
          <CodeField
            // Remounts the field for the other kind of code.
            key={method}
            label={label}
            errorText={typeof problem === 'string' ? problem : undefined}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            inputRef={field}
            isNumeric={method === 'totp'}
          />
        )}
        <Button type="submit" variant="contained" loading={busy} autoFocus={!isTyped}>
          {isTyped ? submitLabel : text.usePasskey}
        </Button>
        <OtherWays
          methods={methods.filter((other) => other !== method)}
          backLabel={backLabel}
          disabled={busy}
          onChange={change}
          onBack={onBack}
        />
        <Typography variant="body2" color="textSecondary">
          {text.lost}
        </Typography>
      </Stack>
    </form>
  );
}
