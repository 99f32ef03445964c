import { AppError } from '../errors/app-error.js';
import { sqlState } from './transaction.js';

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}

/** Thrown when the database cannot be reached. The original error is its cause. */
export class DatabaseUnreachable extends AppError {
  constructor(override readonly cause: unknown) {
    super(503, 'unavailable', 'The console can’t reach its database. Try again in a minute.', { retryAfter: 60 });
  }

  /** For operators. Users see only the message. */
  get withCause(): string {
    // When a name has several addresses, the error's message is empty and only its code is useful.
    const why = messageOf(this.cause) || sqlState(this.cause) || String(this.cause);
    return `${this.message} (${why})`;
  }
}

/** Thrown when the database responds, but not in time: because of a lock, or because of too many requests. */
export class DatabaseBusy extends AppError {
  constructor(override readonly cause?: unknown) {
    super(503, 'busy', 'The console is busy. Nothing was changed. Try again in a few seconds.', { retryAfter: 10 });
  }
}

/** Thrown when the database has no space left on its disk. It still reads. */
export class DatabaseFull extends AppError {
  constructor(override readonly cause: unknown) {
    const message = 'The console’s database has no space left, so nothing was saved. Try again in a few minutes.';
    super(503, 'no_space', message, { retryAfter: 60 });
  }
}

/** True when a statement failed because the database's disk is full. */
export const isFull = (error: unknown): boolean => sqlState(error) === '53100';

/** A lock or a statement took too long, or a transaction was left open. */
const timeoutStates = new Set(['55P03', '57014', '25P03', '25P04']);

/** True when the database canceled a statement because it took too long. */
export const isTimeout = (error: unknown): boolean => timeoutStates.has(sqlState(error) ?? '');

/** The server is stopping, was killed, isn't ready yet, or became a standby, which refuses writes. */
const states = new Set(['57P01', '57P02', '57P03', '25006']);

/** `pg`'s messages, without a code, for a connection that ended during a statement. */
const words = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

/** True when a statement failed because of its connection, which is lost or leads to a standby, not because of its content. */
export function isLostConnection(error: unknown): boolean {
  const state = sqlState(error) ?? '';
  if (state.startsWith('08') || states.has(state)) return true;
  const isOfTheSystem = typeof error === 'object' && error !== null && 'syscall' in error;
  return isOfTheSystem || words.test(messageOf(error));
}
