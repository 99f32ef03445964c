import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button, Notice, PasswordInput, Stack, TextInput } from 'shared-ui';
import { messages } from '../messages';
import { type CredentialProblems, hasProblems, findMissing, toProblems, type SignIn } from './credentials';

export interface SignInFormProps {
  signIn: SignIn;
  onSignedIn: () => void;
  /** The person's email. If given, the form asks only for the password. */
  email?: string;
  submitLabel?: string;
  /** True while another way to sign in is running. */
  disabled?: boolean;
}

/** Email and password, with errors below their fields. */
export function SignInForm({
  signIn,
  onSignedIn,
  email: knownEmail,
  submitLabel = messages.signIn.submit,
  disabled = false,
}: SignInFormProps): ReactNode {
  const [typedEmail, setTypedEmail] = useState('');
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
    setBusy(false);
    show(toProblems(error));
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={4}>
        {problems.form && (
          <Notice tone="danger" live="assertive">
            {problems.form}
          </Notice>
        )}
        {knownEmail === undefined && (
          <TextInput
            ref={emailField}
            label={messages.signIn.email}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={typedEmail}
            error={problems.email}
            onChange={setTypedEmail}
          />
        )}
        <PasswordInput
          ref={passwordField}
          label={messages.signIn.password}
          autoFocus={knownEmail !== undefined}
          value={password}
          error={problems.password}
          onChange={setPassword}
        />
        <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
