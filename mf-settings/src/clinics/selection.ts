/** Which clinics shall become practices: the selection rules of 4.1 and 5.1, as pure functions. */
import type { Clinic, ClinicToCreate, ConnectedPractice } from 'shared-api/contracts';

/** Stands for what is assigned to no clinic. */
export const UNASSIGNED = 0;

export interface Choice {
  ticked: boolean;
  /** As typed; empty takes the clinic's description. */
  name: string;
  additional: readonly number[];
}

/** By clinic number; a clinic that was never touched is absent. */
export type Selection = Readonly<Record<number, Choice>>;

/** What the practice has, as the server says. */
export interface ClinicFacts {
  clinics: readonly Clinic[];
  /** Clinic number of the current practice. */
  current: number | null;
  connected: readonly ConnectedPractice[];
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

/** The ticked clinic that has a number among its additional clinics. */
export function takenBy(selection: Selection, number: number): number | undefined {
  const found = Object.entries(selection).find(([, { ticked, additional }]) => ticked && additional.includes(number));
  return found && Number(found[0]);
}

export type Obstacle =
  { kind: 'current' } | { kind: 'connected'; practice: ConnectedPractice } | { kind: 'additional'; of: number };

/** Why a clinic cannot be ticked; null where it can. */
export function obstacleOf(selection: Selection, facts: ClinicFacts, clinic: number): Obstacle | null {
  if (clinic === facts.current) return { kind: 'current' };
  const practice = facts.connected.find(({ clinicnum }) => clinicnum === clinic);
  if (practice) return { kind: 'connected', practice };
  const of = takenBy(selection, clinic);
  return of === undefined ? null : { kind: 'additional', of };
}

/** The selection without clinics that have meanwhile gone, or become practices. */
export function settled(selection: Selection, facts: ClinicFacts): Selection {
  const known = (number: number): boolean => facts.clinics.some(({ clinic_num }) => clinic_num === number);
  const isPractice = (number: number): boolean => obstacleOf({}, facts, number) !== null;
  const kept = Object.entries(selection)
    .filter(([clinic]) => known(Number(clinic)))
    .map(([clinic, choice]) => {
      if (isPractice(Number(clinic))) return [clinic, untouched] as const;
      const additional = choice.additional.filter((number) => number === UNASSIGNED || known(number));
      return [clinic, { ...choice, additional }] as const;
    });
  return Object.fromEntries(kept);
}

export function reduceSelection(before: Selection, action: SelectionAction, facts: ClinicFacts): Selection {
  const selection = settled(before, facts);
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
      return setAdditional(selection, choice, action);
  }
}

function setAdditional(
  selection: Selection,
  choice: Choice,
  { clinic, number, on }: { clinic: number; number: number; on: boolean },
): Selection {
  const others = choice.additional.filter((other) => other !== number);
  if (!on) return { ...selection, [clinic]: { ...choice, additional: others } };
  const owner = takenBy(selection, number);
  if (!choice.ticked || number === clinic || (owner !== undefined && owner !== clinic)) return selection;
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

/** The typed name, or the clinic's description; empty where neither says anything. */
export function nameOf(selection: Selection, clinic: Clinic): string {
  return choiceOf(selection, clinic.clinic_num).name.trim() || clinic.description.trim();
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

/** Why creation cannot start; null where it can: at least one is ticked, and every ticked one has a name (5.1). */
export function creationObstacle(selection: Selection, facts: ClinicFacts): 'nothing' | 'nameless' | null {
  const ticked = tickedClinics(selection, facts);
  if (ticked.length === 0) return 'nothing';
  return ticked.some((clinic) => nameOf(selection, clinic) === '') ? 'nameless' : null;
}
