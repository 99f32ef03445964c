import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { ApiError } from 'shared-api';
import {
  ATTENTION_REST_DAYS,
  type AttentionClosing,
  type AttentionOutcome,
  attentionOutcomes,
  MAX_ATTENTION_REASON_LENGTH,
} from 'shared-api/contracts/attention';
import { CancelButton, useStoredForm, useTypedTextGuard } from 'shared-ui';
import { SelectField } from 'shared-ui/choices';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { TextField } from 'shared-ui/text-fields';
import type { AttentionRow } from './attention';
import { CLOSING_RECORD } from './stored-closing';
import { overviewMessages } from './messages';

const text = overviewMessages.closing;

export interface CloseAttentionFormProps {
  row: AttentionRow;
  onClose: (closing: AttentionClosing) => Promise<{ error?: ApiError }>;
  onCancel: () => void;
}

const options = attentionOutcomes.map((outcome) => ({ value: outcome, label: text.outcomes[outcome] }));

const isOutcome = (value: string): value is AttentionOutcome => attentionOutcomes.some((one) => one === value);

/** The outcome and the reason. Both appear in the activity. */
export function CloseAttentionForm({ row, onClose }: CloseAttentionFormProps): ReactNode {
  const { form, setForm, isChanged } = useStoredForm<{ outcome: string; reason: string }>({
    record: CLOSING_RECORD,
    request: row.key,
    initial: { outcome: attentionOutcomes[0], reason: '' },
  });
  const [problem, setProblem] = useState<{ field?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const typedTextHandlers = useTypedTextGuard(text.reason, isChanged);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const reason = form.reason.trim();
    const isLong = reason.length > MAX_ATTENTION_REASON_LENGTH;
    if (reason === '' || isLong) {
      setProblem({ field: isLong ? text.reasonLong(MAX_ATTENTION_REASON_LENGTH) : text.reasonMissing });
      field.current?.focus();
      return;
    }
    setBusy(true);
    setProblem({});
    const outcome = isOutcome(form.outcome) ? form.outcome : attentionOutcomes[0];
    const { error } = await onClose({ item: row.key, title: row.title, outcome, reason });
    setBusy(false);
    if (error) setProblem({ form: error.message });
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} {...typedTextHandlers}>
      <Stack spacing={4}>
        {problem.form !== undefined && (
          <Alert severity="error" role="alert">
            {problem.form}
          </Alert>
        )}
        <SelectField
          label={text.outcome}
          value={form.outcome}
          options={options}
          onChange={({ target }) => setForm((before) => ({ ...before, outcome: target.value }))}
        />
        <TextField
          multiline
          label={text.reason}
          helperText={text.reasonHelp}
          errorText={problem.field}
          value={form.reason}
          inputRef={field}
          onChange={({ target }) => setForm((before) => ({ ...before, reason: target.value }))}
          slotProps={{ htmlInput: { 'data-first-focus': '' } }}
        />
        <Typography variant="body2" color="textSecondary">
          {text.again(ATTENTION_REST_DAYS)}
        </Typography>
        <Stack direction="row" spacing={2} sx={{ justifyContent: 'flex-end', flexWrap: 'wrap' }}>
          <CancelButton />
          <Button type="submit" variant="contained" loading={busy}>
            {text.confirm}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
