/**
 * Sign-ins that wait for the identity provider's callback. They are rows, so that any replica may handle the callback.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database/tables.js';

/** How long a person may take at the provider. */
const PATIENCE_MS = 15 * 60_000;
/**
 * How long it is known where a sign-in started, so that a late answer's page leads back there. Each has a cookie, and a
 * request has room for some dozens.
 */
export const KNOWN_SECONDS = 2 * 3600;

/** Where a sign-in started. */
export interface SignInPlace {
  returnTo: string;
  popup: boolean;
}

export interface ExpectedSignIn extends SignInPlace {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** How the provider asks for another account than the one that is signed in there. */
  account: OtherAccount | undefined;
}

/** `select_account`: it lets the person choose; `login`: it asks them to sign in again. */
export type OtherAccount = 'select_account' | 'login';

const hash = (state: string): Buffer => createHash('sha256').update(state).digest();

export async function insertSignIn(db: Db, signIn: ExpectedSignIn, now: Date): Promise<void> {
  await db
    .deleteFrom('oidc_sign_ins')
    .where('started_at', '<', new Date(now.getTime() - KNOWN_SECONDS * 1000))
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
  /** `place` is undefined when it isn't known any more. */
  | { outcome: 'used' | 'expired'; place: SignInPlace | undefined };

/** Uses up the pending sign-in of a state. */
export async function consumeSignIn(db: Db, state: string, now: Date): Promise<ConsumedSignIn> {
  const ofState = db.updateTable('oidc_sign_ins').where('state_hash', '=', hash(state));
  const row = await ofState.where('used_at', 'is', null).set({ used_at: now }).returningAll().executeTakeFirst();
  if (!row) {
    const used = await db
      .selectFrom('oidc_sign_ins')
      .select(['return_to', 'popup'])
      .where('state_hash', '=', hash(state))
      .executeTakeFirst();
    return used
      ? { outcome: 'used', place: { returnTo: used.return_to, popup: used.popup } }
      : { outcome: 'expired', place: undefined };
  }
  const place = { returnTo: row.return_to, popup: row.popup };
  if (row.started_at.getTime() < now.getTime() - PATIENCE_MS) return { outcome: 'expired', place };
  const { nonce, code_verifier: codeVerifier, account } = row;
  return { outcome: 'expected', signIn: { ...place, state, nonce, codeVerifier, account: account ?? undefined } };
}
