/** The selection of clinics to turn into practices (4.1 and 5.1). The rules are in shared-api. */
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
  /** As typed. If empty, the clinic's description is the name. */
  name: string;
  additional: readonly number[];
}

/** By clinic number. Clinics without any change are absent. */
export type Selection = Readonly<Record<number, Choice>>;

/** The existing clinics and practices, from the server. */
export interface ClinicContext extends ClinicGroup {
  clinics: readonly Clinic[];
}

export function clinicContextOf(settings: PracticeSettings): ClinicContext {
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
  | { type: 'select'; clinic: number; on: boolean }
  | { type: 'name'; clinic: number; name: string }
  | { type: 'additional'; clinic: number; number: number; on: boolean }
  | { type: 'clear' };

const untouched: Choice = { ticked: false, name: '', additional: [] };

export function choiceOf(selection: Selection, clinic: number): Choice {
  return selection[clinic] ?? untouched;
}

/** The clinics that are selected or have a typed name. */
export function touchedClinics(selection: Selection): number[] {
  return Object.entries(selection)
    .filter(([, { ticked, name }]) => ticked || name !== '')
    .map(([clinic]) => Number(clinic));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isChoice(value: unknown): value is Choice {
  if (!isRecord(value)) return false;
  const { ticked, name, additional } = value;
  const areNumbers = Array.isArray(additional) && additional.every((number) => Number.isInteger(number));
  return typeof ticked === 'boolean' && typeof name === 'string' && areNumbers;
}

/** Restores the selection from session storage. Ignores invalid entries. */
export function restoredSelection(stored: unknown): Selection {
  if (!isRecord(stored)) return {};
  const choices = Object.entries(stored).filter((entry): entry is [string, Choice] => isChoice(entry[1]));
  return Object.fromEntries(choices);
}

/** The selected clinics in the form that the rules in shared-api expect. */
export function selectedChoices(selection: Selection): ClinicChoice[] {
  return Object.entries(selection)
    .filter(([, { ticked }]) => ticked)
    .map(([clinic, { name, additional }]) => ({ clinicNum: Number(clinic), name, additionalClinics: additional }));
}

/** Why a clinic can't be selected; null if it can. */
export function obstacleOf(selection: Selection, context: ClinicContext, clinic: number): ClinicObstacle | null {
  return mainClinicObstacle(context, selectedChoices(selection), clinic);
}

/** Why a clinic can't be an additional clinic of another clinic; null if it can. */
export function additionalObstacleOf(
  selection: Selection,
  context: ClinicContext,
  clinic: number,
  main: number,
): ClinicObstacle | null {
  return additionalClinicObstacle(context, selectedChoices(selection), clinic, main);
}

/** The selection without clinics that were removed or became part of a practice. */
export function withoutUnavailable(selection: Selection, context: ClinicContext): Selection {
  const isFree = (clinic: number): boolean => groupObstacle(context, clinic) === null;
  const next = Object.entries(selection)
    .filter(([clinic]) => context.clinics.some(({ clinic_num }) => clinic_num === Number(clinic)))
    .map(([clinic, choice]) => {
      if (!isFree(Number(clinic))) return [clinic, untouched] as const;
      return [clinic, { ...choice, additional: choice.additional.filter(isFree) }] as const;
    });
  return Object.fromEntries(next);
}

export function reduceSelection(before: Selection, action: SelectionAction, context: ClinicContext): Selection {
  const selection = withoutUnavailable(before, context);
  if (action.type === 'clear') return {};
  const { clinic } = action;
  const choice = choiceOf(selection, clinic);
  switch (action.type) {
    case 'select':
      if (action.on && obstacleOf(selection, context, clinic)) return selection;
      // A clinic that is not selected has no additional clinics.
      return { ...selection, [clinic]: { ...choice, ticked: action.on, additional: [] } };
    case 'name':
      return { ...selection, [clinic]: { ...choice, name: action.name } };
    case 'additional':
      return setAdditional(selection, choice, action, context);
  }
}

function setAdditional(
  selection: Selection,
  choice: Choice,
  { clinic, number, on }: { clinic: number; number: number; on: boolean },
  context: ClinicContext,
): Selection {
  const others = choice.additional.filter((other) => other !== number);
  if (!on) return { ...selection, [clinic]: { ...choice, additional: others } };
  if (!choice.ticked || additionalObstacleOf(selection, context, number, clinic)) return selection;
  const chosen = choiceOf(selection, number);
  return {
    ...selection,
    // An additional clinic can't become a practice itself.
    ...(chosen.ticked && { [number]: { ...chosen, ticked: false, additional: [] } }),
    [clinic]: { ...choice, additional: [...others, number].sort((one, other) => one - other) },
  };
}

export function selectedClinics(selection: Selection, { clinics }: ClinicContext): Clinic[] {
  return clinics.filter(({ clinic_num }) => choiceOf(selection, clinic_num).ticked);
}

export function nameOf(selection: Selection, clinic: Clinic): string {
  const { name, additional } = choiceOf(selection, clinic.clinic_num);
  const choice = { clinicNum: clinic.clinic_num, name, additionalClinics: additional };
  return clinicPracticeName({ clinics: [clinic] }, choice);
}

/** The request body of the creation, without entries with blank names (5.1). */
export function toCreate(selection: Selection, context: ClinicContext): ClinicToCreate[] {
  return selectedClinics(selection, context)
    .map((clinic) => ({
      clinicNum: clinic.clinic_num,
      name: nameOf(selection, clinic),
      additionalClinics: [...choiceOf(selection, clinic.clinic_num).additional],
      clinicData: clinic,
    }))
    .filter(({ name }) => name !== '');
}

/** Why creation can't start; null if at least one clinic is selected and each has a valid name (5.1). */
export function creationObstacle(
  selection: Selection,
  context: ClinicContext,
): 'nothing' | NonNullable<ReturnType<typeof clinicNameObstacle>> | null {
  const ticked = selectedClinics(selection, context);
  if (ticked.length === 0) return 'nothing';
  return ticked.map((clinic) => clinicNameObstacle(nameOf(selection, clinic))).find((obstacle) => obstacle) ?? null;
}
