/** The first page without filters. Without parameters, the list continues where the last visit ended. */
export const ALL_PRACTICES = '/internal/practices?page=1';
