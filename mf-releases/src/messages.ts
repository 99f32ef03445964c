/** All screen texts of this module, by feature. */
import { moduleHealthMessages } from './module-health/messages';

export const messages = { moduleHealth: moduleHealthMessages } as const;
