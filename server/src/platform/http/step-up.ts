/** Step-up: before an action that is hard to undo, a person shows again that it is them. */
import { type Call, STEP_UP_REQUIRED } from 'shared-api/contracts';
import { AppError } from '../errors/app-error.js';
import type { PersonPrincipal, Principal } from './principal.js';

/** How long a second factor or a password counts after it was shown. */
export const STEP_UP_MINUTES = 10;

function isRecent(shownAt: Date | null, now: Date): boolean {
  return shownAt !== null && now.getTime() - shownAt.getTime() <= STEP_UP_MINUTES * 60_000;
}

/**
 * People without a second factor aren't asked: where one is required, they couldn't have signed in. Tokens of teams have
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
  /** False where people sign in only through the identity provider. */
  localAccounts: boolean;
}

/** True for people who show their password in place of a second factor. */
export function provesWithPassword(person: PersonPrincipal, { localAccounts }: LocalAccounts): boolean {
  return localAccounts && person.hasPassword && !person.hasSecondFactor;
}

/**
 * What a contract's `stepUp` asks for.
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
