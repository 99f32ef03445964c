/** Practices per page (specification: internal administration, 9). */
export const PAGE_SIZE = 100;

/** Page size on a phone, where rows are cards. */
export const PHONE_PAGE_SIZE = 25;
