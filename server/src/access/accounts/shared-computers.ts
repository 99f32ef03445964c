/** Computers that several people share (docs/decisions/0134). The browser's cookie names the computer. */
import type { Session } from 'shared-api/contracts';
import { recordAccountAudit } from './account-audit.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import { BROWSER_COOKIE_SECONDS } from '../sessions/known-browsers.js';
import type { SessionDevice } from '../sessions/session-device.js';
import { auditedDevice } from '../sessions/sign-in-audit.js';

/** More people wouldn't fit on a sign-in page. */
const MAX_LISTED = 50;

export async function isShared(db: Db, browserHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('shared_browsers')
    .select('marked_at')
    .where('browser_hash', '=', browserHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** The session's view of its computer. Undefined for one that isn't shared. */
export async function sharedComputerOf(
  db: Db,
  personId: string,
  browserHash: Buffer | null,
): Promise<Session['shared_computer']> {
  if (browserHash === null || !(await isShared(db, browserHash))) return undefined;
  const row = await db
    .selectFrom('shared_browser_people')
    .select('name')
    .where('browser_hash', '=', browserHash)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return { name: row?.name ?? null, asks: row === undefined };
}

/** The people that the computer's sign-in page lists. Undefined for one that isn't shared. */
export async function listedPeople(
  db: Db,
  browserHash: Buffer | undefined,
): Promise<{ id: string; name: string }[] | undefined> {
  if (browserHash === undefined || !(await isShared(db, browserHash))) return undefined;
  const rows = await db
    .selectFrom('shared_browser_people')
    .innerJoin('people', 'people.id', 'shared_browser_people.person_id')
    .select(['shared_browser_people.id', 'shared_browser_people.name'])
    .where('browser_hash', '=', browserHash)
    .where('people.deactivated_at', 'is', null)
    .where('shared_browser_people.name', 'is not', null)
    .orderBy('shared_browser_people.name')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ id, name }) => ({ id, name: name ?? '' }));
}

/** @throws AppError `not_listed` for a person not listed on this computer */
export async function addressOfListed(db: Db, browserHash: Buffer | undefined, id: string): Promise<string> {
  const row =
    browserHash &&
    (await db
      .selectFrom('shared_browser_people')
      .innerJoin('people', 'people.id', 'shared_browser_people.person_id')
      .select('people.email')
      .where('shared_browser_people.id', '=', id)
      .where('browser_hash', '=', browserHash)
      .where('shared_browser_people.name', 'is not', null)
      .executeTakeFirst());
  if (!row) {
    throw new AppError(404, 'not_listed', 'This person isn’t listed on this computer anymore. Reload the page.');
  }
  return row.email;
}

/** Forgets computers that have been unused for so long that the browser has dropped their cookie. */
async function forgetUnused(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - BROWSER_COOKIE_SECONDS * 1000);
  await db
    .with('unused', (query) =>
      query
        .deleteFrom('shared_browsers')
        .where('marked_at', '<', oldest)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('known_browsers')
                .select('used_at')
                .innerJoin('shared_browser_people as asked', (join) =>
                  join
                    .onRef('asked.person_id', '=', 'known_browsers.person_id')
                    .onRef('asked.browser_hash', '=', 'known_browsers.browser_hash'),
                )
                .whereRef('asked.browser_hash', '=', 'shared_browsers.browser_hash')
                .where('used_at', '>=', oldest),
            ),
          ),
        )
        .returning('browser_hash'),
    )
    .deleteFrom('shared_browser_people')
    .using('unused')
    .whereRef('shared_browser_people.browser_hash', '=', 'unused.browser_hash')
    .execute();
}

export interface SharedComputerChange {
  shared: boolean;
  /** The name that the sign-in page lists. Null: not listed. */
  name: string | null;
}

/** Marks or unmarks the computer, which is audited, and stores how the person is listed, which isn't. */
export async function changeSharedComputer(
  db: Db,
  personId: string,
  { browserHash, device }: { browserHash: Buffer; device: SessionDevice },
  { shared, name }: SharedComputerChange,
  audit: AuditContext,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { numInsertedOrUpdatedRows: marked = 0n, numDeletedRows: unmarked = 0n } = {
      ...(shared
        ? await transaction
            .insertInto('shared_browsers')
            .values({ browser_hash: browserHash, marked_at: audit.now })
            .onConflict((conflict) => conflict.column('browser_hash').doNothing())
            .executeTakeFirst()
        : await transaction.deleteFrom('shared_browsers').where('browser_hash', '=', browserHash).executeTakeFirst()),
    } as { numInsertedOrUpdatedRows?: bigint; numDeletedRows?: bigint };
    if (marked > 0n || unmarked > 0n) {
      const after = { shared, ...auditedDevice(device) };
      await recordAccountAudit(transaction, 'shared_computer.change', personId, audit, { after });
    }
    if (!shared) return;
    await forgetUnused(transaction, audit.now);
    await transaction
      .insertInto('shared_browser_people')
      .values({ browser_hash: browserHash, person_id: personId, name })
      .onConflict((conflict) => conflict.columns(['browser_hash', 'person_id']).doUpdateSet({ name }))
      .execute();
  });
}
