/** Phone numbers of the practice and of the organization, for the palette. */
import { ask, type Contributions, contributionPractice, remembered } from 'shared-api';
import { readPhoneNumbers } from 'shared-api/contracts';
import { phoneNumbersMessages as messages } from '../phone-numbers/messages';
import { formatPhone, matches } from '../phone-numbers/phone-text';

const MAX_RESULTS = 8;
/** Fewer digits occur in most numbers. */
const MIN_DIGITS = 3;

const readNumbers = remembered(async (context) => {
  const answer = await ask(readPhoneNumbers, { params: { practice: contributionPractice(context).id } }, context);
  const { labels = {} } = answer;
  const of = (numbers: Record<string, string>, account: string) =>
    Object.entries(numbers).map(([phone_number, sid]) => ({ phone_number, sid, account, label: labels[sid] }));
  return [
    ...of(answer.practice_phone_numbers, messages.account.practice),
    ...of(answer.org_phone_numbers, messages.account.organization),
  ];
});

export const contribute: Contributions['search'] = async (context, query) => {
  if (query.replace(/\D/g, '').length < MIN_DIGITS) return [];
  const numbers = await readNumbers(context);
  return numbers
    .filter((number) => matches(number, query))
    .slice(0, MAX_RESULTS)
    .map(({ phone_number: number, account }) => ({
      id: number,
      title: formatPhone(number),
      detail: account,
      path: `/internal/practices/${contributionPractice(context).id}/phone-numbers?search=${encodeURIComponent(number)}`,
    }));
};
