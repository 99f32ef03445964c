import type { Db, Row } from '../../platform/database/tables.js';

/** How long an authenticator app's setup waits for its first code. */
const SETUP_EXPIRES_MS = 15 * 60_000;

export function findTotp(db: Db, personId: string): Promise<Row<'totp_authenticators'> | undefined> {
  return db.selectFrom('totp_authenticators').selectAll().where('person_id', '=', personId).executeTakeFirst();
}

/** Stores the secret of the app being set up. The current app stays until the new one is confirmed. */
export async function storeNewSecret(db: Db, personId: string, secret: Buffer, now: Date): Promise<void> {
  const pending = { new_secret: secret, new_secret_at: now };
  await db
    .insertInto('totp_authenticators')
    .values({ person_id: personId, ...pending })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(pending))
    .execute();
}

/** The encrypted secret that waits for its first code. Undefined when there is none or it has expired. */
export function newSecretOf(row: Row<'totp_authenticators'> | undefined, now: Date): Buffer | undefined {
  if (!row?.new_secret || !row.new_secret_at) return undefined;
  return row.new_secret_at.getTime() > now.getTime() - SETUP_EXPIRES_MS ? row.new_secret : undefined;
}

/** Replaces the former secret with the new one. */
export async function activateNewSecret(db: Db, personId: string, step: number, now: Date): Promise<void> {
  await db
    .updateTable('totp_authenticators')
    .set(({ ref }) => ({
      secret: ref('new_secret'),
      added_at: now,
      last_step: String(step),
      new_secret: null,
      new_secret_at: null,
    }))
    .where('person_id', '=', personId)
    .execute();
}

/** @returns false when this time step or a later one was already used */
export async function claimStep(db: Db, personId: string, step: number): Promise<boolean> {
  const result = await db
    .updateTable('totp_authenticators')
    .set({ last_step: String(step) })
    .where('person_id', '=', personId)
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteTotp(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('totp_authenticators').where('person_id', '=', personId).execute();
}

export async function replaceRecoveryCodes(db: Db, personId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ person_id: personId, code_hash: hash, used_at: null })))
    .execute();
}

export type CodeUse = 'accepted' | 'used_before' | 'unknown';

/** Marks the code as used. @param hashes the code's hashes, one for each possible key */
export async function spendRecoveryCode(
  db: Db,
  personId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<CodeUse> {
  const result = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows > 0n) return 'accepted';
  const used = await db
    .selectFrom('recovery_codes')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('code_hash', 'in', hashes)
    .executeTakeFirst();
  return used ? 'used_before' : 'unknown';
}

export async function countRecoveryCodes(db: Db, personId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}
