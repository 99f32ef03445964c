/**
 * Which clinics may become practices, and which may go with them (DECISIONS, server rule 11): one rule for the page, which
 * offers nothing else, and for the server, which refuses everything else.
 */

/** Stands for what is assigned to no clinic; it can only go with a clinic. */
export const UNASSIGNED_CLINIC = 0;

export const MAX_CLINIC_NAME_LENGTH = 100;

/** A practice of the group and the clinics that it shows. */
export interface GroupPractice {
  id: number;
  name: string;
  clinicnum: number | null;
  additional_clinics: readonly number[];
}

export interface ClinicGroup {
  /** Clinics in the practice management system. */
  clinics: readonly { clinic_num: number; description: string }[];
  /** The practice whose page it is. */
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

/** Why a clinic may not be chosen. */
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

/** Why a clinic cannot be chosen at all; null when it can. */
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

/** Why a clinic may not become a practice, given these choices; null when it may. */
export function mainClinicObstacle(
  group: ClinicGroup,
  choices: readonly ClinicChoice[],
  clinic: number,
): ClinicObstacle | null {
  if (clinic === UNASSIGNED_CLINIC) return { kind: 'unknown' };
  const of = choices.find(({ additionalClinics }) => additionalClinics.includes(clinic));
  return groupObstacle(group, clinic) ?? (of ? { kind: 'additional', of: of.clinicNum } : null);
}

/** Why a clinic may not be an additional clinic, given these choices; null when it may. */
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

/** The typed name, or the clinic's description; empty when both are. */
export function clinicPracticeName(
  { clinics }: Pick<ClinicGroup, 'clinics'>,
  { clinicNum, name }: ClinicChoice,
): string {
  const clinic = clinics.find(({ clinic_num }) => clinic_num === clinicNum);
  return name.trim() || (clinic?.description.trim() ?? '');
}

/** Why a practice cannot have the name; null where it can. */
export function clinicNameObstacle(name: string): 'empty' | 'long' | 'unprintable' | null {
  if (name === '') return 'empty';
  if (name.length > MAX_CLINIC_NAME_LENGTH) return 'long';
  // Control characters and lone surrogates, which screens cannot show and databases reject.
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

/** Every problem with the chosen clinics; empty exactly when the page allows the choice. */
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
