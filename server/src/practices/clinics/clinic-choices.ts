/** Validates the clinics to turn into practices, by the same rule as the page. No database access. */
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

export interface SelectedClinic {
  clinicNum: number;
  name: string;
  additionalClinics: number[];
}

const nameMessages: Record<NonNullable<ReturnType<typeof clinicNameObstacle>>, string> = {
  empty: 'The new practice needs a name.',
  long: `The name can have at most ${MAX_CLINIC_NAME_LENGTH} characters.`,
  unprintable: 'The name has characters that can’t be shown. Type it again.',
};

/** Label of a clinic in messages. */
export function clinicLabel({ clinics }: Pick<ClinicGroup, 'clinics'>, clinic: number): string {
  if (clinic === UNASSIGNED_CLINIC) return 'What is assigned to no clinic';
  return clinics.find(({ clinic_num }) => clinic_num === clinic)?.description.trim() || `Clinic ${clinic}`;
}

function obstacleMessage(group: ClinicGroup, clinic: number, obstacle: ClinicObstacle): string {
  const name = clinicLabel(group, clinic);
  switch (obstacle.kind) {
    case 'unknown':
      return `${name} isn’t in the practice management system. Reload the page.`;
    case 'current':
      return `${name} is the clinic of ${group.current.name} itself.`;
    case 'connected':
      return `${name} is already the clinic of ${obstacle.practice.name}.`;
    case 'shown':
      return `${name} is already an additional clinic of ${obstacle.practice.name}.`;
    case 'additional':
      return `${name} is selected as an additional clinic of ${clinicLabel(group, obstacle.of)}.`;
    case 'main':
      return `${name} becomes a practice itself and can’t be an additional clinic too.`;
    case 'twice':
      return `${name} is selected twice.`;
  }
}

function pathOf({ choice, additional }: ClinicChoiceFault): string {
  return additional === undefined ? `clinics.${choice}.clinicNum` : `clinics.${choice}.additionalClinics.${additional}`;
}

/** @returns the practices to create, and the errors by the body's paths, in sentences that name the clinics */
export function readChoices(
  sent: readonly ClinicToCreate[],
  group: ClinicGroup,
): { selected: SelectedClinic[]; fieldErrors: Record<string, string> } {
  const fieldErrors = Object.fromEntries(
    clinicChoiceFaults(group, sent).map((fault) => [
      pathOf(fault),
      obstacleMessage(group, fault.clinic, fault.obstacle),
    ]),
  );
  const selected = sent.map((choice, index) => {
    const name = clinicPracticeName(group, choice);
    const obstacle = clinicNameObstacle(name);
    if (obstacle)
      fieldErrors[`clinics.${index}.name`] = `${clinicLabel(group, choice.clinicNum)}: ${nameMessages[obstacle]}`;
    return { clinicNum: choice.clinicNum, name, additionalClinics: [...choice.additionalClinics] };
  });
  return { selected, fieldErrors };
}

/** Clinic → the practice that it belongs to. */
export function clinicsWithPractice(group: readonly GroupPractice[]): ReadonlyMap<number, GroupPractice> {
  const practiceByClinic = new Map<number, GroupPractice>();
  for (const practice of group) {
    for (const clinic of practice.additional_clinics) practiceByClinic.set(clinic, practice);
    if (practice.clinicnum !== null) practiceByClinic.set(practice.clinicnum, practice);
  }
  return practiceByClinic;
}
