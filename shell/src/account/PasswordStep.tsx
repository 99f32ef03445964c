import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { ApiError } from 'shared-api';
import { PasswordField } from 'shared-ui/text-fields';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import type { Answer } from './account-calls';
import { messages } from './messages';
import { UsernameField } from './UsernameField';

export interface PasswordStepProps<T> {
  /** Why the password is needed, and what follows. */
  lead: string;
  submitLabel: string;
  /** The account, for password managers. */
  email?: string;
  danger?: boolean;
  /** Makes the change. The step shows its error. */
  send: (password: string) => Promise<Answer<T>>;
  /** Shows the step after the change. */
  onDone: (data: T) => void;
  onCancel: () => void;
}

/** Asks for the password before changing how a person signs in. */
export function PasswordStep<T>(props: PasswordStepProps<T>): ReactNode {
  const { lead, submitLabel, email, danger = false, send, onDone, onCancel } = props;
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Pick<ApiError, 'message' | 'fields'> | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (password === '') {
      setProblem({ message: '', fields: { password: messages.passwordMissing } });
      field.current?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    const { data, error } = await send(password);
    setBusy(false);
    if (!error) {
      onDone(data);
      return;
    }
    setProblem(error);
    field.current?.focus();
  };
  const wrong = problem?.fields?.['password'];

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack spacing={4}>
        <Typography>{lead}</Typography>
        {problem && !wrong && (
          <Alert severity="error" role="alert">
            {problem.message}
          </Alert>
        )}
        {email !== undefined && <UsernameField email={email} />}
        <PasswordField
          ref={field}
          label={messages.password}
          autoFocus
          value={password}
          errorText={wrong}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Stack direction="row" spacing={2} style={{ justifyContent: 'flex-end' }}>
          <Button disabled={busy} onClick={onCancel}>
            {messages.cancel}
          </Button>
          <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} loading={busy}>
            {submitLabel}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
