/** Storage name of a reason while it is typed. */
export const CLOSING_RECORD = 'close-attention';
