import { type AdvancedClinicField, editedValue, settingsLabels, settingsValue } from 'shared-api/contracts';
import { commonMessages, narrow, styled } from 'shared-ui';
import { SwitchField } from 'shared-ui/choices';
import { TextField } from 'shared-ui/text-fields';
import { Alert, Button, Stack } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messages } from '../messages';
import { changedKeys, conflictsOf } from '../settings-record/draft';
import { useSettingsForm, useWholeDraft } from '../settings-record/form';
import { shownProblems } from '../settings-record/problems';
import { SettingsConflictPanel } from '../settings-record/SettingsConflictPanel';
import { useGoToField } from '../settings-record/use-go-to-field';
import { type SavedPart, useSaving } from '../settings-record/use-saving';
import { readText, textOf, toAdvancedRequest } from './advanced-form';

const advanced: SavedPart = {
  part: 'advanced',
  toRequest: toAdvancedRequest,
  doneToast: messages.clinics.advanced.updated,
  failed: messages.clinics.advanced.failed,
  failure: (message) => message,
};

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '12px 32px',
  alignItems: 'start',
  [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
});

type TextKey = Exclude<AdvancedClinicField, 'use_clinics'>;

const numeric = { htmlInput: { inputMode: 'numeric' } } as const;

/** The four fields with their edits. */
function AdvancedClinicFields(): ReactNode {
  const { dispatch, saved } = useSettingsForm();
  const draft = useWholeDraft();
  /** The typed texts. `2, ` and `2` have the same value, but only the typed text lets a person continue typing. */
  const [typed, setTyped] = useState<Partial<Record<TextKey, string>>>({});

  const valueOf = (field: AdvancedClinicField): unknown => {
    const edit = draft.edits.get(field);
    return edit ? editedValue(edit) : settingsValue(saved, field);
  };
  const frameOf = (field: AdvancedClinicField) => ({
    label: settingsLabels[field],
    name: field,
    errorText: shownProblems(draft, 'advanced').find(({ path }) => path === field)?.message,
    modified: draft.edits.has(field),
    onReset: () => dispatch({ type: 'revert', keys: [field] }),
  });
  const textField = (field: TextKey) => {
    const text = typed[field];
    const shown = textOf(valueOf(field));
    return {
      ...frameOf(field),
      value: text !== undefined && textOf(readText(field, text)) === shown ? text : shown,
      onChange: ({ target: { value: next } }: { target: { value: string } }) => {
        setTyped({ ...typed, [field]: next });
        dispatch({ type: 'changed', key: field, value: readText(field, next) });
      },
      onBlur: () => dispatch({ type: 'visited', path: field }),
    };
  };
  const numbers = valueOf('additional_clinicnums') as readonly number[];

  return (
    <Grid>
      <SwitchField
        {...frameOf('use_clinics')}
        checked={valueOf('use_clinics') === true}
        onChange={(_, value) => dispatch({ type: 'changed', key: 'use_clinics', value })}
      />
      <TextField {...textField('parent_practice_id')} slotProps={numeric} />
      <TextField {...textField('clinicnum')} slotProps={numeric} />
      <TextField
        {...textField('additional_clinicnums')}
        helperText={
          numbers.length > 0
            ? messages.clinics.advanced.sends(numbers.join(', '))
            : messages.clinics.advanced.additionalHelp
        }
      />
    </Grid>
  );
}

/** The form behind Edit. Save sends only its four fields. */
export function AdvancedClinicForm({ onClose }: { onClose: () => void }): ReactNode {
  const { store, dispatch, readAgain } = useSettingsForm();
  const draft = useWholeDraft();
  const { time_zone: timeZone } = usePractice();
  const { save, saving, note } = useSaving({ draft, store, dispatch, readAgain }, advanced);
  const content = useRef<HTMLFormElement>(null);
  const versions = useRef<HTMLDivElement>(null);
  const focusOn = useGoToField(content);
  const dirty = changedKeys(draft, 'advanced').length > 0;

  useEffect(() => content.current?.querySelector('input')?.focus(), []);

  const onSave = async (): Promise<void> => {
    const obstacle = await save();
    if (obstacle === 'versions') versions.current?.focus();
    else if (obstacle) focusOn(obstacle);
    else if (obstacle === undefined) {
      onClose();
      // The server derives other fields from these, such as whether there is a master practice.
      void readAgain();
    }
  };
  const onCancel = (): void => {
    dispatch({ type: 'discard', part: 'advanced' });
    onClose();
  };

  return (
    <form
      ref={content}
      onSubmit={(event) => {
        event.preventDefault();
        void onSave();
      }}
      onKeyDown={(event) => {
        // Ctrl+S in the form saves only the form, not the page.
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void onSave();
      }}
    >
      <Stack spacing={4}>
        <Alert severity="warning">{messages.clinics.advanced.warning}</Alert>
        {conflictsOf(draft, 'advanced').length > 0 && (
          <SettingsConflictPanel ref={versions} part="advanced" {...{ draft, timeZone, dispatch }} />
        )}
        {note?.tone === 'danger' && (
          <Alert severity="error" role="alert">
            {note.text}
          </Alert>
        )}
        <AdvancedClinicFields />
        <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
          <Button
            type="submit"
            loading={saving}
            reason={dirty || saving ? undefined : messages.settings.saving.nothing}
          >
            {messages.clinics.advanced.save}
          </Button>
          <Button variant="text" disabled={saving} onClick={onCancel}>
            {commonMessages.cancel}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
