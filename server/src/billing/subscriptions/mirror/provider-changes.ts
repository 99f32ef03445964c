/**
 * The provider's own changes: failed and received payments, ended trials and subscriptions. The mirror derives them
 * from the state before and after, because events may arrive late, twice or never.
 */
import type { AuditAction } from '../../../platform/audit/actions.js';
import { type AuditContext, systemActor } from '../../../platform/audit/actor.js';
import { recordAudits } from '../../../platform/audit/audit-log.js';
import { readCataloguePrices } from '../../catalogue/catalogue-prices.js';
import { nameOfPlan } from '../../catalogue/name-of-plan.js';
import type { Db } from '../../../platform/database/tables.js';
import { isInArrears, isOver } from '../../stripe/statuses.js';
import type { ItemSnapshot, SubscriptionSnapshot } from './snapshots.js';
import { listItems, listSubscriptions } from './subscriptions-repository.js';

export const providerActor = systemActor('Stripe');

export type ProviderChange = Extract<
  AuditAction,
  'subscription.past_due' | 'subscription.unpaid' | 'subscription.recover' | 'subscription.end' | 'trial.end'
>;

/** The changes between two states of a subscription. Pure. */
export function changesOfStatus(before: string, after: string): ProviderChange[] {
  if (before === after || isOver(before)) return [];
  // The first payment of a start never succeeded, so nothing started.
  if (before === 'incomplete') return [];
  const endsTrial: ProviderChange[] = before === 'trialing' ? ['trial.end'] : [];
  if (isOver(after)) return endsTrial.length > 0 ? endsTrial : ['subscription.end'];
  if (after === 'unpaid') return [...endsTrial, 'subscription.unpaid'];
  if (after === 'past_due') return [...endsTrial, ...(isInArrears(before) ? [] : ['subscription.past_due' as const])];
  return isInArrears(before) ? ['subscription.recover'] : endsTrial;
}

/** A subscription as it was mirrored before. */
export interface FormerSubscription {
  status: string;
  /** When it is scheduled to end. */
  cancelAt: number | null;
  items: readonly ItemSnapshot[];
}

/** @returns undefined for a subscription not mirrored yet */
export async function readFormer(transaction: Db, id: string): Promise<FormerSubscription | undefined> {
  const [row] = await listSubscriptions(transaction, [id], []);
  if (!row) return undefined;
  const items = (await listItems(transaction, [id])).get(id) ?? [];
  return { status: row.shown.status, cancelAt: row.shown.cancel_at, items };
}

export interface RefreshedSubscription {
  id: string;
  /** Undefined for one not mirrored yet. */
  former: FormerSubscription | undefined;
  /** Undefined when the provider no longer has the subscription, which counts as canceled. */
  snapshot: SubscriptionSnapshot | undefined;
}

/**
 * Writes an entry for each practice with a seat. A person's command has its own entry, so an end caused by it gets no
 * second one.
 */
export async function recordProviderChanges(
  transaction: Db,
  { id, former, snapshot }: RefreshedSubscription,
  practiceIds: readonly number[],
  { actor, now }: AuditContext,
): Promise<void> {
  if (!former) return;
  const status = snapshot?.status ?? 'canceled';
  const isEnded = isOver(status);
  if (isEnded && actor.kind === 'person') return;
  const changes = changesOfStatus(former.status, status);
  if (changes.length === 0 || practiceIds.length === 0) return;
  const { keyOf } = await readCataloguePrices(transaction);
  const plan = nameOfPlan(snapshot && snapshot.items.length > 0 ? snapshot.items : former.items, keyOf);
  await recordAudits(
    transaction,
    practiceIds.flatMap((practiceId) =>
      changes.map((action) => ({
        practiceId,
        actor: providerActor,
        at: now,
        action,
        entity: 'subscription',
        entityId: id,
        before: { status: former.status },
        after: {
          status,
          ...(plan !== undefined && { plan_name: plan }),
          ...(isEnded && former.cancelAt !== null && { scheduled: true }),
        },
      })),
    ),
  );
}
