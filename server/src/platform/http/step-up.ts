/** Step-up: a person authenticates again before an action that is hard to undo. */
import { type Call, STEP_UP_REQUIRED } from 'shared-api/contracts';
import { AppError } from '../errors/app-error.js';
import type { PersonPrincipal, Principal } from './principal.js';

/** How long a second factor or a password counts after its use. */
export const STEP_UP_MINUTES = 10;

function isRecent(shownAt: Date | null, now: Date): boolean {
  return shownAt !== null && now.getTime() - shownAt.getTime() <= STEP_UP_MINUTES * 60_000;
}

/**
 * People without a second factor aren't asked: if one were required, they couldn't have signed in. Team tokens have
 * none.
 *
 * @throws AppError `step_up_required`
 */
export function assertRecentSecondFactor(principal: Principal, now: Date): void {
  if (principal.kind !== 'person' || !principal.hasSecondFactor) return;
  if (isRecent(principal.session.secondFactorAt, now)) return;
  throw new AppError(403, STEP_UP_REQUIRED, 'Confirm it’s you with your second factor to do this.');
}

interface LocalAccounts {
  /** False if people sign in only through the identity provider. */
  localAccounts: boolean;
}

/** True for people who enter their password instead of a second factor. */
export function provesWithPassword(person: PersonPrincipal, { localAccounts }: LocalAccounts): boolean {
  return localAccounts && person.hasPassword && !person.hasSecondFactor;
}

/**
 * Checks what a contract's `stepUp` requires.
 *
 * @throws AppError `step_up_required`
 */
export function assertRecentProof(
  { stepUp }: Pick<Call, 'stepUp'>,
  principal: Principal,
  config: LocalAccounts,
  now: Date,
): void {
  if (!stepUp) return;
  assertRecentSecondFactor(principal, now);
  if (stepUp !== 'password' || principal.kind !== 'person' || !provesWithPassword(principal, config)) return;
  if (isRecent(principal.session.passwordAt, now)) return;
  throw new AppError(403, STEP_UP_REQUIRED, 'Confirm it’s you with your password to do this.');
}
