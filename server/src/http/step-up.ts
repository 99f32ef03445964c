/** Step-up: before an action that is hard to undo, a person shows their second factor again. */
import { STEP_UP_REQUIRED } from 'shared-api/contracts';
import { AppError } from './app-error.js';
import type { Principal } from './principal.js';

/** How long a second factor counts after it was shown. */
export const STEP_UP_MINUTES = 10;

/**
 * People without a second factor aren't asked: where one is required, they couldn't have signed in. Tokens of teams have
 * none.
 *
 * @throws AppError `step_up_required`
 */
export function assertRecentSecondFactor(principal: Principal, now: Date): void {
  if (principal.kind !== 'person' || !principal.hasSecondFactor) return;
  const { secondFactorAt } = principal.session;
  if (secondFactorAt && now.getTime() - secondFactorAt.getTime() <= STEP_UP_MINUTES * 60_000) return;
  throw new AppError(403, STEP_UP_REQUIRED, 'Confirm it’s you with your second factor to do this.');
}
