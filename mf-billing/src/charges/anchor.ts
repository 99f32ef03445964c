/** The part of the Subscriptions page's address that leads to its charges. */
export const CHARGES_ANCHOR = 'charges';
