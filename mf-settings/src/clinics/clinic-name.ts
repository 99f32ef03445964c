import { type ClinicObstacle, UNASSIGNED_CLINIC } from 'shared-api/contracts';
import { messages } from '../messages';
import type { ClinicContext } from './selection';

const text = messages.clinics.table;

/** The name of a clinic; 0 means no clinic assigned. */
export function clinicName({ clinics }: Pick<ClinicContext, 'clinics'>, number: number): string {
  if (number === UNASSIGNED_CLINIC) return text.unassigned;
  return clinics.find(({ clinic_num }) => clinic_num === number)?.description.trim() || text.number(number);
}

/** The message that says why a clinic can't be selected. */
export function obstacleText(obstacle: ClinicObstacle, context: Pick<ClinicContext, 'clinics'>): string {
  const { why } = text;
  switch (obstacle.kind) {
    case 'unknown':
      return why.unknown;
    case 'current':
      return why.current;
    case 'connected':
      return why.connected(obstacle.practice.name);
    case 'shown':
      return why.shown(obstacle.practice.name);
    case 'additional':
      return why.additional(clinicName(context, obstacle.of));
    case 'main':
      return why.main;
    case 'twice':
      return why.twice;
  }
}
