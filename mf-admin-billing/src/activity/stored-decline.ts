/** The name under which the reason of a decline is stored while its dialog is open. */
export const DECLINE_RECORD = 'decline-request';
