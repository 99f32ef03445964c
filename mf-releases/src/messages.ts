/** Every text of this module that a person reads, by feature. */
import { moduleHealthMessages } from './module-health/messages';

export const messages = { moduleHealth: moduleHealthMessages } as const;
