/** What was sent as clinics to be made practices of, judged by the rule that the page follows too. No database here. */
import {
  type ClinicChoiceFault,
  type ClinicGroup,
  type ClinicObstacle,
  type ClinicToCreate,
  clinicChoiceFaults,
  clinicNameObstacle,
  clinicPracticeName,
  type GroupPractice,
  MAX_CLINIC_NAME_LENGTH,
  UNASSIGNED_CLINIC,
} from 'shared-api/contracts';

export interface ChosenClinic {
  clinicNum: number;
  name: string;
  additionalClinics: number[];
}

const nameMessages: Record<NonNullable<ReturnType<typeof clinicNameObstacle>>, string> = {
  empty: 'The new practice needs a name.',
  long: `The name can have at most ${MAX_CLINIC_NAME_LENGTH} characters.`,
  unprintable: "The name has characters that can't be shown. Type it again.",
};

/** What a clinic is called in messages. */
export function clinicLabel({ clinics }: Pick<ClinicGroup, 'clinics'>, clinic: number): string {
  if (clinic === UNASSIGNED_CLINIC) return 'What is assigned to no clinic';
  return clinics.find(({ clinic_num }) => clinic_num === clinic)?.description.trim() || `Clinic ${clinic}`;
}

function obstacleMessage(group: ClinicGroup, clinic: number, obstacle: ClinicObstacle): string {
  const name = clinicLabel(group, clinic);
  switch (obstacle.kind) {
    case 'unknown':
      return `${name} is not in the practice management system. Reload the page.`;
    case 'current':
      return `${name} is the clinic of ${group.current.name} itself.`;
    case 'connected':
      return `${name} is the clinic of ${obstacle.practice.name} already.`;
    case 'shown':
      return `${name} is an additional clinic of ${obstacle.practice.name} already.`;
    case 'additional':
      return `${name} is chosen as an additional clinic of ${clinicLabel(group, obstacle.of)}.`;
    case 'main':
      return `${name} becomes a practice itself and can't be an additional clinic too.`;
    case 'twice':
      return `${name} is chosen twice.`;
  }
}

function pathOf({ choice, additional }: ClinicChoiceFault): string {
  return additional === undefined ? `clinics.${choice}.clinicNum` : `clinics.${choice}.additionalClinics.${additional}`;
}

/** @returns what to create; what is wrong, by the body's paths, in sentences that name the clinics */
export function readChoices(
  sent: readonly ClinicToCreate[],
  group: ClinicGroup,
): { chosen: ChosenClinic[]; faults: Record<string, string> } {
  const faults = Object.fromEntries(
    clinicChoiceFaults(group, sent).map((fault) => [
      pathOf(fault),
      obstacleMessage(group, fault.clinic, fault.obstacle),
    ]),
  );
  const chosen = sent.map((choice, index) => {
    const name = clinicPracticeName(group, choice);
    const obstacle = clinicNameObstacle(name);
    if (obstacle)
      faults[`clinics.${index}.name`] = `${clinicLabel(group, choice.clinicNum)}: ${nameMessages[obstacle]}`;
    return { clinicNum: choice.clinicNum, name, additionalClinics: [...choice.additionalClinics] };
  });
  return { chosen, faults };
}

/** Clinic → the practice that shows it. */
export function takenClinics(group: readonly GroupPractice[]): ReadonlyMap<number, GroupPractice> {
  const taken = new Map<number, GroupPractice>();
  for (const practice of group) {
    for (const clinic of practice.additional_clinics) taken.set(clinic, practice);
    if (practice.clinicnum !== null) taken.set(practice.clinicnum, practice);
  }
  return taken;
}
