/** Stores the open percentage dialog in session storage, so that it reopens after a reload. */
import type { ModuleHealth } from 'shared-api/contracts';

/** The key under which the dialog is stored. */
export const PERCENT_RECORD = 'canary-percent';

/** The canary that the dialog is open for: the module's name and the version. */
export const percentRequest = ({ name, canary }: ModuleHealth): string => `${name} ${canary?.version ?? ''}`;
