import { editedValue, isAllOption, type OptOutOverride, withToggledOption } from 'shared-api/contracts';
import { CheckboxField } from 'shared-ui/choices';
import { memo, type ReactNode } from 'react';
import { type Draft, shownSettings } from '../settings-record/draft';
import { useDraft, useSettingsForm } from '../settings-record/form';

export type OverridePath = 'emailOptOutOverrideOptions' | 'smsOptOutOverrideOptions';

export interface OverrideFieldProps {
  path: OverridePath;
  /** The id of the option. */
  id: string;
  /** The accessible name; by default the option's. */
  label?: string;
  /** True where the headings of the table show what it is. */
  hideLabel: boolean;
  disabled: boolean;
}

function isChecked(draft: Draft, path: OverridePath, option: OptOutOverride): boolean {
  // True for the option that has no own edit, because it follows from the others.
  if (isAllOption(option)) return shownSettings(draft)[path].some(({ id, checked }) => id === option.id && checked);
  const edit = draft.edits.get(`${path}.${option.id}`);
  return edit ? editedValue(edit) === true : option.checked;
}

/** True for the "all" option if only some of the others are checked. */
const isPartlyChecked = (draft: Draft, path: OverridePath, option: OptOutOverride): boolean =>
  isAllOption(option) &&
  !isChecked(draft, path, option) &&
  shownSettings(draft)[path].some(({ id, checked }) => checked && id !== option.id);

/** One override. Rerenders only when its own state changes, because a page has dozens of them. */
export const OverrideField = memo(function OverrideField(props: OverrideFieldProps): ReactNode {
  const { path, id, label, hideLabel, disabled } = props;
  const { dispatch, store, saved } = useSettingsForm();
  const option = saved[path].find((candidate) => candidate.id === id);
  // The first option has the list's field name and error.
  const isFirst = saved[path][0] === option;
  const checked = useDraft((draft) => option !== undefined && isChecked(draft, path, option));
  const indeterminate = useDraft((draft) => option !== undefined && isPartlyChecked(draft, path, option));
  // The "all" option stands for its list, and reverts it.
  const isAll = option !== undefined && isAllOption(option);
  const isListModified = useDraft(({ edits }) => isAll && saved[path].some((one) => edits.has(`${path}.${one.id}`)));
  const error = useDraft(({ serverErrors }) => (isFirst ? serverErrors[path] : undefined));
  if (!option) return null;

  const onChange = (next: boolean): void => {
    const draft = store.get();
    if (!draft) return;
    const before = shownSettings(draft)[path];
    for (const [at, changed] of withToggledOption(before, id, next).entries()) {
      // The "all" option follows from the others.
      if (isAllOption(changed) || changed.checked === before[at]?.checked) continue;
      dispatch({ type: 'changed', key: `${path}.${changed.id}`, value: changed.checked });
    }
  };
  const revertList = (): void =>
    dispatch({ type: 'revert', keys: saved[path].map((one) => `${path}.${one.id}` as const) });
  const mark = isAll
    ? { modified: isListModified, ...(!hideLabel && { onReset: revertList }) }
    : { modified: checked !== option.checked };
  return (
    <CheckboxField
      label={label ?? option.name}
      hideLabel={hideLabel}
      checked={checked}
      indeterminate={indeterminate}
      disabled={disabled}
      {...mark}
      {...(isFirst && { name: path })}
      errorText={error}
      onChange={(_, next) => onChange(next)}
    />
  );
});
