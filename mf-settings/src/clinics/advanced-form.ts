/** Converts the advanced clinic settings between typed text and request (5.1 and 7.1). */
import {
  type AdvancedClinicField,
  advancedClinicFields,
  type PracticeSettings,
  type PracticeSettingsChange,
  type SettingsEdits,
  withSettingsEdits,
} from 'shared-api/contracts';

const MAX_CLINIC_NUMBER = 2_147_483_647;

/** A value as text. Typed text that is not a number stays as it is. */
export function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String((value as string | number | null | undefined) ?? '');
}

/** Parses comma-separated numbers. Entries that are not numbers, and duplicates, are dropped. */
export function readClinicNumbers(text: string): number[] {
  const numbers = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((number) => number <= MAX_CLINIC_NUMBER);
  return [...new Set(numbers)];
}

/** Parses the text of a field: null if empty. Text that is not a whole number stays text, which fails validation. */
export function readText(field: Exclude<AdvancedClinicField, 'use_clinics'>, text: string): unknown {
  if (field === 'additional_clinicnums') return readClinicNumbers(text);
  if (text.trim() === '') return null;
  const number = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  const least = field === 'parent_practice_id' ? 1 : 0;
  return number >= least && number <= MAX_CLINIC_NUMBER ? number : text;
}

/** The request with only the four fields (7.1). */
export function toAdvancedRequest(settings: PracticeSettings, edits: SettingsEdits): PracticeSettingsChange {
  const whole = withSettingsEdits(settings, edits);
  return Object.fromEntries(advancedClinicFields.map((field) => [field, whole[field]])) as PracticeSettingsChange;
}
