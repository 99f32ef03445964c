/** Settings by label, help text and API name, and actions and sections of the page by name, for the palette. */
import type { ContributionContext, Contributions, Flags } from 'shared-api';
import { pmsKindOf, settingsLabels, type SettingsPath } from 'shared-api/contracts';
import { bestMatches, searchTexts } from 'shared-api/text-search';
import { administratorSection } from '../administrator/sections';
import { advancedSection, tableSection } from '../clinics/sections';
import { messages } from '../messages';
import { pmsSection } from '../pms-settings/sections';
import { basicSection } from '../practice-settings/sections';
import { contributionMessages } from './messages';

const MAX_RESULTS = 8;

const communication: readonly SettingsPath[] = ['emailOptOutOverrideOptions', 'smsOptOutOverrideOptions'];

const { group, synonyms, sections: names } = contributionMessages.fields;

interface Page {
  title: string;
  path: string;
}

/** A setting, an action or a section of a page. */
interface Searched {
  id: string;
  title: string;
  page: string;
  path: string;
  keywords: readonly string[];
  /** The API name and the help text of a setting. */
  others?: readonly string[];
}

const fieldsOf = ({ title: page, path }: Page, fields: readonly SettingsPath[]): Searched[] =>
  [...new Set(fields)].map((field) => ({
    id: field,
    title: settingsLabels[field],
    page,
    path: `${path}?field=${encodeURIComponent(field)}`,
    keywords: synonyms[field] ?? [],
    others: [field, messages.settings.help[field] ?? ''],
  }));

/** Where the page shows one section only. */
const sectionPath = ({ path }: Page, section: string): string => `${path}?search=${encodeURIComponent(section)}`;

const partOf = (page: Page, section: string, title: string, keywords: readonly string[]): Searched => ({
  id: title,
  title,
  page: page.title,
  path: sectionPath(page, section),
  keywords,
});

function syncParts(page: Page, flags: Flags): Searched[] {
  const { title: section, actions, services, versions, restartOf } = messages.syncStatus;
  return [
    ...(flags.super_admin ? [partOf(page, section, actions.full_update, names.fullUpdate)] : []),
    ...(flags.task_admin
      ? [
          partOf(page, section, actions.unblock, names.unblock),
          partOf(page, section, restartOf(services.database), names.restart),
          partOf(page, section, restartOf(services.phone), names.restart),
          partOf(page, section, versions.title, names.versions),
        ]
      : []),
  ];
}

/** The clinic settings, which are in a form that opens with a button. */
function clinicParts(page: Page): Searched[] {
  const { title, paths = [] } = advancedSection;
  return [
    ...fieldsOf(page, paths).map((field) => ({ ...field, path: sectionPath(page, title) })),
    partOf(page, tableSection.title, messages.clinics.table.button, names.createPractices),
  ];
}

/** What this person sees on the pages. */
function searchedOf({ basePath, practice, session: { flags } }: ContributionContext): Searched[] {
  const general = { title: messages.practiceSettings.title, path: `${basePath}/practice/general` };
  const other = { title: messages.communication.title, path: `${basePath}/communication/settings` };
  const pms = pmsKindOf(practice?.pms_name ?? '');
  const { title: tables } = messages.administrator.tables;
  return [
    ...fieldsOf(general, [...(basicSection.paths ?? []), ...(pmsSection(pms).paths ?? [])]),
    ...(flags.super_admin ? fieldsOf(general, administratorSection.paths ?? []) : []),
    ...fieldsOf(other, communication),
    ...syncParts(general, flags),
    ...(flags.super_admin ? [partOf(general, tables, tables, names.tables)] : []),
    ...(flags.super_admin && pms === 'opendental' ? clinicParts(general) : []),
  ];
}

export const contribute: Contributions['search'] = (context, query) => {
  // The baseline date is in two sections.
  const searched = new Map(searchedOf(context).map((one) => [one.id, one]));
  const matches = searchTexts([...searched.values()], query, ({ title, keywords, others = [] }) => ({
    title,
    others: [...others, ...keywords],
  }));
  return Promise.resolve(
    bestMatches(matches)
      .slice(0, MAX_RESULTS)
      .map(({ item: { id, title, page: detail, path, keywords }, isExact }) => ({
        id,
        title,
        detail,
        path,
        group,
        ...(keywords.length > 0 && { keywords: [...keywords] }),
        ...(!isExact && { closest: true }),
      })),
  );
};
