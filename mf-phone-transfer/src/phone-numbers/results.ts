/** What became of each number of a transfer, seen against where the numbers are now. Pure. */
import { type ApiError, isException } from 'shared-api';
import { type AccountNumber, type Accounts, type Side, sideOf } from './accounts';
import { phoneNumbersMessages as words } from './messages';

/** One number on its way. */
export interface Transfer {
  number: AccountNumber;
  to: Side;
  origin: string;
  destination: string;
}

/** `unknown`: nobody can say whether it was done, since no answer came, or none from the voice provider. */
export type Answered = 'waiting' | 'moving' | 'moved' | 'failed' | 'unknown';

export interface Result extends Transfer {
  state: Answered;
  /** Why it failed, in the words of the server or of the transport. */
  message: string | undefined;
  code: string | undefined;
  /** Settings of the number that changed with the move, in words. */
  changed: readonly string[];
}

export function waiting(transfer: Transfer): Result {
  return { ...transfer, state: 'waiting', message: undefined, code: undefined, changed: [] };
}

/** Whether a failed call left open what was done. */
export function failedAs(error: ApiError): 'failed' | 'unknown' {
  return isException(error) || error.code === 'provider_unavailable' ? 'unknown' : 'failed';
}

export interface SettledResult extends Result {
  /** What more there is to say, one sentence each. */
  notes: readonly string[];
  /** The number is still at its origin: the transfer can be tried again. */
  again: boolean;
}

/** Where to mend what the voice provider asks for. */
function helpFor({ code, destination, to }: Result): string[] {
  return code === 'address_required' || code === 'address_invalid'
    ? [words.results.address(words.account[to], destination)]
    : [];
}

/**
 * The result once the lists were read again.
 *
 * @param accounts where the numbers are now; undefined while that could not be read
 */
export function settled(result: Result, accounts: Accounts | undefined): SettledResult {
  const { state, to, number } = result;
  if (state === 'waiting' || state === 'moving') return { ...result, notes: [], again: false };
  if (state === 'moved') return { ...result, notes: result.changed.map(words.results.changed), again: false };
  if (!accounts) return { ...result, notes: state === 'unknown' ? [words.results.notRead] : [], again: false };
  const now = sideOf(accounts, number.sid);
  if (now === undefined) return { ...result, notes: [words.results.nowhere], again: false };
  if (now !== to) {
    const notes = state === 'unknown' ? [words.results.notArrived(words.account[now])] : helpFor(result);
    return { ...result, state: 'failed', notes, again: true };
  }
  return state === 'unknown'
    ? { ...result, state: 'moved', message: undefined, notes: [words.results.arrived], again: false }
    : { ...result, notes: [words.results.isThere(words.account[now])], again: false };
}

/** How many ended how. */
export function tally(results: readonly Pick<Result, 'state'>[]): Record<'moved' | 'failed' | 'unknown', number> {
  const count = (state: Answered): number => results.filter((result) => result.state === state).length;
  return { moved: count('moved'), failed: count('failed'), unknown: count('unknown') };
}
