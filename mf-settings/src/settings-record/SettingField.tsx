import { editedValue, type SettingsField, settingsLabels, settingsValue } from 'shared-api/contracts';
import { DateInput } from 'shared-ui/date-pickers';
import { NumberField, SelectField, SwitchField, TextField } from 'shared-ui/forms';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import { fieldSpecs, fromText, lockOf, optionsOf } from './fields';
import { matches, useSettingsForm } from './form';
import { shownProblems } from './problems';

const text = messages.settings;

export interface SettingFieldProps {
  path: SettingsField;
  /** Always visible, whatever the search is. */
  everything?: boolean;
}

/** One setting: its input, its change mark with a reset, and its error. */
export function SettingField({ path, everything = false }: SettingFieldProps): ReactNode {
  const { search } = useSettingsForm();
  // Hidden instead of unmounted, so that half-typed input stays.
  return (
    <div hidden={!everything && !matches(search, settingsLabels[path])}>
      <Input path={path} />
    </div>
  );
}

function Input({ path }: { path: SettingsField }): ReactNode {
  const { draft, dispatch, saved, notes, reason } = useSettingsForm();
  const lock = lockOf(path, saved);
  const edit = draft.edits.get(path);
  const value = (edit ? editedValue(edit) : settingsValue(saved, path)) ?? null;
  const note = lock ?? notes[path] ?? text.help[path];
  const error = shownProblems(draft, 'page').find((problem) => problem.path === path)?.message;
  const common = {
    label: settingsLabels[path],
    name: path,
    modified: edit !== undefined,
    onReset: () => dispatch({ type: 'revert', keys: [path] }),
    // The reason is shown once, above the sections.
    disabled: lock !== undefined || reason !== undefined,
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
}
