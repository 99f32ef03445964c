import { editedValue, type SettingsField, settingsLabels, settingsValue } from 'shared-api/contracts';
import { type FieldProps, NumberInput, SelectInput, Switch, TextInput } from 'shared-ui';
import { DateInput } from 'shared-ui/date-pickers';
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
  const field: FieldProps = {
    label: settingsLabels[path],
    name: path,
    error: shownProblems(draft, 'page').find((problem) => problem.path === path)?.message,
    modified: edit !== undefined,
    onReset: () => dispatch({ type: 'revert', keys: [path] }),
    // The reason is shown once, above the sections.
    disabled: lock !== undefined || reason !== undefined,
    ...(note !== undefined && { help: note }),
  };
  const onChange = (next: unknown): void => dispatch({ type: 'changed', key: path, value: next });
  const onBlur = (): void => dispatch({ type: 'visited', path });

  const spec = fieldSpecs[path];
  switch (spec.kind) {
    case 'switch':
      return <Switch {...field} checked={value === true} onChange={onChange} />;
    case 'date':
      return <DateInput {...field} value={value as string | null} onChange={onChange} onBlur={onBlur} />;
    case 'number':
      return (
        <NumberInput
          {...field}
          min={0}
          value={value as number | null}
          onChange={(next) => {
            onChange(next);
            onBlur();
          }}
        />
      );
    case 'text':
      return (
        <TextInput
          {...field}
          value={String(value ?? '')}
          onChange={(typed) => onChange(fromText(path, typed))}
          onBlur={onBlur}
        />
      );
    case 'select': {
      const options = optionsOf(path, saved, value);
      return (
        <SelectInput
          {...field}
          value={String(value ?? '')}
          options={options.map((option) => ({ value: String(option.value ?? ''), label: option.name }))}
          onChange={(chosen) => {
            const option = options.find((candidate) => String(candidate.value ?? '') === chosen);
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
