/** Providers by name, for the palette. */
import { ask, type ContributionContext, type Contributions, contributionPractice } from 'shared-api';
import { OFFICE, readWeeklyHours, type WeeklyHoursRecord } from 'shared-api/contracts';
import { nameOf } from '../weekly-hours/names';
import { contributionMessages } from './messages';

const MAX_RESULTS = 8;

/** Each pause in typing searches. The names are read once for all of them. */
const MAX_AGE_MS = 60_000;

let known: { practiceId: number; readAt: number; records: readonly WeeklyHoursRecord[] } | undefined;

async function readProviders(context: ContributionContext): Promise<readonly WeeklyHoursRecord[]> {
  const { id: practiceId } = contributionPractice(context);
  if (known?.practiceId === practiceId && Date.now() - known.readAt < MAX_AGE_MS) return known.records;
  const { message: records } = await ask(readWeeklyHours, { params: { practice: practiceId } }, context);
  known = { practiceId, readAt: Date.now(), records };
  return records;
}

export const contribute: Contributions['search'] = async (context, query) => {
  const records = await readProviders(context);
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
