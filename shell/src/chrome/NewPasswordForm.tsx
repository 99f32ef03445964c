import { passwordLengthProblem } from 'shared-api/contracts/accounts';
import type { ApiError } from 'shared-api';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { PasswordField } from 'shared-ui/text-fields';
import { Alert, Button, Stack } from 'shared-ui/mui';
import { UsernameField } from '../account/UsernameField';
import { messages } from '../messages';

export interface NewPasswordFormProps {
  email: string;
  label: string;
  submitLabel: string;
  /** Sends the password. Field errors appear at the field. */
  setPassword: (password: string) => Promise<{ error?: ApiError | undefined }>;
  onDone: () => void;
  /** True for an error after which the form can't be resubmitted. */
  endsWith: (error: ApiError) => boolean;
  /** Called with such an error. */
  onOver: (error: ApiError) => void;
}

/** A new password form for a person who isn't signed in. */
export function NewPasswordForm(props: NewPasswordFormProps): ReactNode {
  const { email, label, submitLabel, setPassword, onDone, endsWith, onOver } = props;
  const [wanted, setWanted] = useState('');
  const [problem, setProblem] = useState<{ field?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const refuse = (refused: typeof problem): void => {
    setProblem(refused);
    field.current?.focus();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const wrongLength = passwordLengthProblem(wanted);
    if (wrongLength !== undefined) {
      refuse({ field: wrongLength });
      return;
    }
    setBusy(true);
    setProblem({});
    const { error } = await setPassword(wanted);
    setBusy(false);
    if (!error) {
      onDone();
      return;
    }
    const reason = error.fields?.['password'] ?? error.fields?.['new_password'];
    if (endsWith(error)) onOver(error);
    else refuse(reason === undefined ? { form: error.message } : { field: reason });
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack spacing={4}>
        {problem.form && (
          <Alert severity="error" role="alert">
            {problem.form}
          </Alert>
        )}
        <UsernameField email={email} />
        <PasswordField
          ref={field}
          label={label}
          helperText={messages.newPasswordHelp}
          autoComplete="new-password"
          autoFocus
          value={wanted}
          errorText={problem.field}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Button type="submit" variant="contained" loading={busy}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
