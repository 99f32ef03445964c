/** The most rows that the community edition of MUI's data grid shows at once. */
export const PAGE_SIZE = 100;
