/** The name under which an override is stored while its dialog is open. */
export const OVERRIDE_RECORD = 'module-override';
