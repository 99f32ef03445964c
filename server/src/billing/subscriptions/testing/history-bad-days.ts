/** Failures around the calls of a generated history, and the reactions of people and the server. */
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { Caller } from '../../../testing/test-server.js';
import { settleUnsettled } from '../commands/settle-in-background.js';
import { HistoryCalls } from './history-calls.js';
import { assert } from './history-types.js';

/** More attempts than the SDK makes by itself. */
const EVERY_ATTEMPT = 4;

const faults = [
  { kind: 'lost', times: 1 },
  { kind: 'lost', times: EVERY_ATTEMPT },
  { kind: 'executed_error', times: 1 },
  { kind: 'executed_error', times: EVERY_ATTEMPT },
  { kind: 'error', times: 1 },
  { kind: 'error', times: EVERY_ATTEMPT },
  { kind: 'refuse', times: EVERY_ATTEMPT },
  { kind: 'rate_limited', times: 2 },
  { kind: 'lock_timeout', times: 2 },
  { kind: 'slow', times: 1, delay_ms: 60 },
] as const;

/** The provider's call that makes the change. */
const writes: Readonly<Record<string, string>> = {
  'start-subscription': 'POST /v1/subscriptions',
  'start-trial': 'POST /v1/subscriptions',
  'add-subscription-items': 'POST /v1/subscriptions/',
  'switch-plan': 'POST /v1/subscriptions/',
  'remove-subscription-item': 'POST /v1/subscription_schedules',
  'undo-item-removal': 'POST /v1/subscription_schedules/',
  'cancel-subscription': 'DELETE /v1/subscriptions/',
  'cancel-trial': 'DELETE /v1/subscriptions/',
};

const webhookFaults = [{}, { duplicate: true }, { reorder: true }, { delay_ms: 30 }, { hold: true }] as const;

export abstract class HistoryBadDays extends HistoryCalls {
  /** A command as people send it: when it fails, they wait for its outcome and retry in the same dialog. */
  protected override async act(
    id: string,
    action: string,
    body: unknown,
    as = this.caller,
  ): Promise<LightMyRequestResponse> {
    const { random, fakeStripe } = this.world;
    const on = writes[action];
    const fault = random.chance(0.35) ? random.pick(faults) : undefined;
    const key = this.newKey();
    if (!fault || on === undefined) return this.send(id, action, body, as, key);
    this.note(`${fault.kind}-${fault.times === 1 ? 'once' : 'always'} at ${action}`);
    await fakeStripe.setFaults([{ on, ...fault }]);
    const response = await this.send(id, action, body, as, key);
    await fakeStripe.setFaults([]);
    if (response.statusCode < 500) return response;
    const isUnknown = response.json<{ code: string }>().code === 'provider_unavailable';
    if (isUnknown && fault.kind === 'refuse') {
      const other = await this.send(id, action, body, as, this.newKey());
      const { code } = other.json<{ code: string }>();
      assert(code === 'being_confirmed', `${action} with another key answered ${other.statusCode}: ${other.body}`);
    }
    if (random.chance(0.3)) await this.restartServer();
    await this.settleAll();
    return this.send(id, action, body, as, key);
  }

  private newKey(): string {
    this.keys += 1;
    return `history-${this.clinic.practiceId}-${this.keys}`;
  }

  private send(id: string, action: string, body: unknown, as: Caller, key: string): Promise<LightMyRequestResponse> {
    const url = `/api/${this.clinic.practiceId}/practice-features/${id}/${action}/`;
    return this.server().call(as, 'POST', url, body, { 'idempotency-key': key });
  }

  protected async restartServer(): Promise<void> {
    this.note('restart');
    await this.world.restart();
    this.world.setClock(new Date(this.now * 1000));
  }

  /** Waits until no call can be in flight anymore, and determines the outcome. */
  protected async settleAll(): Promise<void> {
    const { db } = this.world.server;
    const unsettled = db
      .selectFrom('billing_requests')
      .select('action')
      .where('practice_id', '=', this.clinic.practiceId)
      .where('state', '=', 'processing');
    await db
      .updateTable('billing_requests')
      .set({ absent_after: sql<Date>`now()` })
      .where('practice_id', '=', this.clinic.practiceId)
      .where('state', '=', 'processing')
      .where('absent_after', 'is not', null)
      .execute();
    let left = await unsettled.execute();
    // A replica that just started may be checking the same request.
    for (let times = 0; left.length > 0 && times < 50; times += 1) {
      await settleUnsettled({ db, stripe: this.stripe }, this.world.server.clock.now);
      left = await unsettled.execute();
      if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert(left.length === 0, `Not settled: ${left.map(({ action }) => action).join()}`);
  }

  /** Webhooks that arrive late, twice, out of order, or only after the nightly comparison. */
  protected async changeWebhooks(): Promise<void> {
    const { random, fakeStripe } = this.world;
    const fault = random.pick(webhookFaults) ?? {};
    const [name = 'in-time'] = Object.keys(fault);
    this.note(`webhooks-${name}`);
    await fakeStripe.tellWebhooks(fault);
  }
}
