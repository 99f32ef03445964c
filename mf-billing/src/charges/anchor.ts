/** The URL fragment of the charges on the Subscriptions page. */
export const CHARGES_ANCHOR = 'charges';
