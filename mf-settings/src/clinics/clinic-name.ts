import { messages } from '../messages';
import { type ClinicFacts, UNASSIGNED } from './selection';

const words = messages.clinics.table;

/** What a clinic is called; 0 stands for what is assigned to none. */
export function clinicName({ clinics }: ClinicFacts, number: number): string {
  if (number === UNASSIGNED) return words.unassigned;
  return clinics.find(({ clinic_num }) => clinic_num === number)?.description.trim() || words.number(number);
}
