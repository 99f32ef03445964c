import { ChoiceButtons, styled } from 'shared-ui';
import { DateRangeInput, isReversed } from 'shared-ui/date-pickers';
import { SelectField } from 'shared-ui/choices';
import { TextField } from 'shared-ui/text-fields';
import type { ReactNode } from 'react';
import { type ExceptionForm, kindsOf, withProvider, withStart } from './exception-form';
import type { Names } from './exception-text';
import { kindNames, messages } from './messages';
import type { ExceptionFormState } from './use-exception-form';

const text = messages.dialog;

const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '12px 16px',
  '@media (max-width: 439.95px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});

const times = [
  ['beg', text.beg],
  ['end', text.finish],
  ['l_beg', text.lunchBeg],
  ['l_end', text.lunchEnd],
] as const;

export interface ExceptionFormFieldsProps {
  edit: ExceptionFormState;
  names: Names;
}

export function ExceptionFormFields({ edit, names }: ExceptionFormFieldsProps): ReactNode {
  const { form, errors, update } = edit;
  const set = <Name extends keyof ExceptionForm>(name: Name, value: ExceptionForm[Name]): void =>
    update({ ...form, [name]: value });
  const range = { start: form.start_date, end: form.end_date };
  return (
    <>
      <SelectField
        label={text.who}
        value={String(form.provider_id)}
        options={[...names].map(([id, label]) => ({ value: String(id), label }))}
        errorText={errors.provider_id}
        onChange={(event) => update(withProvider(form, Number(event.target.value)))}
      />
      <div>
        <ChoiceButtons
          label={text.kind}
          value={form.kind}
          options={kindsOf(form.provider_id).map((value) => ({ value, label: kindNames[value] }))}
          onChange={(kind) => set('kind', kind)}
        />
      </div>
      <Pair>
        <DateRangeInput
          startLabel={text.start}
          endLabel={text.end}
          value={range}
          maxStart={null}
          errors={{ start: errors.start_date, end: isReversed(range) ? undefined : errors.end_date }}
          onChange={({ start, end }, changed) => {
            if (changed === 'start') update(withStart(form, start));
            else set('end_date', end);
          }}
        />
      </Pair>
      {form.kind === 'other_hours' && (
        <Pair>
          {times.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              value={form[name]}
              autoComplete="off"
              errorText={errors[name]}
              onChange={(event) => set(name, event.target.value)}
              onBlur={() => edit.completeTime(name)}
            />
          ))}
        </Pair>
      )}
      <TextField
        label={text.note}
        helperText={text.noteHelp}
        value={form.note}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        onChange={(event) => set('note', event.target.value)}
      />
    </>
  );
}
