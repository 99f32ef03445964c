/** The browser's time zone, for data without a practice and for lists of practices in several zones. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
