import { type FormEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { Field, OutlinedInput, PasswordField } from 'shared-ui/text-fields';
import { Alert, Button, Stack } from 'shared-ui/mui';
import { messages } from '../messages';
import {
  type CredentialProblems,
  hasProblems,
  findMissing,
  needsSecondStep,
  toProblems,
  type SignIn,
} from './credentials';

export interface SignInFormProps {
  signIn: SignIn;
  onSignedIn: () => void;
  /** Called when a second step follows the password. */
  onSecondStep: () => void;
  /** The person's email. If given, the form asks only for the password. */
  email?: string;
  /** The email typed before this form was shown. */
  initialEmail?: string;
  onEmailChange?: (email: string) => void;
  submitLabel?: string;
  /** True while another way to sign in is running. */
  disabled?: boolean;
}

interface EmailFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  problem: string | undefined;
  onChange: (email: string) => void;
}

/** Doesn't use `TextField`, which would add MUI's select to the shell's first script. */
function EmailField({ ref, value, problem, onChange }: EmailFieldProps): ReactNode {
  return (
    <Field label={messages.signIn.email} errorText={problem}>
      {(control) => (
        <OutlinedInput
          inputRef={ref}
          type="email"
          autoComplete="username"
          autoFocus
          value={value}
          onChange={(event) => onChange(event.target.value)}
          slotProps={{ input: { ...control, autoCapitalize: 'none', spellCheck: false } }}
        />
      )}
    </Field>
  );
}

/** Email and password, with errors below their fields. */
export function SignInForm({
  signIn,
  onSignedIn,
  onSecondStep,
  email: knownEmail,
  initialEmail = '',
  onEmailChange,
  submitLabel = messages.signIn.submit,
  disabled = false,
}: SignInFormProps): ReactNode {
  const [typedEmail, setTypedEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<CredentialProblems>({});
  const [busy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const email = knownEmail ?? typedEmail;

  const show = (found: CredentialProblems): void => {
    setProblems(found);
    (found.email ? emailField : passwordField).current?.focus();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || disabled) return;
    const missing = findMissing(email, password);
    if (hasProblems(missing)) {
      show(missing);
      return;
    }
    setBusy(true);
    setProblems({});
    const { error } = await signIn(email.trim(), password);
    if (!error) {
      onSignedIn();
      return;
    }
    if (needsSecondStep(error)) {
      onSecondStep();
      return;
    }
    setBusy(false);
    show(toProblems(error));
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack spacing={4}>
        {problems.form && (
          <Alert severity="error" role="alert">
            {problems.form}
          </Alert>
        )}
        {knownEmail === undefined && (
          <EmailField
            ref={emailField}
            value={typedEmail}
            problem={problems.email}
            onChange={(typed) => {
              setTypedEmail(typed);
              onEmailChange?.(typed);
            }}
          />
        )}
        <PasswordField
          ref={passwordField}
          label={messages.signIn.password}
          autoFocus={knownEmail !== undefined}
          value={password}
          errorText={problems.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="contained" loading={busy} disabled={disabled}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
