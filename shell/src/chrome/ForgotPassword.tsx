import type { ApiError } from 'shared-api';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Field, OutlinedInput } from 'shared-ui/text-fields';
import { Alert, Button, Stack } from 'shared-ui/mui';
import { messages } from '../messages';

const text = messages.forgot;

export interface ForgotPasswordProps {
  /** False if the console doesn't send email. The form then says whom to ask. */
  sendsMails: boolean;
  /** Requests an email with a link. */
  request: (email: string) => Promise<{ error?: ApiError }>;
  /** The typed email. The page holds it, so that it is kept on the way back. */
  email: string;
  onEmailChange: (email: string) => void;
  onBack: () => void;
}

/**
 * Replaces the sign-in form to request a password reset link by email. The response never reveals whether the account
 * exists.
 */
export function ForgotPassword({ sendsMails, request, email, onEmailChange, onBack }: ForgotPasswordProps): ReactNode {
  const [problem, setProblem] = useState<{ field?: string; form?: string }>({});
  const [phase, setPhase] = useState<'asking' | 'busy' | 'sent'>('asking');
  const field = useRef<HTMLInputElement>(null);

  const refuse = (refused: typeof problem): void => {
    setProblem(refused);
    setPhase('asking');
    field.current?.focus();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (phase === 'busy') return;
    if (email.trim() === '') {
      refuse({ field: messages.signIn.emailMissing });
      return;
    }
    setPhase('busy');
    setProblem({});
    const { error } = await request(email.trim());
    if (!error) setPhase('sent');
    else if (error.fields?.['email']) refuse({ field: error.fields['email'] });
    else refuse({ form: error.message });
  };

  const back = (
    <Button variant="text" onClick={onBack}>
      {text.back}
    </Button>
  );
  if (!sendsMails || phase === 'sent') {
    return (
      <Stack spacing={4}>
        <Alert severity={sendsMails ? 'success' : 'info'} role="status">
          {sendsMails ? text.sent : text.noMails}
        </Alert>
        {back}
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack spacing={4}>
        {problem.form && (
          <Alert severity="error" role="alert">
            {problem.form}
          </Alert>
        )}
        <Field label={messages.signIn.email} helperText={text.help} errorText={problem.field}>
          {(control) => (
            <OutlinedInput
              inputRef={field}
              type="email"
              autoComplete="username"
              autoFocus
              value={email}
              onChange={(event) => onEmailChange(event.target.value)}
              slotProps={{ input: { ...control, autoCapitalize: 'none', spellCheck: false } }}
            />
          )}
        </Field>
        <Button type="submit" variant="contained" loading={phase === 'busy'}>
          {text.submit}
        </Button>
        {back}
      </Stack>
    </form>
  );
}
