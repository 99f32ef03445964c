/** The advanced clinic settings as they are typed, and as they are sent (5.1 and 7.1). */
import type { PracticeSettings } from 'shared-api/contracts';
import { messages } from '../messages';

const words = messages.clinics.advanced;

const LARGEST_NUMBER = 2_147_483_647;

export interface AdvancedForm {
  use_clinics: boolean;
  parent_practice_id: string;
  clinicnum: string;
  additional_clinicnums: string;
}
export type AdvancedField = keyof AdvancedForm;

/** The four fields that the advanced save sends, and no other. */
export type AdvancedFields = Required<Pick<PracticeSettings, AdvancedField>>;

export function formOf(settings: PracticeSettings): AdvancedForm {
  return {
    use_clinics: settings.use_clinics === true,
    parent_practice_id: String(settings.parent_practice_id ?? ''),
    clinicnum: String(settings.clinicnum ?? ''),
    additional_clinicnums: (settings.additional_clinicnums ?? []).join(', '),
  };
}

/** Comma-separated numbers; what is no number is dropped, and what is named twice counts once. */
export function readClinicNumbers(text: string): number[] {
  const numbers = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((number) => number <= LARGEST_NUMBER);
  return [...new Set(numbers)];
}

/** Null for none, undefined for what is no whole number from `least` up. */
function readNumber(text: string, least: number): number | null | undefined {
  if (text.trim() === '') return null;
  const number = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  return number >= least && number <= LARGEST_NUMBER ? number : undefined;
}

export type AdvancedProblems = Partial<Record<AdvancedField, string>>;

/** What to send, or what is wrong at which field. */
export function readForm(form: AdvancedForm): { fields: AdvancedFields } | { problems: AdvancedProblems } {
  const parent = readNumber(form.parent_practice_id, 1);
  const number = readNumber(form.clinicnum, 0);
  if (parent === undefined || number === undefined) {
    return {
      problems: {
        ...(parent === undefined && { parent_practice_id: words.notANumber }),
        ...(number === undefined && { clinicnum: words.notANumber }),
      },
    };
  }
  return {
    fields: {
      use_clinics: form.use_clinics,
      parent_practice_id: parent,
      clinicnum: number,
      additional_clinicnums: readClinicNumbers(form.additional_clinicnums),
    },
  };
}
