/** Sign-ins that have gone to the identity provider and are expected back. Rows, so that any server copy may answer. */
import { createHash } from 'node:crypto';
import type { Db } from '../database/tables.js';

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

/** Takes the sign-in of a state, once; undefined when none is expected, or it took too long. */
export async function consumeSignIn(db: Db, state: string, now: Date): Promise<ExpectedSignIn | undefined> {
  const row = await db
    .deleteFrom('oidc_sign_ins')
    .where('state_hash', '=', hash(state))
    .returningAll()
    .executeTakeFirst();
  if (!row || row.started_at.getTime() < now.getTime() - PATIENCE_MS) return undefined;
  return { state, nonce: row.nonce, codeVerifier: row.code_verifier, returnTo: row.return_to, popup: row.popup };
}
