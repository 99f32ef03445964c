/** Storage name of a decline reason while its dialog is open. */
export const DECLINE_RECORD = 'decline-request';
