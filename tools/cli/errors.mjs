// @ts-check
import { StepError } from '../steps.mjs';

/** An invalid command line. The exit code is 2, and the command's usage is printed. */
export class UsageError extends StepError {}

/**
 * The text of an error for people, without a stack and never just the name of a system error.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function describeError(error) {
  if (error instanceof StepError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, path: file } = /** @type {NodeJS.ErrnoException} */ (error);
  const reasons = /** @type {Record<string, string>} */ ({
    ENOENT: "it doesn't exist",
    EACCES: 'this user may not open it',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is not a folder',
    ENOSPC: 'the disk is full',
    EADDRINUSE: 'another program uses this port',
  });
  const reason = reasons[code ?? ''];
  if (reason !== undefined) return `${file ?? 'The file or port'} can't be used: ${reason}.`;
  return `${error.message}. This is an error of the command itself; DEBUG=1 shows where it happened.`;
}
