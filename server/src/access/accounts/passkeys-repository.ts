import { createHash } from 'node:crypto';
import type { Db, NewRow, Row } from '../../platform/database/tables.js';

/** How long the browser may take. */
const CHALLENGE_EXPIRES_MS = 5 * 60_000;

type Purpose = Row<'passkey_challenges'>['purpose'];

/**
 * The step that a challenge was issued for, and the person or browser it was issued to. Its response is valid nowhere
 * else.
 */
export interface ChallengeUse {
  purpose: Purpose;
  owner: string;
}

const hash = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

export async function insertChallenge(db: Db, challenge: string, use: ChallengeUse, now: Date): Promise<void> {
  await db
    .deleteFrom('passkey_challenges')
    .where('issued_at', '<=', new Date(now.getTime() - CHALLENGE_EXPIRES_MS))
    .execute();
  await db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: hash(challenge), ...use, issued_at: now })
    .execute();
}

/** Consumes a challenge. @returns false when it was issued for something else, already used, or has expired */
export async function consumeChallenge(db: Db, challenge: string, use: ChallengeUse, now: Date): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash(challenge))
    .where('purpose', '=', use.purpose)
    .where('owner', '=', use.owner)
    .returning('issued_at')
    .executeTakeFirst();
  return row !== undefined && row.issued_at.getTime() > now.getTime() - CHALLENGE_EXPIRES_MS;
}

export function listPasskeys(db: Db, personId: string): Promise<Row<'passkeys'>[]> {
  return db.selectFrom('passkeys').selectAll().where('person_id', '=', personId).orderBy('added_at').execute();
}

export function findPasskeyByCredential(db: Db, credentialId: string): Promise<Row<'passkeys'> | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** @returns false when the credential already exists */
export async function insertPasskey(db: Db, passkey: NewRow<'passkeys'>): Promise<boolean> {
  const result = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @param use `userVerified`: the device verified its user. A security key does so once its owner has set a PIN */
export async function updatePasskeyUse(
  db: Db,
  id: string,
  { counter, userVerified }: { counter: number; userVerified: boolean },
  now: Date,
): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter: String(counter), used_at: now, ...(userVerified && { verifies_user: true }) })
    .where('id', '=', id)
    .execute();
}

/** @returns the former name. Undefined when the person has no such passkey */
export async function updatePasskeyName(
  db: Db,
  personId: string,
  id: string,
  name: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .select('name')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (row) await db.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
  return row?.name;
}

/** @returns the passkey's name. Undefined when the person has no such passkey */
export async function deletePasskey(db: Db, personId: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

export async function deletePasskeysOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('person_id', '=', personId).execute();
}
