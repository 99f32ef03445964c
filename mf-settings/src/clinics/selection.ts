/** Which clinics are selected to become practices (4.1 and 5.1): what may be selected is the rule of shared-api. */
import {
  additionalClinicObstacle,
  type Clinic,
  type ClinicChoice,
  type ClinicGroup,
  clinicNameObstacle,
  type ClinicObstacle,
  clinicPracticeName,
  type ClinicToCreate,
  groupObstacle,
  mainClinicObstacle,
  type PracticeSettings,
} from 'shared-api/contracts';

export interface Choice {
  ticked: boolean;
  /** As typed; empty takes the clinic's description. */
  name: string;
  additional: readonly number[];
}

/** By clinic number; a clinic that was never touched is absent. */
export type Selection = Readonly<Record<number, Choice>>;

/** What the practice has, as the server says. */
export interface ClinicFacts extends ClinicGroup {
  clinics: readonly Clinic[];
}

export function clinicFactsOf(settings: PracticeSettings): ClinicFacts {
  return {
    clinics: settings.clinic_information ?? [],
    current: {
      id: 0,
      name: settings.practice_name,
      clinicnum: settings.clinicnum ?? null,
      additional_clinics: settings.additional_clinicnums ?? [],
    },
    connected: settings.connected_practices ?? [],
  };
}

export type SelectionAction =
  | { type: 'tick'; clinic: number; on: boolean }
  | { type: 'name'; clinic: number; name: string }
  | { type: 'additional'; clinic: number; number: number; on: boolean }
  | { type: 'clear' };

const untouched: Choice = { ticked: false, name: '', additional: [] };

export function choiceOf(selection: Selection, clinic: number): Choice {
  return selection[clinic] ?? untouched;
}

/** The ticked clinics as the rule takes them. */
export function choicesIn(selection: Selection): ClinicChoice[] {
  return Object.entries(selection)
    .filter(([, { ticked }]) => ticked)
    .map(([clinic, { name, additional }]) => ({ clinicNum: Number(clinic), name, additionalClinics: additional }));
}

/** Why a clinic cannot be ticked; null where it can. */
export function obstacleOf(selection: Selection, facts: ClinicFacts, clinic: number): ClinicObstacle | null {
  return mainClinicObstacle(facts, choicesIn(selection), clinic);
}

/** Why a clinic cannot go with another one; null where it can. */
export function additionalObstacleOf(
  selection: Selection,
  facts: ClinicFacts,
  clinic: number,
  main: number,
): ClinicObstacle | null {
  return additionalClinicObstacle(facts, choicesIn(selection), clinic, main);
}

/** The selection without clinics that were removed meanwhile, or became part of a practice. */
export function withoutTaken(selection: Selection, facts: ClinicFacts): Selection {
  const isFree = (clinic: number): boolean => groupObstacle(facts, clinic) === null;
  const next = Object.entries(selection)
    .filter(([clinic]) => facts.clinics.some(({ clinic_num }) => clinic_num === Number(clinic)))
    .map(([clinic, choice]) => {
      if (!isFree(Number(clinic))) return [clinic, untouched] as const;
      return [clinic, { ...choice, additional: choice.additional.filter(isFree) }] as const;
    });
  return Object.fromEntries(next);
}

export function reduceSelection(before: Selection, action: SelectionAction, facts: ClinicFacts): Selection {
  const selection = withoutTaken(before, facts);
  if (action.type === 'clear') return {};
  const { clinic } = action;
  const choice = choiceOf(selection, clinic);
  switch (action.type) {
    case 'tick':
      if (action.on && obstacleOf(selection, facts, clinic)) return selection;
      // Without its tick a clinic holds no others.
      return { ...selection, [clinic]: { ...choice, ticked: action.on, additional: [] } };
    case 'name':
      return { ...selection, [clinic]: { ...choice, name: action.name } };
    case 'additional':
      return setAdditional(selection, choice, action, facts);
  }
}

function setAdditional(
  selection: Selection,
  choice: Choice,
  { clinic, number, on }: { clinic: number; number: number; on: boolean },
  facts: ClinicFacts,
): Selection {
  const others = choice.additional.filter((other) => other !== number);
  if (!on) return { ...selection, [clinic]: { ...choice, additional: others } };
  if (!choice.ticked || additionalObstacleOf(selection, facts, number, clinic)) return selection;
  const chosen = choiceOf(selection, number);
  return {
    ...selection,
    // A clinic that goes with another makes no practice of its own.
    ...(chosen.ticked && { [number]: { ...chosen, ticked: false, additional: [] } }),
    [clinic]: { ...choice, additional: [...others, number].sort((one, other) => one - other) },
  };
}

export function tickedClinics(selection: Selection, { clinics }: ClinicFacts): Clinic[] {
  return clinics.filter(({ clinic_num }) => choiceOf(selection, clinic_num).ticked);
}

export function nameOf(selection: Selection, clinic: Clinic): string {
  const { name, additional } = choiceOf(selection, clinic.clinic_num);
  const choice = { clinicNum: clinic.clinic_num, name, additionalClinics: additional };
  return clinicPracticeName({ clinics: [clinic] }, choice);
}

/** What the creation is asked for; entries with blank names are dropped (5.1). */
export function toCreate(selection: Selection, facts: ClinicFacts): ClinicToCreate[] {
  return tickedClinics(selection, facts)
    .map((clinic) => ({
      clinicNum: clinic.clinic_num,
      name: nameOf(selection, clinic),
      additionalClinics: [...choiceOf(selection, clinic.clinic_num).additional],
      clinicData: clinic,
    }))
    .filter(({ name }) => name !== '');
}

/** Why creation cannot start; null where it can: at least one is ticked, and every ticked one has a proper name (5.1). */
export function creationObstacle(
  selection: Selection,
  facts: ClinicFacts,
): 'nothing' | NonNullable<ReturnType<typeof clinicNameObstacle>> | null {
  const ticked = tickedClinics(selection, facts);
  if (ticked.length === 0) return 'nothing';
  return ticked.map((clinic) => clinicNameObstacle(nameOf(selection, clinic))).find((obstacle) => obstacle) ?? null;
}
