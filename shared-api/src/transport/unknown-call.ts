import type { Call } from '../contracts/call.js';
import { type ApiError, isUnknownCall } from './api-error.js';

/** Adds the call's name to an unknown-call error, because only the page knows the name. */
export function withCallName(
  error: ApiError,
  { name, method, path }: Pick<Call, 'name' | 'method' | 'path'>,
): ApiError {
  if (!isUnknownCall(error)) return error;
  const message = `This console doesn’t serve ${name} (${method} ${path}), which this page needs. Ask the console’s operator for an update.`;
  return { ...error, message };
}
