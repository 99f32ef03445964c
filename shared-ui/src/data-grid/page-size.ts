/** The maximum page size of MUI's community data grid. */
export const PAGE_SIZE = 100;
