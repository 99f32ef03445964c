import { type Day, dayNames, days, OFFICE } from 'shared-api/contracts';
import { FormDialog, styled, useStoredForm } from 'shared-ui';
import { CheckboxField, SelectField } from 'shared-ui/choices';
import { Alert, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { withOwnDays } from './copy';
import { hasHours, textsOf } from './day-text';
import type { Action } from './draft';
import { nameOf } from './names';
import { isOffice, type Rows, rowOf } from './rows';
import { type CopyDayForm, copyDialogKey, type CopyStart, isCopyDayForm } from './stored-copy';

const text = messages.weeklyHours.copyDay;

/** The option for all providers that the filter shows. The other options are ids of rows. */
const SHOWN = 'shown';

/** Usual workdays, selected by default as targets. */
const workdays: readonly Day[] = days.slice(0, 5);

const Choices = styled('fieldset')({
  border: 0,
  margin: 0,
  padding: 0,
  legend: { padding: 0, fontSize: 13, fontWeight: 550 },
});

const CheckboxGrid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
  gap: '0 12px',
});

export interface CopyDayDialogProps {
  rows: Rows;
  /** Empty when opened from the toolbar. */
  start: CopyStart;
  onCopy: (action: Extract<Action, { type: 'copy-day' }>) => void;
  onClose: () => void;
}

/** The initial selection. */
function openingChoices({ id, day = 'mon' }: CopyStart): CopyDayForm {
  return {
    from: day,
    whose: id === undefined ? SHOWN : String(id),
    to: workdays.filter((each) => each !== day),
  };
}

/** Copies a day of one row, or of every shown provider, to other days. Shows in advance what will change. A reload keeps the choices. */
export function CopyDayDialog({ rows, start, onCopy, onClose }: CopyDayDialogProps): ReactNode {
  const { form, setForm, isChanged } = useStoredForm<CopyDayForm>({
    record: copyDialogKey(usePractice().id),
    request: { kind: 'copy-day', start },
    initial: openingChoices(start),
    isForm: isCopyDayForm,
  });
  const { from, whose, to } = form;

  const providers = rows.filter((row) => !isOffice(row));
  const ids = new Set(whose === SHOWN ? providers.map((row) => row.provider_id) : [Number(whose)]);
  const changed = withOwnDays(rows, ids);
  const targets = days.filter((day) => to.includes(day) && day !== from);
  const left = ids.size - changed.length;
  const daysOff = changed.flatMap((row) =>
    hasHours(textsOf(row, from))
      ? targets.filter((day) => !hasHours(textsOf(row, day))).map((day) => `${nameOf(row)}, ${dayNames[day]}`)
      : [],
  );
  const only = rowOf(rows, Number(whose));

  return (
    <FormDialog
      title={text.title}
      isChanged={isChanged}
      confirmLabel={text.confirm(targets.length, changed.length, whose === SHOWN || !only ? null : nameOf(only))}
      reason={targets.length === 0 || changed.length === 0 ? text.nothing : undefined}
      onConfirm={() => onCopy({ type: 'copy-day', from, to: targets, ids })}
      onClose={onClose}
    >
      <Stack spacing={4}>
        <SelectField
          label={text.from}
          value={from}
          options={days.map((day) => ({ value: day, label: dayNames[day] }))}
          onChange={(event) => setForm({ ...form, from: event.target.value })}
        />
        <SelectField
          label={text.whose}
          value={whose}
          options={[
            { value: SHOWN, label: text.shown(providers.length) },
            { value: String(OFFICE), label: messages.weeklyHours.office },
            ...providers.map((row) => ({ value: String(row.provider_id), label: nameOf(row) })),
          ]}
          onChange={(event) => setForm({ ...form, whose: event.target.value })}
        />
        <Choices>
          <legend>{text.to}</legend>
          <CheckboxGrid>
            {days.map((day) => (
              <CheckboxField
                key={day}
                label={dayNames[day]}
                checked={to.includes(day) && day !== from}
                disabled={day === from}
                onChange={(_, on) =>
                  setForm({ ...form, to: days.filter((other) => (other === day ? on : to.includes(other))) })
                }
              />
            ))}
          </CheckboxGrid>
        </Choices>
        {daysOff.length > 0 && (
          <Alert severity="warning" role="status">
            {text.daysOff(daysOff)}
          </Alert>
        )}
        {left > 0 && (
          <Typography variant="body2" color="textSecondary">
            {text.left(left)}
          </Typography>
        )}
      </Stack>
    </FormDialog>
  );
}
