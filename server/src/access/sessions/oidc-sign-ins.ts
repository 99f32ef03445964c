/**
 * Sign-ins that wait for the identity provider's callback. They are rows, so that any replica may handle the callback.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database/tables.js';

/** How long a sign-in at the provider may take. */
const SIGN_IN_TIMEOUT_MS = 15 * 60_000;
/**
 * How long a sign-in's origin is stored, so that the page after an expired callback can lead back to it. Each sign-in
 * has a cookie, and a request holds only a few dozen.
 */
export const ORIGIN_TTL_SECONDS = 2 * 3600;

/** Where a sign-in started. */
export interface SignInOrigin {
  returnTo: string;
  popup: boolean;
}

export interface ExpectedSignIn extends SignInOrigin {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The OIDC `prompt` that makes the provider offer a different account. */
  account: AccountPrompt | undefined;
}

/** `select_account`: the provider lets the person choose; `login`: it asks them to sign in again. */
export type AccountPrompt = 'select_account' | 'login';

const hash = (state: string): Buffer => createHash('sha256').update(state).digest();

export async function insertSignIn(db: Db, signIn: ExpectedSignIn, now: Date): Promise<void> {
  await db
    .deleteFrom('oidc_sign_ins')
    .where('started_at', '<', new Date(now.getTime() - ORIGIN_TTL_SECONDS * 1000))
    .execute();
  await db
    .insertInto('oidc_sign_ins')
    .values({
      state_hash: hash(signIn.state),
      nonce: signIn.nonce,
      code_verifier: signIn.codeVerifier,
      return_to: signIn.returnTo,
      popup: signIn.popup,
      account: signIn.account ?? null,
      started_at: now,
    })
    .execute();
}

export type ConsumedSignIn =
  | { outcome: 'expected'; signIn: ExpectedSignIn }
  /** `origin` is undefined once it has been deleted. */
  | { outcome: 'used' | 'expired'; origin: SignInOrigin | undefined };

/** Consumes the pending sign-in with this state. */
export async function consumeSignIn(db: Db, state: string, now: Date): Promise<ConsumedSignIn> {
  const updateByState = db.updateTable('oidc_sign_ins').where('state_hash', '=', hash(state));
  const row = await updateByState.where('used_at', 'is', null).set({ used_at: now }).returningAll().executeTakeFirst();
  if (!row) {
    const usedRow = await db
      .selectFrom('oidc_sign_ins')
      .select(['return_to', 'popup'])
      .where('state_hash', '=', hash(state))
      .executeTakeFirst();
    return usedRow
      ? { outcome: 'used', origin: { returnTo: usedRow.return_to, popup: usedRow.popup } }
      : { outcome: 'expired', origin: undefined };
  }
  const origin = { returnTo: row.return_to, popup: row.popup };
  if (row.started_at.getTime() < now.getTime() - SIGN_IN_TIMEOUT_MS) return { outcome: 'expired', origin };
  const { nonce, code_verifier: codeVerifier, account } = row;
  return { outcome: 'expected', signIn: { ...origin, state, nonce, codeVerifier, account: account ?? undefined } };
}
