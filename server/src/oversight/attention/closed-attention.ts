/** Settles and dismisses items that need attention. If they still do after some days, they appear again. */
import type { ModuleContribution } from 'shared-api/contracts';
import {
  ATTENTION_REST_DAYS,
  type AttentionClosing,
  contributionOfAttention,
  withDigest,
} from 'shared-api/contracts/attention';
import type { AuditContext } from '../../platform/audit/actor.js';
import { recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { invalid } from '../../platform/errors/app-error.js';

/** One person's overview. */
export interface Overview {
  /** NO_PRACTICE for the internal one. */
  practiceId: number;
  /** The cards that the person sees, by module and name: `mf-billing/charges`. */
  cards: ReadonlyMap<string, ModuleContribution>;
}

const REOPENS_AFTER_MS = ATTENTION_REST_DAYS * 86_400_000;

const restSince = (now: Date): Date => new Date(now.getTime() - REOPENS_AFTER_MS);

const cardOf = (cards: Overview['cards'], key: string): ModuleContribution | undefined =>
  cards.get(contributionOfAttention(key) ?? '');

/** The keys of closed items on cards that the person sees. */
export async function listClosed(db: Db, { practiceId, cards }: Overview, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('closed_attention')
    .select('item')
    .where('practice_id', '=', practiceId)
    .where('closed_at', '>', restSince(now))
    .orderBy('item')
    .execute();
  // Earlier releases stored the item's own id.
  return rows.filter(({ item }) => cardOf(cards, item)).map(({ item }) => withDigest(item));
}

const NOT_SHOWN = 'This isn’t on your overview. Reload the page to see what needs attention now.';

/**
 * Closes an item for everyone who sees its card. A closed item stays as it is, without another entry.
 *
 * @throws AppError `invalid` for an item of a card that doesn't exist or that the person doesn't see
 */
export async function close(
  db: Db,
  { practiceId, cards }: Overview,
  { item, title, outcome, reason }: AttentionClosing,
  { actor, now }: AuditContext,
): Promise<void> {
  const card = cardOf(cards, item);
  if (!card) throw invalid(NOT_SHOWN, { item: NOT_SHOWN });
  const key = withDigest(item);
  await inTransaction(db, async (transaction) => {
    const since = restSince(now);
    await transaction
      .deleteFrom('closed_attention')
      .where('practice_id', '=', practiceId)
      .where('closed_at', '<=', since)
      .execute();
    const row = { practice_id: practiceId, item: key, closed_at: now };
    const inserted = await transaction
      .insertInto('closed_attention')
      .values(row)
      .onConflict((conflict) => conflict.columns(['practice_id', 'item']).doNothing())
      .executeTakeFirst();
    if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return;
    await recordAudit(transaction, {
      practiceId,
      actor,
      at: now,
      action: outcome === 'settled' ? 'attention.settle' : 'attention.dismiss',
      entity: 'attention',
      entityId: key,
      // The right that a reader of the entry needs: the one that the card needs now.
      after: { card: { title: card.title, right: card.right, super_admin: card.super_admin }, title, reason },
    });
  });
}
