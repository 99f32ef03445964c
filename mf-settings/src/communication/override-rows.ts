import { isAllOption, type OptOutOverride, type PracticeSettings } from 'shared-api/contracts';
import type { OverridePath } from './OverrideField';

export interface OverrideRow {
  /** The kind of message, such as `Review requests`. Null for the row that selects all of a list. */
  name: string | null;
  /** The id of the option in each list; absent if the list doesn't have it. */
  ids: Partial<Record<OverridePath, string>>;
}

/** The options of both lists by kind of message, in the order of the email list, then those that only SMS has. */
export function overrideRows(settings: Pick<PracticeSettings, OverridePath>): OverrideRow[] {
  const rows: OverrideRow[] = [];
  const add = (path: OverridePath, option: OptOutOverride): void => {
    const name = isAllOption(option) ? null : option.name;
    // A list that has the same name twice has two rows.
    const row = rows.find((candidate) => candidate.name === name && candidate.ids[path] === undefined);
    if (row) row.ids[path] = option.id;
    else rows.push({ name, ids: { [path]: option.id } });
  };
  for (const option of settings.emailOptOutOverrideOptions) add('emailOptOutOverrideOptions', option);
  for (const option of settings.smsOptOutOverrideOptions) add('smsOptOutOverrideOptions', option);
  return rows.toSorted((one, other) => Number(other.name === null) - Number(one.name === null));
}
