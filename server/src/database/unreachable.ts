import { AppError } from '../http/app-error.js';
import { sqlState } from './transaction.js';

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}

/** Thrown in place of what the system or the server said when the database could not be reached, which is its cause. */
export class DatabaseUnreachable extends AppError {
  constructor(override readonly cause: unknown) {
    super(503, 'unavailable', 'The console can’t reach its database. Try again in a minute.', { retryAfter: 60 });
  }

  /** For operators; users read the message alone. */
  get withCause(): string {
    // Where a name has several addresses, only the code says why none of them answered.
    const why = messageOf(this.cause) || sqlState(this.cause) || String(this.cause);
    return `${this.message} (${why})`;
  }
}

/** Thrown where the database answers, but not in time: what is asked for is locked, or too much is asked at once. */
export class DatabaseBusy extends AppError {
  constructor(override readonly cause?: unknown) {
    super(503, 'busy', 'The console is busy. Nothing was changed. Try again in a few seconds.', { retryAfter: 10 });
  }
}

/** A lock or a statement took longer than it may, or a transaction was left open. */
const timeoutStates = new Set(['55P03', '57014', '25P03', '25P04']);

/** True when the database gave a statement up for the time that it took. */
export const isTimeout = (error: unknown): boolean => timeoutStates.has(sqlState(error) ?? '');

/** The server is stopping, was killed, or is not up yet. */
const states = new Set(['57P01', '57P02', '57P03']);

/** What `pg` says of a connection that has ended under a statement, without a code. */
const words = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

/** True when a statement failed because its connection was lost, not because of what it asked. */
export function isLostConnection(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  if (state.startsWith('08') || states.has(state)) return true;
  const isOfTheSystem = typeof error === 'object' && error !== null && 'syscall' in error;
  return isOfTheSystem || words.test(messageOf(error));
}
