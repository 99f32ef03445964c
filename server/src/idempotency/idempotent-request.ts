/** Makes a change that costs money once, however often and wherever it is asked for (server rule 6). */
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BillingOutcome } from 'shared-api/contracts';
import type { Actor } from '../audit/actor.js';
import type { Db } from '../database/tables.js';
import { Refusal } from '../http/refusal.js';
import { withLease, ofSubscription } from './lease.js';

export interface Ask {
  practice: number;
  action: string;
  actor: Actor;
  /** The caller's `Idempotency-Key`; without one, what is asked for stands for it for a little while. */
  key: string | undefined;
  /** What is asked for. */
  content: unknown;
  /** Held against the changes of other practices that use it too; absent for what begins one. */
  subscription?: string;
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

const hash = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** True when nobody knows whether the provider has done it. */
const isUnsure = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.code === 'provider_unavailable' || error.code === 'already_running';

/**
 * @param work makes the change; a `Refusal` means that nothing was changed
 * @returns what the first attempt that came through answered
 * @throws Refusal `key_reused` for a key that was sent with something else, `already_running`; what the work throws
 */
export async function withIdempotencyKey(db: Db, ask: Ask, work: (attempt: Attempt) => Promise<Made>): Promise<BillingOutcome> {
  const { practice, action, actor, content, subscription: held } = ask;
  const key = hash(actor.kind, actor.id, ask.key ?? [action, content]);
  const fingerprint = hash(action, content);
  const rows = () => db.updateTable('billing_requests').where('practice_id', '=', practice).where('key', '=', key);
  return withLease(db, `practice:${practice}`, async () => {
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
      const attempt = { id, again: before !== undefined };
      const { outcome, subscription } = await (held === undefined
        ? work(attempt)
        : withLease(db, ofSubscription(held), () => work(attempt)));
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
