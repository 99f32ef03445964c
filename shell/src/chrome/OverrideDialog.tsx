import type { ApiError } from 'shared-api';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormDialog, useStoredForm } from 'shared-ui';
import { TextField } from 'shared-ui/text-fields';
import { Alert, Stack, Typography } from 'shared-ui/mui';
import { messages } from '../messages';
import { OVERRIDE_RECORD } from './stored-override';

const text = messages.override;

export interface OverrideDialogProps {
  /** Sets the override. The shell reloads the page on success. Resolves to `stays` if the person stays on the page. */
  onSet: (module: string, entry: string) => Promise<{ error?: ApiError; stays?: true }>;
  onClose: () => void;
}

/** Loads a module from a developer's own origin for this session only. */
export function OverrideDialog({ onSet, onClose }: OverrideDialogProps): ReactNode {
  const form = useId();
  const {
    form: typed,
    setForm,
    isChanged,
  } = useStoredForm({
    record: OVERRIDE_RECORD,
    initial: { module: '', entry: '' },
  });
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = error?.fields ?? {};
  const elsewhere = error && !fields['module'] && !fields['entry'] ? error.message : null;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const result = await onSet(typed.module.trim(), typed.entry.trim());
    setBusy(false);
    setError(result.error ?? null);
    if (!result.error && !result.stays) flushSync(onClose);
  };

  return (
    <FormDialog
      title={text.title}
      maxWidth="sm"
      busy={busy}
      isChanged={isChanged}
      form={form}
      confirmLabel={text.set}
      onClose={onClose}
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
            value={typed.module}
            onChange={(event) => setForm({ ...typed, module: event.target.value })}
            errorText={fields['module']}
            autoFocus
          />
          <TextField
            label={text.entry}
            helperText={text.entryHelp}
            value={typed.entry}
            onChange={(event) => setForm({ ...typed, entry: event.target.value })}
            errorText={fields['entry']}
            type="url"
          />
        </Stack>
      </form>
    </FormDialog>
  );
}
