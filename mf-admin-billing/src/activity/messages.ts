/** Texts of the activity of all practices. */
import { plural } from 'shared-api/contracts';

export const activityMessages = {
  title: 'Activity',
  lead: (zone: string) => `Who changed what in all practices and in the console itself. Times are in ${zone}.`,
  leadOfPractice: (name: string, zone: string) => `Who changed what at ${name}. Times are in ${zone}.`,
  loading: 'Loading the practice...',
  practice: 'Practice',
  allPractices: 'All practices',
  failed: 'Couldn’t load this practice. Try again in a minute.',
  formerProducts: (count: number) => `${plural(count, 'product')} no longer sold`,
} as const;
