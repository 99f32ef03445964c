/**
 * Sign-ins that wait for the identity provider's callback. They are rows, so that any replica may handle the callback.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database/tables.js';

/** How long a person may take at the provider. */
const PATIENCE_MS = 15 * 60_000;

export interface ExpectedSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
  returnTo: string;
  popup: boolean;
}

const hash = (state: string): Buffer => createHash('sha256').update(state).digest();

export async function insertSignIn(db: Db, signIn: ExpectedSignIn, now: Date): Promise<void> {
  await db
    .deleteFrom('oidc_sign_ins')
    .where('started_at', '<', new Date(now.getTime() - PATIENCE_MS))
    .execute();
  await db
    .insertInto('oidc_sign_ins')
    .values({
      state_hash: hash(signIn.state),
      nonce: signIn.nonce,
      code_verifier: signIn.codeVerifier,
      return_to: signIn.returnTo,
      popup: signIn.popup,
      started_at: now,
    })
    .execute();
}

/** Returns the pending sign-in of a state and deletes it. Undefined when there is none, or when it has expired. */
export async function consumeSignIn(db: Db, state: string, now: Date): Promise<ExpectedSignIn | undefined> {
  const row = await db
    .deleteFrom('oidc_sign_ins')
    .where('state_hash', '=', hash(state))
    .returningAll()
    .executeTakeFirst();
  if (!row || row.started_at.getTime() < now.getTime() - PATIENCE_MS) return undefined;
  return { state, nonce: row.nonce, codeVerifier: row.code_verifier, returnTo: row.return_to, popup: row.popup };
}
