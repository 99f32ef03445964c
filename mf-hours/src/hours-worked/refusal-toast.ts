import { type ApiError, type Notification, serverMessage } from 'shared-api';
import { messages } from './messages';

/** How long the toast about the rate limit stays (specification: 8.3). */
const LIMIT_TOAST_MS = 7000;

/** The message when a recalculation doesn't start. */
export function refusalToast(error: ApiError): Notification {
  const reason = serverMessage(error);
  return error.status === 429
    ? { severity: 'error', message: reason ?? messages.recalculation.limit, duration: LIMIT_TOAST_MS }
    : { severity: 'error', message: reason ?? messages.recalculation.failed };
}
