/** Storage name of an override while its dialog is open. */
export const OVERRIDE_RECORD = 'module-override';
