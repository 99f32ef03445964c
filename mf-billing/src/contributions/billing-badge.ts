import { ask, type Contributions, contributionPractice } from 'shared-api';
import { readUpcomingCharges } from 'shared-api/contracts';
import { contributionMessages } from './messages';

export const contribute: Contributions['nav.badge'] = async (context) => {
  const { id } = contributionPractice(context);
  const { debts } = await ask(readUpcomingCharges, { params: { practice: id } }, context);
  if (debts.length === 0) return null;
  return { severity: 'error', text: String(debts.length), label: contributionMessages.badge(debts.length) };
};
