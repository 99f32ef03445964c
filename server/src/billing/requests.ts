/** Makes a change that costs money once, however often and wherever it is asked for (server rule 6). */
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BillingOutcome } from 'shared-api/contracts';
import type { Actor } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { Refusal } from '../http/refusal.js';

export interface Ask {
  practice: number;
  action: string;
  actor: Actor;
  /** The caller's `Idempotency-Key`; without one, what is asked for stands for it for a little while. */
  key: string | undefined;
  /** What is asked for. */
  content: unknown;
}

export interface Attempt {
  /** The provider's idempotency keys begin with it; the same at each attempt. */
  id: string;
  /** True when an earlier attempt may have come through. */
  again: boolean;
}

export interface Made {
  outcome: BillingOutcome;
  /** The subscription that the change is about. */
  subscription: string;
}

/** How long a caller's key is remembered: as long as the provider remembers ours. */
const KEY_HOURS = 24;
/** How long the same request without a key counts as the same click, in seconds. */
const SAME_CLICK_S = 15;
/** How long another copy waits for one that has died with a practice's lock, in seconds. */
const LEASE_S = 60;
const RENEW_MS = 20_000;
const WAIT_MS = 30_000;
const LOOK_MS = 100;

const hash = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

async function takeLock(db: Db, practice: number, holder: string): Promise<boolean> {
  const result = await db
    .insertInto('billing_locks')
    .values({ practice_id: practice, holder, held_until: inSeconds(LEASE_S) })
    .onConflict((conflict) =>
      conflict
        .column('practice_id')
        .doUpdateSet({ holder, held_until: inSeconds(LEASE_S) })
        .where('billing_locks.held_until', '<', sql<Date>`now()`),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** One change at a time for a practice, over all copies. Not a row lock: none is held while the provider is asked. */
async function alone<Result>(db: Db, practice: number, work: () => Promise<Result>): Promise<Result> {
  const holder = randomUUID();
  const givenUp = Date.now() + WAIT_MS;
  while (!(await takeLock(db, practice, holder))) {
    if (Date.now() > givenUp) {
      throw new Refusal(409, 'already_running', 'Another change is being made. Wait a moment and look again.');
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const own = () => db.updateTable('billing_locks').where('practice_id', '=', practice).where('holder', '=', holder);
  const renewal = setInterval(
    () =>
      void own()
        .set({ held_until: inSeconds(LEASE_S) })
        .execute()
        .catch(() => undefined),
    RENEW_MS,
  );
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await db.deleteFrom('billing_locks').where('practice_id', '=', practice).where('holder', '=', holder).execute();
  }
}

/** True when nobody knows whether the provider has done it. */
const isUnsure = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.code === 'provider_unavailable' || error.code === 'already_running';

/**
 * @param work makes the change; a `Refusal` means that nothing was changed
 * @returns what the first attempt that came through answered
 * @throws Refusal `key_reused` for a key that was sent with something else, `already_running`; what the work throws
 */
export async function once(db: Db, ask: Ask, work: (attempt: Attempt) => Promise<Made>): Promise<BillingOutcome> {
  const { practice, action, actor, content } = ask;
  const key = hash(actor.kind, actor.id, ask.key ?? [action, content]);
  const fingerprint = hash(action, content);
  const rows = () => db.updateTable('billing_requests').where('practice_id', '=', practice).where('key', '=', key);
  return alone(db, practice, async () => {
    await db
      .deleteFrom('billing_requests')
      .where('practice_id', '=', practice)
      .where('keep_until', '<', sql<Date>`now()`)
      .execute();
    const before = await db
      .selectFrom('billing_requests')
      .select(['id', 'fingerprint', 'state', 'answer'])
      .where('practice_id', '=', practice)
      .where('key', '=', key)
      .executeTakeFirst();
    if (before && before.fingerprint !== fingerprint) {
      throw new Refusal(422, 'key_reused', 'This Idempotency-Key was sent with another change. Use a new one.');
    }
    if (before?.answer && (before.state === 'done' || before.state === 'waiting')) return before.answer;
    const id = before?.id ?? randomUUID();
    if (!before) {
      await db
        .insertInto('billing_requests')
        .values({
          practice_id: practice,
          key,
          id,
          fingerprint,
          state: 'running',
          subscription_id: null,
          answer: null,
          asked_at: sql<Date>`now()`,
          keep_until: inSeconds(KEY_HOURS * 3600),
        })
        .execute();
    }
    try {
      const { outcome, subscription } = await work({ id, again: before !== undefined });
      await rows()
        .set({
          state: outcome.status === 'success' ? 'done' : 'waiting',
          subscription_id: subscription,
          answer: JSON.stringify(outcome),
          keep_until: inSeconds(
            ask.key === undefined && outcome.status === 'success' ? SAME_CLICK_S : KEY_HOURS * 3600,
          ),
        })
        .execute();
      return outcome;
    } catch (error) {
      // What an earlier attempt may have done is only refuted by the provider itself.
      const isOver = !isUnsure(error) && (!before || (error instanceof Refusal && error.statusCode === 402));
      if (!isOver) await rows().set({ state: 'unsure' }).execute();
      else await db.deleteFrom('billing_requests').where('practice_id', '=', practice).where('key', '=', key).execute();
      throw error;
    }
  });
}
