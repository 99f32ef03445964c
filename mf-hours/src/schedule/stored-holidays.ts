/** The federal holidays dialog in session storage, which reopens it after a reload. */

/** Storage key of a practice's dialog. */
export const holidaysRecord = (practiceId: number): string => `us-holidays ${practiceId}`;

export interface HolidaysForm {
  year: number;
  /** Changed checkboxes, by the date of the holiday. */
  picked: Readonly<Record<string, boolean>>;
}

/** @param years the years that can be chosen */
export function isHolidaysForm(stored: unknown, years: readonly number[]): stored is HolidaysForm {
  const { year, picked } = (stored ?? {}) as Partial<Record<keyof HolidaysForm, unknown>>;
  const isPicked = typeof picked === 'object' && picked !== null && !Array.isArray(picked);
  return (
    years.some((each) => each === year) && isPicked && Object.values(picked).every((on) => typeof on === 'boolean')
  );
}
