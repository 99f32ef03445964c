/** Settings by label, help text and API name, for the palette. */
import type { Contributions } from 'shared-api';
import { pmsKindOf, settingsLabels, type SettingsPath } from 'shared-api/contracts';
import { bestMatches, searchTexts } from 'shared-api/text-search';
import { administratorSection } from '../administrator/sections';
import { messages } from '../messages';
import { pmsSection } from '../pms-settings/sections';
import { basicSection } from '../practice-settings/sections';
import { contributionMessages } from './messages';

const MAX_RESULTS = 8;

const communication: readonly SettingsPath[] = ['emailOptOutOverrideOptions', 'smsOptOutOverrideOptions'];

export const contribute: Contributions['search'] = ({ basePath, practice, session }, query) => {
  const general = {
    page: messages.practiceSettings.title,
    path: `${basePath}/practice/general`,
    fields: [
      ...(basicSection.paths ?? []),
      ...(pmsSection(pmsKindOf(practice?.pms_name ?? '')).paths ?? []),
      ...(session.flags.super_admin ? (administratorSection.paths ?? []) : []),
    ],
  };
  const other = {
    page: messages.communication.title,
    path: `${basePath}/communication/settings`,
    fields: communication,
  };
  const fields = [general, other].flatMap(({ page, path, fields: paths }) =>
    [...new Set(paths)].map((field) => ({ field, page, path: `${path}?field=${encodeURIComponent(field)}` })),
  );
  const { help } = messages.settings;
  const { group, synonyms } = contributionMessages.fields;
  return Promise.resolve(
    bestMatches(
      searchTexts(fields, query, ({ field }) => ({
        title: settingsLabels[field],
        others: [field, help[field] ?? '', ...(synonyms[field] ?? [])],
      })),
    )
      .slice(0, MAX_RESULTS)
      .map(({ item: { field, page, path }, isExact }) => ({
        id: field,
        title: settingsLabels[field],
        detail: page,
        path,
        group,
        ...(!isExact && { closest: true }),
      })),
  );
};
