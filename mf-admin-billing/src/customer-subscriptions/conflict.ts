/** Why an attaching was refused (specification, 8). Pure. */
import { isApiError, serverMessage } from 'shared-api';
import { subscriptionsMessages } from './messages';

/** What the refusal of code `already_assigned` carries beside the one error shape (server rule 7). */
interface AssignedElsewhere {
  practices?: readonly { id: number; name: string }[];
}

export interface SaveProblem {
  message: string;
  /** Names of practices that have the items already. */
  practices: readonly string[];
}

export function saveProblemOf(error: unknown): SaveProblem {
  const message = (isApiError(error) ? serverMessage(error) : undefined) ?? subscriptionsMessages.attach.saveFailed;
  const { practices } = (isApiError(error) ? error : {}) as AssignedElsewhere;
  const names = Array.isArray(practices) ? practices.map(({ name }) => name) : [];
  return { message, practices: [...new Set(names)] };
}
