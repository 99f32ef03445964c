import type { Contributions } from 'shared-api';
import { contributionMessages } from './messages';
import { readCharges } from './read-charges';

export const contribute: Contributions['nav.badge'] = async (context) => {
  const { debts } = await readCharges(context);
  if (debts.length === 0) return null;
  return {
    severity: 'error',
    text: String(debts.length),
    label: contributionMessages.badge(debts.length),
    state: contributionMessages.charges.pastDue,
  };
};
