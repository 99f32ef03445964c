/** The time zone of this browser: for what belongs to no single practice, and for lists of practices in several zones. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
