/** What may be made a practice of. No database here. */
import type { Clinic, ClinicToCreate } from 'shared-api/contracts';
import { isPlainText } from '../database/plain-text.js';

/** A practice of the group and the clinics that it shows. */
export interface GroupPractice {
  id: number;
  name: string;
  clinicnum: number | null;
  additional_clinics: readonly number[];
}

export interface ChosenClinic {
  clinicNum: number;
  name: string;
  additionalClinics: number[];
}

const LONGEST_NAME = 100;

/** Clinic → the practice that shows it. */
export function takenClinics(group: readonly GroupPractice[]): ReadonlyMap<number, GroupPractice> {
  const taken = new Map<number, GroupPractice>();
  for (const practice of group) {
    for (const clinic of practice.additional_clinics) taken.set(clinic, practice);
    if (practice.clinicnum !== null) taken.set(practice.clinicnum, practice);
  }
  return taken;
}

function nameFault(name: string): string | undefined {
  if (name === '') return 'Must not be empty';
  if (name.length > LONGEST_NAME) return `At most ${LONGEST_NAME} characters`;
  return isPlainText(name) ? undefined : 'Holds characters that are no text';
}

/**
 * DECISIONS, server rule 11: not the current clinic, not a connected one, no duplicates, each additional clinic used once,
 * names not blank.
 *
 * @param clinics of the practice's PMS
 * @param group the current practice and all that are connected with it
 * @returns what to create, with the clinic's description where no name was typed; what is wrong, by the body's paths
 */
export function readChoices(
  sent: readonly ClinicToCreate[],
  clinics: readonly Clinic[],
  group: readonly GroupPractice[],
): { chosen: ChosenClinic[]; faults: Record<string, string> } {
  const known = new Map(clinics.map((clinic) => [clinic.clinic_num, clinic]));
  const taken = takenClinics(group);
  const faults: Record<string, string> = {};
  const creating = new Set<number>();
  const all = new Set(sent.map(({ clinicNum }) => clinicNum));
  const additional = new Set<number>();

  const takenFault = (clinic: number): string | undefined => {
    const by = taken.get(clinic);
    return by && `Connected with ${by.name} already`;
  };
  const additionalFault = (clinic: number): string | undefined => {
    if (clinic !== 0 && !known.has(clinic)) return 'Unknown clinic';
    if (all.has(clinic)) return 'A practice is created of this clinic itself';
    return additional.has(clinic) ? 'Chosen twice' : takenFault(clinic);
  };

  const chosen = sent.map(({ clinicNum, name: typed, additionalClinics }, index) => {
    const clinic = known.get(clinicNum);
    const fault = clinic ? (creating.has(clinicNum) ? 'Chosen twice' : takenFault(clinicNum)) : 'Unknown clinic';
    if (fault !== undefined) faults[`clinics.${index}.clinicNum`] = fault;
    creating.add(clinicNum);

    const name = typed === '' ? (clinic?.description.trim() ?? '') : typed;
    const badName = nameFault(name);
    if (badName !== undefined) faults[`clinics.${index}.name`] = badName;

    additionalClinics.forEach((other, at) => {
      const bad = additionalFault(other);
      if (bad !== undefined) faults[`clinics.${index}.additionalClinics.${at}`] = bad;
      additional.add(other);
    });
    return { clinicNum, name, additionalClinics: [...additionalClinics] };
  });
  return { chosen, faults };
}
