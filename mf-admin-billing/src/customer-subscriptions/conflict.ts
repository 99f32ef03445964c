/** Why the server rejected an attachment (specification, 8). Pure. */
import { isApiError, serverMessage } from 'shared-api';
import { subscriptionsMessages } from './messages';

export interface SaveProblem {
  message: string;
  /** Names of practices that already have the items. */
  practices: readonly string[];
}

export function saveProblemOf(error: unknown): SaveProblem {
  const known = isApiError(error) ? error : undefined;
  const message = (known && serverMessage(known)) ?? subscriptionsMessages.attach.saveFailed;
  return { message, practices: [...new Set(known?.practices?.map(({ name }) => name))] };
}
