import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { ApiError, Notification } from 'shared-api';
import { changePassword, passwordLengthProblem } from 'shared-api/contracts/accounts';
import { Panel, TitledDialog } from 'shared-ui';
import { PasswordField } from 'shared-ui/text-fields';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { messages as shellMessages } from '../messages';
import type { Caller } from './account-calls';
import { AccountRow } from './AccountRow';
import { messages } from './messages';
import { UsernameField } from './UsernameField';

const text = messages.changePassword;

type Problem = Pick<ApiError, 'message' | 'fields'>;

/** Client-side checks. The server also rejects passwords that are easy to guess. */
function problemOf(password: string, wanted: string): Problem | null {
  const wrongLength = passwordLengthProblem(wanted);
  const fields = {
    ...(password === '' && { password: messages.passwordMissing }),
    ...(wrongLength !== undefined && { new_password: wrongLength }),
  };
  return Object.keys(fields).length === 0 ? null : { message: '', fields };
}

interface PasswordFormProps {
  email: string;
  caller: Caller;
  onDone: () => void;
  onCancel: () => void;
}

function PasswordForm({ email, caller, onDone, onCancel }: PasswordFormProps): ReactNode {
  const [password, setPassword] = useState('');
  const [wanted, setWanted] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = { password: useRef<HTMLInputElement>(null), new_password: useRef<HTMLInputElement>(null) };
  const wrong = problem?.fields ?? {};

  const refuse = (refused: Problem): void => {
    setProblem(refused);
    const name = refused.fields?.['password'] === undefined ? 'new_password' : 'password';
    fields[name].current?.focus();
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const missing = problemOf(password, wanted);
    if (missing) {
      refuse(missing);
      return;
    }
    setBusy(true);
    setProblem(null);
    const { error } = await caller(changePassword, { body: { password, new_password: wanted } });
    setBusy(false);
    if (error) refuse(error);
    else onDone();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack spacing={4}>
        <Typography>{text.lead}</Typography>
        {problem && Object.keys(wrong).length === 0 && (
          <Alert severity="error" role="alert">
            {problem.message}
          </Alert>
        )}
        <UsernameField email={email} />
        <PasswordField
          ref={fields.password}
          label={text.former}
          autoFocus
          value={password}
          errorText={wrong['password']}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordField
          ref={fields.new_password}
          label={text.wanted}
          helperText={shellMessages.newPasswordHelp}
          autoComplete="new-password"
          value={wanted}
          errorText={wrong['new_password']}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Stack direction="row" spacing={2} style={{ justifyContent: 'flex-end' }}>
          <Button disabled={busy} onClick={onCancel}>
            {messages.cancel}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {text.submit}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}

export interface PasswordPanelProps {
  email: string;
  caller: Caller;
  notify: (notification: Notification) => void;
  /** Called after a change, which ends other sessions. */
  onChanged: () => void;
}

/** Shows the password and lets the person change it. */
export function PasswordPanel({ email, caller, notify, onChanged }: PasswordPanelProps): ReactNode {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <Panel title={text.title}>
      <AccountRow
        name={email}
        detail={text.detail}
        actions={<Button onClick={() => setOpen(true)}>{text.open}</Button>}
      />
      {open && (
        <TitledDialog open title={text.dialogTitle} onClose={close}>
          <PasswordForm
            email={email}
            caller={caller}
            onCancel={close}
            onDone={() => {
              close();
              notify({ severity: 'success', message: text.changed });
              onChanged();
            }}
          />
        </TitledDialog>
      )}
    </Panel>
  );
}
