import {
  editedValue,
  type PracticeSettings,
  type SettingsField,
  settingsLabels,
  settingsValue,
} from 'shared-api/contracts';
import { DateInput } from 'shared-ui/date-pickers';
import { SelectField, SwitchField } from 'shared-ui/choices';
import { NumberField, TextField } from 'shared-ui/text-fields';
import { type Dispatch, memo, type ReactNode } from 'react';
import { messages } from '../messages';
import type { Action } from './draft';
import { fieldSpecs, fromText, lockOf, optionsOf } from './fields';
import { matches, useDraft, useSettingsForm } from './form';
import { shownProblem } from './problems';

const text = messages.settings;

export interface SettingFieldProps {
  path: SettingsField;
  /** Always visible, regardless of the search. */
  everything?: boolean;
}

/** One setting with its input, unsaved-change mark, Revert and error. */
export function SettingField({ path, everything = false }: SettingFieldProps): ReactNode {
  const { search, dispatch, saved, notes, reason } = useSettingsForm();
  const edit = useDraft(({ edits }) => edits.get(path));
  const error = useDraft((draft) => shownProblem(draft, path));
  const lock = lockOf(path, saved);
  return (
    // Hidden instead of unmounted, so that incomplete input is kept.
    <div hidden={!everything && !matches(search, settingsLabels[path])}>
      <Input
        path={path}
        saved={saved}
        value={(edit ? editedValue(edit) : settingsValue(saved, path)) ?? null}
        modified={edit !== undefined}
        error={error}
        note={lock ?? notes[path] ?? text.help[path]}
        // The reason is shown once, above the sections.
        disabled={lock !== undefined || reason !== undefined}
        dispatch={dispatch}
      />
    </div>
  );
}

interface InputProps {
  path: SettingsField;
  saved: PracticeSettings;
  value: unknown;
  modified: boolean;
  error: string | undefined;
  note: ReactNode;
  disabled: boolean;
  dispatch: Dispatch<Action>;
}

/** The input of one setting. Rerenders only when its own props change, because a page has 40 of them. */
const Input = memo(function Input(props: InputProps): ReactNode {
  const { path, saved, value, modified, error, note, disabled, dispatch } = props;
  const common = {
    label: settingsLabels[path],
    name: path,
    modified,
    onReset: () => dispatch({ type: 'revert', keys: [path] }),
    disabled,
  };
  const field = { ...common, errorText: error, helperText: note };
  const onChange = (next: unknown): void => dispatch({ type: 'changed', key: path, value: next });
  const onBlur = (): void => dispatch({ type: 'visited', path });

  const spec = fieldSpecs[path];
  switch (spec.kind) {
    case 'switch':
      return <SwitchField {...field} checked={value === true} onChange={(_, checked) => onChange(checked)} />;
    case 'date':
      return (
        <DateInput
          {...common}
          error={error}
          {...(note !== undefined && { help: note })}
          value={value as string | null}
          onChange={onChange}
          onBlur={onBlur}
        />
      );
    case 'number':
      return (
        <NumberField
          {...field}
          min={0}
          value={value as number | null}
          onValueChange={(next) => {
            onChange(next);
            onBlur();
          }}
        />
      );
    case 'text':
      return (
        <TextField
          {...field}
          value={String(value ?? '')}
          onChange={(event) => onChange(fromText(path, event.target.value))}
          onBlur={onBlur}
        />
      );
    case 'select': {
      const options = optionsOf(path, saved, value);
      return (
        <SelectField
          {...field}
          value={String(value ?? '')}
          options={options.map((option) => ({ value: String(option.value ?? ''), label: option.name }))}
          onChange={(event) => {
            const option = options.find((candidate) => String(candidate.value ?? '') === event.target.value);
            if (option) onChange(option.value);
          }}
        />
      );
    }
    case 'overrides':
    case 'clinics':
      return null;
  }
});
