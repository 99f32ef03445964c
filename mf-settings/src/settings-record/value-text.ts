/** Names and values of settings as text, for comparing two versions. */
import { type PracticeSettings, type SettingsKey, settingsLabels, settingsPathOf } from 'shared-api/contracts';
import { formatDate } from 'shared-ui';
import { messages } from '../messages';
import { fieldSpecs, optionsOf } from './fields';

const text = messages.settings.values;
const { lists } = messages.settings;

/** The label of a field. An override includes its list: `SMS opt-out overrides: Recall notices`. */
export function labelOf(key: SettingsKey, settings: PracticeSettings): string {
  const path = settingsPathOf(key);
  if (path !== 'emailOptOutOverrideOptions' && path !== 'smsOptOutOverrideOptions') return settingsLabels[path];
  const name = settings[path].find(({ id }) => key === `${path}.${id}`)?.name;
  return name === undefined ? settingsLabels[path] : lists.option(settingsLabels[path], name);
}

export function valueText(key: SettingsKey, value: unknown, settings: PracticeSettings): string {
  if (value === null || value === undefined) return text.none;
  const path = settingsPathOf(key);
  switch (fieldSpecs[path].kind) {
    case 'switch':
    case 'overrides':
      return value === true ? text.on : text.off;
    case 'date':
      return value === '' ? text.unreadable : formatDate(String(value));
    case 'select': {
      const options = optionsOf(path, settings, value);
      return options.find((option) => option.value === value)?.name ?? String(value);
    }
    default:
      if (typeof value === 'boolean') return value ? text.on : text.off;
      if (Array.isArray(value)) return value.length === 0 ? text.none : value.join(', ');
      return String(value) === '' ? text.none : String(value);
  }
}
