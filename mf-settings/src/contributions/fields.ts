/** Settings by their label, for the palette. */
import type { Contributions } from 'shared-api';
import { pmsKindOf, settingsLabels, type SettingsPath } from 'shared-api/contracts';
import { administratorSection } from '../administrator/sections';
import { messages } from '../messages';
import { pmsSection } from '../pms-settings/sections';
import { basicSection } from '../practice-settings/sections';
import { contributionMessages } from './messages';

const MAX_RESULTS = 8;

const communication: readonly SettingsPath[] = ['emailOptOutOverrideOptions', 'smsOptOutOverrideOptions'];

export const contribute: Contributions['search'] = ({ basePath, practice, session }, query) => {
  const general = {
    title: messages.practiceSettings.title,
    path: `${basePath}/practice/general`,
    fields: [
      ...(basicSection.paths ?? []),
      ...(pmsSection(pmsKindOf(practice?.pms_name ?? '')).paths ?? []),
      ...(session.flags.super_admin ? (administratorSection.paths ?? []) : []),
    ],
  };
  const other = {
    title: messages.communication.title,
    path: `${basePath}/communication/settings`,
    fields: communication,
  };
  const words = query.toLowerCase().split(/\s+/);
  const results = [general, other].flatMap(({ title, path, fields }) =>
    fields
      .map((field) => ({ field, label: settingsLabels[field] }))
      .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
      .map(({ field, label }) => ({
        id: field,
        title: label,
        detail: title,
        path: `${path}?search=${encodeURIComponent(label)}`,
        group: contributionMessages.fields.group,
      })),
  );
  return Promise.resolve(results.slice(0, MAX_RESULTS));
};
