import type { ApiError } from 'shared-api';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button, commonMessages, Dialog, Notice, Stack, Text, TextInput } from 'shared-ui';
import { messages } from '../messages';

const text = messages.override;

export interface OverrideDialogProps {
  /** Sets the override. The shell reloads the page on success. */
  onSet: (module: string, entry: string) => Promise<{ error?: ApiError }>;
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
  };

  return (
    <Dialog
      open
      title={text.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {text.set}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={4}>
          <Text tone="second">{text.lead}</Text>
          {elsewhere !== null && (
            <Notice tone="danger" live="assertive">
              {elsewhere}
            </Notice>
          )}
          <TextInput label={text.module} value={module} onChange={setModule} error={fields['module']} autoFocus />
          <TextInput
            label={text.entry}
            help={text.entryHelp}
            value={entry}
            onChange={setEntry}
            error={fields['entry']}
            type="url"
          />
        </Stack>
      </form>
    </Dialog>
  );
}
