import type { Contributions } from 'shared-api';
import { contributionMessages } from './messages';
import { readWeeklyHoursState } from './providers-without-hours';

export const contribute: Contributions['nav.badge'] = async (context) => {
  const { length } = (await readWeeklyHoursState(context)).withoutHours;
  if (length === 0) return null;
  return { severity: 'warning', text: String(length), label: contributionMessages.comingUp.several(length) };
};
