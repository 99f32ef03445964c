import { Button, commonMessages, narrow, Notice, Stack, styled, Switch, TextInput } from 'shared-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messages } from '../messages';
import { useSettingsForm } from '../settings-record/form';
import { type AdvancedField, type AdvancedForm, formOf, readClinicNumbers } from './advanced-form';
import { useAdvancedSave } from './use-advanced-save';

const words = messages.clinics.advanced;

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '12px 32px',
  alignItems: 'start',
  [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
});

/** The form behind Edit. Save sends its four fields and no other; Cancel leaves everything as it was. */
export function AdvancedClinicForm({ onClose }: { onClose: () => void }): ReactNode {
  const { saved } = useSettingsForm();
  const [form, setForm] = useState(() => formOf(saved));
  const { save, saving, problems, failure } = useAdvancedSave();
  const content = useRef<HTMLFormElement>(null);
  const stored = formOf(saved);
  const numbers = readClinicNumbers(form.additional_clinicnums);

  useEffect(() => content.current?.querySelector('input')?.focus(), []);
  const [first] = Object.keys(problems);
  useEffect(() => {
    if (first !== undefined) content.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [first, problems]);

  const fieldOf = <Name extends AdvancedField>(name: Name) => ({
    name,
    error: problems[name],
    modified: form[name] !== stored[name],
    onReset: () => setForm({ ...form, [name]: stored[name] }),
    onChange: (value: AdvancedForm[Name]) => setForm({ ...form, [name]: value }),
  });

  return (
    <form
      ref={content}
      onSubmit={(event) => {
        event.preventDefault();
        void save(form).then((done) => done && onClose());
      }}
    >
      <Stack gap={4}>
        <Notice tone="attention">{words.warning}</Notice>
        {failure !== null && (
          <Notice tone="danger" live="assertive">
            {failure}
          </Notice>
        )}
        <Grid>
          <Switch label={words.useClinics} checked={form.use_clinics} {...fieldOf('use_clinics')} />
          <TextInput
            label={words.parent}
            inputMode="numeric"
            value={form.parent_practice_id}
            {...fieldOf('parent_practice_id')}
          />
          <TextInput label={words.clinicnum} inputMode="numeric" value={form.clinicnum} {...fieldOf('clinicnum')} />
          <TextInput
            label={words.additional}
            value={form.additional_clinicnums}
            help={numbers.length > 0 ? words.sends(numbers.join(', ')) : words.additionalHelp}
            {...fieldOf('additional_clinicnums')}
          />
        </Grid>
        <Stack direction="row" gap={2} wrap>
          <Button type="submit" busy={saving}>
            {words.save}
          </Button>
          <Button variant="quiet" disabled={saving} onClick={onClose}>
            {commonMessages.cancel}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
