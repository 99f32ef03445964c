/** A value in words, for where two versions of it are compared. */
import type { OptOutOverride, PracticeSettings } from 'shared-api/contracts';
import { formatDate } from 'shared-ui';
import { messages } from '../messages';
import { fieldSpecs, optionsOf } from './fields';
import type { FieldPath, FieldValues } from './values';

const words = messages.settings.values;

export function valueText(path: FieldPath, value: unknown, settings: PracticeSettings): string {
  if (value === null || value === undefined) return words.none;
  switch (fieldSpecs[path].kind) {
    case 'switch':
      return value === true ? words.on : words.off;
    case 'date':
      return value === '' ? words.unreadable : formatDate(String(value));
    case 'select': {
      const options = optionsOf(path, settings, value as FieldValues[FieldPath]);
      return options.find((option) => option.value === value)?.name ?? String(value);
    }
    case 'overrides': {
      const options = value as OptOutOverride[];
      return words.ticked(
        options.filter(({ checked }) => checked).map(({ name }) => name),
        options.length,
      );
    }
    default:
      if (typeof value === 'boolean') return value ? words.on : words.off;
      return String(value) === '' ? words.none : String(value);
  }
}
