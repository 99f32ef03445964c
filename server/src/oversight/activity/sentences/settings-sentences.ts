/** Sentences about settings. */
import {
  type Option,
  type OverrideList,
  dayText,
  isDate,
  type notificationSources,
  overrideLists,
  settingsLabels,
  settingsPathAt,
  type updateChannels,
} from 'shared-api/contracts';
import type { ActivityChange } from 'shared-api/contracts/activity';
import {
  emailOverrideOptions,
  pmsIntervalOptions,
  pmsOptions,
  serviceCodeTypeOptions,
  smsOverrideOptions,
  timezoneOptions,
  writeoffDateOptions,
} from '../../../practices/settings/settings-options.js';
import { datedFields, startKeyOf } from '../../../practices/settings/settings-record.js';
import { isVisible } from '../../../practices/settings/settings-view.js';
import type { AuditAction } from '../../../platform/audit/actions.js';
import type { Describe, Viewer } from '../logged-change.js';
import { recordOf, textsOf } from '../recorded.js';
import { fromTo, name, sentence } from '../sentence.js';

const sourceNames: Record<(typeof notificationSources)[number], string> = { udp: 'UDP', websocket: 'Websocket' };
const channelNames: Record<(typeof updateChannels)[number], string> = {
  release: 'Release',
  beta: 'Beta',
  alpha: 'Alpha',
};
const toOptions = (names: Record<string, string>): Option[] =>
  Object.entries(names).map(([value, text]) => ({ value, name: text }));

/** Display names of values chosen from a list. */
const optionsOf: Readonly<Record<string, readonly Option[]>> = {
  ph_call_notification_source: toOptions(sourceNames),
  sync_update_channel: toOptions(channelNames),
  pms_name: pmsOptions,
  pms_update_interval: pmsIntervalOptions,
  time_zone: timezoneOptions,
  service_code_type: serviceCodeTypeOptions,
  'additional_data.insurance_writeoff_date': Object.values(writeoffDateOptions).flat(),
};

const overrideOptions: Record<OverrideList, readonly { id: string; name: string }[]> = {
  emailOptOutOverrideOptions: emailOverrideOptions,
  smsOptOutOverrideOptions: smsOverrideOptions,
};

/** A value as displayed on the page. Null for none. */
function valueText(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  const option = optionsOf[field]?.find((one) => String(one.value) === String(value));
  if (option) return option.name;
  if (field === 'pms_update_interval') return `${String(value)} minutes`;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ');
  if (typeof value === 'string' && isDate(value)) return dayText(value);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** The new value, and the day from which it applies, if any. */
function nextText(field: string, after: unknown): string | null {
  const { [field]: value, [startKeyOf(field)]: start } = recordOf(after);
  const text = valueText(field, value);
  return typeof start === 'string' && isDate(start) ? `${text ?? ''} from ${dayText(start)} on` : text;
}

const startKeys: ReadonlySet<string> = new Set(datedFields.map(startKeyOf));

/** The overrides that were turned on or off. */
function overrideChanges(list: OverrideList, before: unknown, after: unknown): ActivityChange[] {
  const had = new Set(textsOf(before));
  const has = new Set(textsOf(after));
  return overrideOptions[list]
    .filter(({ id }) => id !== 'all' && had.has(id) !== has.has(id))
    .map((option) => ({
      label: `${settingsLabels[list]}: ${option.name}`,
      before: had.has(option.id) ? 'On' : 'Off',
      after: has.has(option.id) ? 'On' : 'Off',
    }));
}

const isOverrideList = (field: string): field is OverrideList => (overrideLists as readonly string[]).includes(field);

/** The changed fields of an entry that the person may see, in the record's order. */
export function visibleFields(
  { before, after }: { before: unknown; after: unknown },
  { administrator }: Pick<Viewer, 'administrator'>,
): { fields: string[]; hidden: number } {
  const recorded = [...Object.keys(recordOf(before)), ...Object.keys(recordOf(after))];
  const all = [...new Set(recorded)].filter((field) => !startKeys.has(field));
  const rights = { administrator, communicationOverrides: true };
  const fields = all.filter((field) => isVisible(field, rights));
  return { fields, hidden: all.length - fields.length };
}

/** The changed values, with the page's labels. */
export function settingChanges(fields: readonly string[], before: unknown, after: unknown): ActivityChange[] {
  return fields.flatMap((field) => {
    const former = recordOf(before)[field];
    const next = recordOf(after)[field];
    if (isOverrideList(field)) return overrideChanges(field, former, next);
    const path = settingsPathAt(field);
    if (!path) return [];
    return [{ label: settingsLabels[path], before: valueText(field, former), after: nextText(field, after) }];
  });
}

export const settingsSentences = {
  'settings.save': ({ before, after }, _names, viewer) => {
    const { fields, hidden } = visibleFields({ before, after }, viewer);
    const changes = settingChanges(fields, before, after);
    const isCommunication = fields.length > 0 && fields.every(isOverrideList);
    const page = isCommunication ? 'communication/settings' : 'practice/general';
    const [only] = changes;
    if (!only) return { sentence: sentence('changed ', name('settings of administrators')), page };
    const alsoHidden = hidden > 0 ? ', and settings of administrators' : '';
    if (changes.length === 1) {
      return { sentence: sentence('changed ', name(only.label), ...fromTo(only, 'nothing'), alsoHidden), page };
    }
    return { sentence: sentence('changed ', name(`${changes.length} settings`), alsoHidden), changes, page };
  },

  'pms_unit.create': () => ({
    sentence: sentence('created the ', name('database tables'), ' for synced data'),
    page: 'practice/general',
  }),
} satisfies Partial<Record<AuditAction, Describe>>;
