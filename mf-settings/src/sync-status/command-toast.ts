import type { Notification } from 'shared-api';
import type { Command, CommandAnswer } from '../api';
import { messages } from '../messages';
import { errorMessage } from '../settings-record/use-settings';

const text = messages.syncStatus;

/** The toast for a command's response: the server's message, or a default. */
export function commandToast(
  command: Command,
  answer: { data: Pick<CommandAnswer, 'status' | 'message'>; error?: undefined } | { error: unknown; data?: undefined },
): Notification {
  if (answer.data === undefined) {
    return { severity: 'error', message: errorMessage(answer.error, text.refused[command]) };
  }
  const { status, message } = answer.data;
  return {
    severity: status === 'info' ? 'info' : 'success',
    message: message === '' ? text.asked[command] : message,
  };
}
