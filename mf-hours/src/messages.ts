/**
 * Screen text of the weekly hours. Hours worked and schedules have their own `messages.ts`. Text that all modules share
 * is in `shared-ui`.
 */
import { weeklyHours } from './weekly-hours/messages';

export const messages = { weeklyHours } as const;
