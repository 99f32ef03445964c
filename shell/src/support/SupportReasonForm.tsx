import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { ApiError } from 'shared-api';
import { plural } from 'shared-api/contracts';
import { MAX_REASON_LENGTH, MIN_REASON_LENGTH, supportHours } from 'shared-api/contracts/support-access';
import { CancelButton, useStoredForm, useTypedTextGuard } from 'shared-ui';
import { SelectField } from 'shared-ui/choices';
import { Alert, Button, Stack } from 'shared-ui/mui';
import { TextField } from 'shared-ui/text-fields';
import type { SupportReason } from '../session/support-accesses';
import { supportMessages as text } from './messages';
import { REASON_RECORD } from './stored-reason';

export interface SupportReasonFormProps {
  practice: { id: number; name: string };
  /** Opens the practice. */
  onOpen: (reason: SupportReason) => Promise<{ error?: ApiError }>;
  /** Closes the surrounding dialog. Absent on a page, which people leave through the navigation. */
  onCancel?: (() => void) | undefined;
}

const hourOptions = supportHours.map((hours) => ({ value: String(hours), label: plural(hours, 'hour') }));

/** Asks why the person opens a practice, and for how long. */
export function SupportReasonForm({ practice, onOpen, onCancel }: SupportReasonFormProps): ReactNode {
  const {
    form: { reason, hours },
    setForm,
    isChanged,
  } = useStoredForm({
    record: REASON_RECORD,
    request: { id: practice.id, name: practice.name },
    initial: { reason: '', hours: String(supportHours[0]) },
  });
  const [problem, setProblem] = useState<{ field?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const typedTextHandlers = useTypedTextGuard(text.reason, isChanged);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const typed = reason.trim();
    const isShort = typed.length < MIN_REASON_LENGTH;
    if (isShort || typed.length > MAX_REASON_LENGTH) {
      setProblem({ field: isShort ? text.reasonShort(MIN_REASON_LENGTH) : text.reasonLong(MAX_REASON_LENGTH) });
      field.current?.focus();
      return;
    }
    setBusy(true);
    setProblem({});
    const { error } = await onOpen({
      reason: typed,
      hours: supportHours.find((one) => String(one) === hours) ?? supportHours[0],
    });
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
        <TextField
          multiline
          label={text.reason}
          helperText={text.reasonHelp}
          errorText={problem.field}
          value={reason}
          inputRef={field}
          onChange={(event) => setForm({ hours, reason: event.target.value })}
          slotProps={{ htmlInput: { 'data-first-focus': '' } }}
        />
        <SelectField
          label={text.hours}
          value={hours}
          options={hourOptions}
          onChange={(event) => setForm({ reason, hours: event.target.value })}
        />
        <Stack direction="row" spacing={2} sx={{ justifyContent: 'flex-end', flexWrap: 'wrap' }}>
          {onCancel && <CancelButton />}
          <Button type="submit" variant="contained" loading={busy}>
            {text.open}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
