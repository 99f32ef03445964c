import type { ApiError } from 'shared-api';
import type { Session, User } from 'shared-api/contracts';
import { MAX_LISTED_NAME_LENGTH } from 'shared-api/contracts/accounts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { FormDialog, useStoredForm } from 'shared-ui';
import { TextField } from 'shared-ui/text-fields';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { messages } from '../messages';

const text = messages.sharedComputer;

/** Storage name of the typed name while the dialog is open. */
const RECORD = 'shared-computer';

export interface SharedComputerDialogProps {
  user: User;
  /** Undefined if it isn't shared yet. */
  computer: Session['shared_computer'];
  save: (change: { shared: boolean; name: string | null }) => Promise<{ error?: ApiError }>;
  onClose: () => void;
}

/** Marks this computer as shared and sets the name that its sign-in page shows for the person. */
export function SharedComputerDialog({ user, computer, save, onClose }: SharedComputerDialogProps): ReactNode {
  const form = useId();
  const [firstName = user.name] = user.name.split(' ');
  const initial = computer?.asks === false ? (computer.name ?? '') : firstName;
  const { form: name, setForm: setName, isChanged } = useStoredForm({ record: RECORD, initial });
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const wrongName = error?.fields?.['name'];

  const send = async (change: Parameters<typeof save>[0]): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const result = await save(change);
    setBusy(false);
    setError(result.error ?? null);
    if (!result.error) onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send({ shared: true, name: name.trim() === '' ? null : name.trim() });
  };

  const isNew = computer === undefined;
  return (
    <FormDialog
      title={text.title}
      maxWidth="sm"
      busy={busy}
      isChanged={isChanged}
      form={form}
      confirmLabel={isNew ? text.mark : text.save}
      onClose={onClose}
    >
      <form id={form} noValidate onSubmit={submit}>
        <Stack spacing={4}>
          <Typography color="textSecondary">{computer?.asks ? text.leadAsked : text.lead}</Typography>
          {error && wrongName === undefined && (
            <Alert severity="error" role="alert">
              {error.message}
            </Alert>
          )}
          <TextField
            label={text.name}
            helperText={text.nameHelp}
            errorText={wrongName}
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: MAX_LISTED_NAME_LENGTH } }}
          />
          {!isNew && (
            <Stack spacing={1} style={{ alignItems: 'flex-start' }}>
              {computer.asks && (
                <Button
                  variant="text"
                  disabled={busy}
                  style={{ marginLeft: -12 }}
                  onClick={() => void send({ shared: true, name: null })}
                >
                  {text.dontList}
                </Button>
              )}
              <Button
                variant="text"
                disabled={busy}
                style={{ marginLeft: -12 }}
                onClick={() => void send({ shared: false, name: null })}
              >
                {text.unmark}
              </Button>
            </Stack>
          )}
        </Stack>
      </form>
    </FormDialog>
  );
}
