/** Practices per page (specification: internal administration, 9). */
export const PAGE_SIZE = 100;
