/** The people of the practice, for the palette. */
import { ask, type Contributions, contributionPractice, remembered } from 'shared-api';
import { listMembers } from 'shared-api/contracts';
import { bestMatches, searchTexts } from 'shared-api/text-search';
import { contributionMessages } from './messages';

const MAX_RESULTS = 8;

const readPeople = remembered(async (context) => {
  const { members } = await ask(listMembers, { params: { practice: contributionPractice(context).id } }, context);
  return members;
});

export const contribute: Contributions['search'] = async (context, query) =>
  bestMatches(
    searchTexts(await readPeople(context), query, ({ name, email, role }) => ({ title: name, others: [email, role] })),
  )
    .slice(0, MAX_RESULTS)
    .map(({ item: { user_id: id, name, email }, isExact }) => ({
      id,
      title: name,
      detail: email,
      path: `${context.basePath}/practice/members?search=${encodeURIComponent(email)}`,
      group: contributionMessages.people.group,
      ...(!isExact && { closest: true }),
    }));
