/** The dialog of a percentage in session storage, which opens it again after a reload. */
import type { ModuleHealth } from 'shared-api/contracts';

/** The name under which the dialog is stored. */
export const PERCENT_RECORD = 'canary-percent';

/** What the dialog is open for: the canary of a module, as JSON. */
export const percentRequest = ({ name, canary }: ModuleHealth): string => `${name} ${canary?.version ?? ''}`;
