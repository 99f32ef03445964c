/** Practices per page (specification: internal administration, 9). */
export const PAGE_SIZE = 100;

/** On a phone, whose rows are cards. */
export const PHONE_PAGE_SIZE = 25;
