/** Providers by name, for the palette. */
import { ask, type Contributions, contributionPractice, remembered } from 'shared-api';
import { OFFICE, readWeeklyHours } from 'shared-api/contracts';
import { bestMatches, searchTexts } from 'shared-api/text-search';
import { nameOf } from '../weekly-hours/names';
import { contributionMessages } from './messages';

const MAX_RESULTS = 8;

const readProviders = remembered(async (context) => {
  const { id: practice } = contributionPractice(context);
  const { message: records } = await ask(readWeeklyHours, { params: { practice } }, context);
  return records
    .filter(({ provider_id: providerId }) => providerId !== OFFICE)
    .map((record) => ({ id: record.provider_id, name: nameOf(record) }));
});

export const contribute: Contributions['search'] = async (context, query) =>
  bestMatches(searchTexts(await readProviders(context), query, ({ name }) => ({ title: name })))
    .slice(0, MAX_RESULTS)
    .map(({ item: { id: providerId, name }, isExact }) => ({
      id: String(providerId),
      title: name,
      detail: contributionMessages.providers.detail,
      path: `${context.basePath}/practice/provider-hours?name=${encodeURIComponent(name)}`,
      ...(!isExact && { closest: true }),
    }));
