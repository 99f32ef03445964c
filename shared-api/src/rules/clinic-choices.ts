/**
 * Rules for which clinics can become practices or additional clinics (DECISIONS, server rule 11). The page offers only
 * these choices, and the server rejects all others.
 */

/** The clinic number of data without a clinic. It can only be an additional clinic. */
export const UNASSIGNED_CLINIC = 0;

export const MAX_CLINIC_NAME_LENGTH = 100;

/** A practice of the group and the clinics it shows. */
export interface GroupPractice {
  id: number;
  name: string;
  clinicnum: number | null;
  additional_clinics: readonly number[];
}

export interface ClinicGroup {
  /** Clinics in the practice management system. */
  clinics: readonly { clinic_num: number; description: string }[];
  /** The current practice. */
  current: GroupPractice;
  /** The other practices of the group. */
  connected: readonly GroupPractice[];
}

/** A clinic that will become a practice, with its additional clinics. */
export interface ClinicChoice {
  clinicNum: number;
  name: string;
  additionalClinics: readonly number[];
}

/** Why a clinic can't be chosen. */
export type ClinicObstacle =
  | { kind: 'unknown' }
  /** It is the clinic of the current practice. */
  | { kind: 'current' }
  /** It is the clinic of another practice of the group. */
  | { kind: 'connected'; practice: GroupPractice }
  /** A practice of the group shows it as an additional clinic. */
  | { kind: 'shown'; practice: GroupPractice }
  /** It was chosen as an additional clinic of another one. */
  | { kind: 'additional'; of: number }
  /** It was chosen to become a practice itself. */
  | { kind: 'main' }
  | { kind: 'twice' };

/** Why a clinic can't be chosen at all; null if it can. */
export function groupObstacle({ clinics, current, connected }: ClinicGroup, clinic: number): ClinicObstacle | null {
  if (clinic !== UNASSIGNED_CLINIC) {
    if (clinic === current.clinicnum) return { kind: 'current' };
    const practice = connected.find(({ clinicnum }) => clinicnum === clinic);
    if (practice) return { kind: 'connected', practice };
    if (!clinics.some(({ clinic_num }) => clinic_num === clinic)) return { kind: 'unknown' };
  }
  const practice = [current, ...connected].find(({ additional_clinics: shown }) => shown.includes(clinic));
  return practice ? { kind: 'shown', practice } : null;
}

/** Why a clinic can't become a practice with these choices; null if it can. */
export function mainClinicObstacle(
  group: ClinicGroup,
  choices: readonly ClinicChoice[],
  clinic: number,
): ClinicObstacle | null {
  if (clinic === UNASSIGNED_CLINIC) return { kind: 'unknown' };
  const of = choices.find(({ additionalClinics }) => additionalClinics.includes(clinic));
  return groupObstacle(group, clinic) ?? (of ? { kind: 'additional', of: of.clinicNum } : null);
}

/** Why a clinic can't be an additional clinic with these choices; null if it can. */
export function additionalClinicObstacle(
  group: ClinicGroup,
  choices: readonly ClinicChoice[],
  clinic: number,
  main: number,
): ClinicObstacle | null {
  if (clinic === main) return { kind: 'main' };
  const of = choices.find(
    ({ clinicNum, additionalClinics }) => clinicNum !== main && additionalClinics.includes(clinic),
  );
  return groupObstacle(group, clinic) ?? (of ? { kind: 'additional', of: of.clinicNum } : null);
}

/** The typed name, or the clinic's description. Empty if both are empty. */
export function clinicPracticeName(
  { clinics }: Pick<ClinicGroup, 'clinics'>,
  { clinicNum, name }: ClinicChoice,
): string {
  const clinic = clinics.find(({ clinic_num }) => clinic_num === clinicNum);
  return name.trim() || (clinic?.description.trim() ?? '');
}

/** Why a practice can't have the name; null if it can. */
export function clinicNameObstacle(name: string): 'empty' | 'long' | 'unprintable' | null {
  if (name === '') return 'empty';
  if (name.length > MAX_CLINIC_NAME_LENGTH) return 'long';
  // Screens can't show control characters and lone surrogates, and databases reject them.
  return /[\p{Cc}\p{Cs}]/u.test(name) ? 'unprintable' : null;
}

export interface ClinicChoiceFault {
  /** Index of the choice. */
  choice: number;
  /** Index of the additional clinic; undefined for the clinic itself. */
  additional?: number;
  clinic: number;
  obstacle: ClinicObstacle;
}

/** All problems of the chosen clinics; empty if and only if the page allows the choices. */
export function clinicChoiceFaults(group: ClinicGroup, choices: readonly ClinicChoice[]): ClinicChoiceFault[] {
  const mains = choices.map(({ clinicNum }) => clinicNum);
  const seen = new Set<number>();
  return choices.flatMap(({ clinicNum, additionalClinics }, choice) => {
    const twice = mains.indexOf(clinicNum) < choice;
    const own = twice ? ({ kind: 'twice' } as const) : mainClinicObstacle(group, [], clinicNum);
    const faults: ClinicChoiceFault[] = own ? [{ choice, clinic: clinicNum, obstacle: own }] : [];
    additionalClinics.forEach((clinic, additional) => {
      const obstacle: ClinicObstacle | null = mains.includes(clinic)
        ? { kind: 'main' }
        : seen.has(clinic)
          ? { kind: 'twice' }
          : groupObstacle(group, clinic);
      seen.add(clinic);
      if (obstacle) faults.push({ choice, additional, clinic, obstacle });
    });
    return faults;
  });
}
