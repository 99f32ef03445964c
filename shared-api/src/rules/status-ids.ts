/** The status ids of completed appointments in Dentrix: comma-separated integers, or nothing (5.1; DECISIONS 19). */
import * as z from 'zod/mini';

export const STATUS_IDS_MESSAGE = 'Please enter only comma-separated integers (positive or negative)';

// Accepts only digits, minus signs, commas and spaces, no other white space.
const ids = /^ *(-?\d{1,9}( *, *-?\d{1,9})*)? *$/;

export function areStatusIds(text: string): boolean {
  return ids.test(text);
}

/** The ids in a valid text. */
export function readStatusIds(text: string): number[] {
  return text.trim() === '' ? [] : text.split(',').map(Number);
}

export const statusIds = z.refine<string>(areStatusIds, STATUS_IDS_MESSAGE);
