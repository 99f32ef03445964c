/** The name under which a reason is stored while it is typed. */
export const CLOSING_RECORD = 'close-attention';
