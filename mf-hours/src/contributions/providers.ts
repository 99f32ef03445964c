/** Providers by name, for the palette. */
import { ask, type Contributions, contributionPractice } from 'shared-api';
import { OFFICE, readWeeklyHours } from 'shared-api/contracts';
import { nameOf } from '../weekly-hours/names';
import { contributionMessages } from './messages';

const MAX_RESULTS = 8;

export const contribute: Contributions['search'] = async (context, query) => {
  const { id } = contributionPractice(context);
  const { message: records } = await ask(readWeeklyHours, { params: { practice: id } }, context);
  const words = query.toLowerCase().split(/\s+/);
  return records
    .filter(({ provider_id: providerId }) => providerId !== OFFICE)
    .map((record) => ({ id: record.provider_id, name: nameOf(record) }))
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .slice(0, MAX_RESULTS)
    .map(({ id: providerId, name }) => ({
      id: String(providerId),
      title: name,
      detail: contributionMessages.providers.detail,
      path: `${context.basePath}/practice/provider-hours?name=${encodeURIComponent(name)}`,
    }));
};
