/** The result of each transfer, checked against the account that has the number now. Pure. */
import { type ApiError, isException } from 'shared-api';
import { type AccountNumber, type Accounts, type Side, sideOf } from './accounts';
import { phoneNumbersMessages as messages } from './messages';

/** The transfer of one number. */
export interface Transfer {
  number: AccountNumber;
  to: Side;
  origin: string;
  destination: string;
}

/** `unknown`: the server or the voice provider did not respond, so the number may or may not have moved. */
export type TransferState = 'waiting' | 'moving' | 'moved' | 'failed' | 'unknown';

export interface Result extends Transfer {
  state: TransferState;
  /** The reason of a failure, from the server or the transport. */
  message: string | undefined;
  code: string | undefined;
  /** Settings of the number that the move changed, as text. */
  changed: readonly string[];
}

export function waitingResult(transfer: Transfer): Result {
  return { ...transfer, state: 'waiting', message: undefined, code: undefined, changed: [] };
}

/** `unknown` when a failed call may still have moved the number. */
export function failureState(error: ApiError): 'failed' | 'unknown' {
  return isException(error) || error.code === 'provider_unavailable' ? 'unknown' : 'failed';
}

export interface ResolvedResult extends Result {
  /** More details, one sentence each. */
  notes: readonly string[];
  /** True if the number is still in its original account, so that the transfer can be retried. */
  canRetry: boolean;
}

/** Links to the pages that fix what the voice provider requires. */
function helpFor({ code, destination, to }: Result): string[] {
  return code === 'address_required' || code === 'address_invalid'
    ? [messages.results.address(messages.account[to], destination)]
    : [];
}

/**
 * The result after the lists were refetched.
 *
 * @param accounts the refetched accounts; undefined if the refetch failed
 */
export function resolveResult(result: Result, accounts: Accounts | undefined): ResolvedResult {
  const { state, to, number } = result;
  if (state === 'waiting' || state === 'moving') return { ...result, notes: [], canRetry: false };
  if (state === 'moved') return { ...result, notes: result.changed.map(messages.results.changed), canRetry: false };
  if (!accounts) return { ...result, notes: state === 'unknown' ? [messages.results.notRead] : [], canRetry: false };
  const now = sideOf(accounts, number.sid);
  if (now === undefined) return { ...result, notes: [messages.results.nowhere], canRetry: false };
  if (now !== to) {
    const notes = state === 'unknown' ? [messages.results.notArrived(messages.account[now])] : helpFor(result);
    return { ...result, state: 'failed', notes, canRetry: true };
  }
  return state === 'unknown'
    ? { ...result, state: 'moved', message: undefined, notes: [messages.results.arrived], canRetry: false }
    : { ...result, notes: [messages.results.isThere(messages.account[now])], canRetry: false };
}

/** The number of results by state. */
export function tally(results: readonly Pick<Result, 'state'>[]): Record<'moved' | 'failed' | 'unknown', number> {
  const count = (state: TransferState): number => results.filter((result) => result.state === state).length;
  return { moved: count('moved'), failed: count('failed'), unknown: count('unknown') };
}
