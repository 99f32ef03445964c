import { type AdvancedClinicField, editedValue, settingsLabels, settingsValue } from 'shared-api/contracts';
import { Button, commonMessages, narrow, Notice, Stack, styled, Switch, TextInput } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messages } from '../messages';
import { changedKeys, conflictsOf } from '../settings-record/draft';
import { useSettingsForm } from '../settings-record/form';
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

type TextField = Exclude<AdvancedClinicField, 'use_clinics'>;

/** The form behind Edit. Save sends only its four fields. Cancel changes nothing. */
export function AdvancedClinicForm({ onClose }: { onClose: () => void }): ReactNode {
  const { draft, dispatch, settings, saved, readAgain } = useSettingsForm();
  const { time_zone: timeZone } = usePractice();
  const { save, saving, note } = useSaving(settings, advanced);
  /** The typed texts. `2, ` and `2` have the same value, but only the typed one lets a person continue to type. */
  const [typed, setTyped] = useState<Partial<Record<TextField, string>>>({});
  const content = useRef<HTMLFormElement>(null);
  const versions = useRef<HTMLDivElement>(null);
  const focusOn = useGoToField(content);
  const dirty = changedKeys(draft, 'advanced').length > 0;

  useEffect(() => content.current?.querySelector('input')?.focus(), []);

  const valueOf = (field: AdvancedClinicField): unknown => {
    const edit = draft.edits.get(field);
    return edit ? editedValue(edit) : settingsValue(saved, field);
  };
  const frameOf = (field: AdvancedClinicField) => ({
    label: settingsLabels[field],
    name: field,
    error: shownProblems(draft, 'advanced').find(({ path }) => path === field)?.message,
    modified: draft.edits.has(field),
    onReset: () => dispatch({ type: 'revert', keys: [field] }),
  });
  const textInput = (field: TextField) => {
    const text = typed[field];
    const shown = textOf(valueOf(field));
    return {
      ...frameOf(field),
      value: text !== undefined && textOf(readText(field, text)) === shown ? text : shown,
      onChange: (next: string) => {
        setTyped({ ...typed, [field]: next });
        dispatch({ type: 'changed', key: field, value: readText(field, next) });
      },
      onBlur: () => dispatch({ type: 'visited', path: field }),
    };
  };
  const onSave = async (): Promise<void> => {
    const obstacle = await save();
    if (obstacle === 'versions') versions.current?.focus();
    else if (obstacle) focusOn(obstacle);
    else if (obstacle === undefined) {
      onClose();
      // The server computes other fields from these, such as whether there is a master practice.
      void readAgain();
    }
  };
  const onCancel = (): void => {
    dispatch({ type: 'discard', part: 'advanced' });
    onClose();
  };
  const numbers = valueOf('additional_clinicnums') as readonly number[];

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
      <Stack gap={4}>
        <Notice tone="attention">{messages.clinics.advanced.warning}</Notice>
        {conflictsOf(draft, 'advanced').length > 0 && (
          <SettingsConflictPanel ref={versions} part="advanced" {...{ draft, timeZone, dispatch }} />
        )}
        {note?.tone === 'danger' && (
          <Notice tone="danger" live="assertive">
            {note.text}
          </Notice>
        )}
        <Grid>
          <Switch
            {...frameOf('use_clinics')}
            checked={valueOf('use_clinics') === true}
            onChange={(value) => dispatch({ type: 'changed', key: 'use_clinics', value })}
          />
          <TextInput {...textInput('parent_practice_id')} inputMode="numeric" />
          <TextInput {...textInput('clinicnum')} inputMode="numeric" />
          <TextInput
            {...textInput('additional_clinicnums')}
            help={
              numbers.length > 0
                ? messages.clinics.advanced.sends(numbers.join(', '))
                : messages.clinics.advanced.additionalHelp
            }
          />
        </Grid>
        <Stack direction="row" gap={2} wrap>
          <Button type="submit" busy={saving} why={dirty || saving ? undefined : messages.settings.saving.nothing}>
            {messages.clinics.advanced.save}
          </Button>
          <Button variant="quiet" disabled={saving} onClick={onCancel}>
            {commonMessages.cancel}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
