import type { ApiError } from 'shared-api';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { commonMessages, TitledDialog } from 'shared-ui';
import { TextField } from 'shared-ui/text-fields';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { messages } from '../messages';

const text = messages.override;

export interface OverrideDialogProps {
  /** Sets the override. The shell reloads the page on success. `stays` if the person doesn't leave the page. */
  onSet: (module: string, entry: string) => Promise<{ error?: ApiError; stays?: true }>;
  onClose: () => void;
}

/** Loads a module from a developer's own origin for this session only. */
export function OverrideDialog({ onSet, onClose }: OverrideDialogProps): ReactNode {
  const form = useId();
  const [module, setModule] = useState('');
  const [entry, setEntry] = useState('');
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = error?.fields ?? {};
  const elsewhere = error && !fields['module'] && !fields['entry'] ? error.message : null;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const result = await onSet(module.trim(), entry.trim());
    setBusy(false);
    setError(result.error ?? null);
    if (!result.error && !result.stays) flushSync(onClose);
  };

  return (
    <TitledDialog
      open
      title={text.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          <Button variant="contained" type="submit" form={form} loading={busy}>
            {text.set}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack spacing={4}>
          <Typography color="textSecondary">{text.lead}</Typography>
          {elsewhere !== null && (
            <Alert severity="error" role="alert">
              {elsewhere}
            </Alert>
          )}
          <TextField
            label={text.module}
            value={module}
            onChange={(event) => setModule(event.target.value)}
            errorText={fields['module']}
            autoFocus
          />
          <TextField
            label={text.entry}
            helperText={text.entryHelp}
            value={entry}
            onChange={(event) => setEntry(event.target.value)}
            errorText={fields['entry']}
            type="url"
          />
        </Stack>
      </form>
    </TitledDialog>
  );
}
