import { type FieldProps, NumberInput, SelectInput, Switch, TextInput } from 'shared-ui';
import { DateInput } from 'shared-ui/date-pickers';
import type { ReactNode } from 'react';
import { messages } from '../messages';
import type { Change } from './draft';
import { fieldSpecs, fromText, lockOf, optionsOf } from './fields';
import { matches, useSettingsForm } from './form';
import { shownProblems } from './problems';
import { type FieldPath, type FieldValues, valueIn } from './values';

const words = messages.settings;

/** One setting: its input by its kind, its mark and reset while it is not saved, what is wrong with it. */
export function SettingField({ path, everything = false }: { path: FieldPath; everything?: boolean }): ReactNode {
  const { search } = useSettingsForm();
  const { label } = words.fields[path];
  // Hidden and not taken away: what stands half typed in it stays.
  return (
    <div hidden={!everything && !matches(search, label)}>
      <Input path={path} />
    </div>
  );
}

function Input({ path }: { path: FieldPath }): ReactNode {
  const { draft, dispatch, saved } = useSettingsForm();
  const { label, help } = words.fields[path];
  const lock = lockOf(path, saved);
  const value = (path in draft.edits ? draft.edits[path] : valueIn(saved, path)) ?? null;
  const note = lock ?? help;
  const field: FieldProps = {
    label,
    name: path,
    error: shownProblems(draft).find((problem) => problem.path === path)?.message,
    modified: path in draft.edits,
    onReset: () => dispatch({ type: 'put-back', path }),
    disabled: lock !== undefined,
    ...(note !== undefined && { help: note }),
  };
  const onChange = (next: FieldValues[FieldPath] | null): void =>
    dispatch({ type: 'changed', ...({ path, value: next } as Change) });
  const onBlur = (): void => dispatch({ type: 'left', path });

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
