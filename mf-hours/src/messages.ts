/** Every text of this module that a person reads, by feature. Words that all modules use are the kit's. */
import { weeklyHours } from './weekly-hours/messages';

export const messages = { weeklyHours } as const;
