// @ts-check
import { StepError } from '../steps.mjs';

/** A command that was typed wrong. The exit code is 2, and the usage of the command is printed. */
export class UsageError extends StepError {}

/**
 * The text of an error for a person. It never has a stack, and never the name of a system error alone.
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
