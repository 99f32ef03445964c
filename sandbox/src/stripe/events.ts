/** Events and their signed webhooks: https://docs.stripe.com/webhooks */
import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { toJson } from './expansion.js';
import type { TypeGuard } from './schema/type-guard.js';
import type { Store, StoredEvent } from './store.js';

export const API_VERSION = '2026-10-28.endive';

/** A copy of the object for a webhook. Later changes of the object don't affect it. */
const snapshotOf = (object: object): object => JSON.parse(toJson(object)) as object;

export type EventType = Stripe.Event['type'];
/** The object of an event type. */
export type EventObject<Type extends EventType> = Extract<Stripe.Event, { type: Type }>['data']['object'];

export interface EventSink {
  /** Records an event with the current state of its object. */
  /** @param previous the former values of the fields that changed */
  emit<Type extends EventType>(type: Type, object: EventObject<Type>, previous?: Partial<EventObject<Type>>): void;
}

/** Faults that can be set for webhooks. */
export interface WebhookFaults {
  /** Every event is delivered twice. */
  duplicate: boolean;
  /** Events of one call are delivered in reverse order. */
  reorder: boolean;
  /** Milliseconds before a webhook is sent. */
  delay_ms: number;
  /** Holds back all webhooks until it is false again. */
  hold: boolean;
}

export const noWebhookFaults: WebhookFaults = { duplicate: false, reorder: false, delay_ms: 0, hold: false };

const HOUR_S = 3600;

/**
 * Delay in seconds before each retry of a failed webhook, over three days:
 * https://docs.stripe.com/webhooks#automatic-retries. A jump of the sandbox's clock makes them due immediately.
 */
const RETRY_AFTER_S = [...[1, 3, 10, 30, 60], ...[1, 3, 6, 12, 24, 24].map((hours) => hours * HOUR_S)] as const;
const ANSWER_WITHIN_MS = 10_000;
const KEPT_S = 30 * 86_400;

/** `t=…,v1=…`: HMAC-SHA256 over the time and the body. */
export function signatureOf(secret: string, body: string, seconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${v1}`;
}

export interface Webhooks extends EventSink {
  /** Sends the new events. Call it after the state is saved. */
  flush(): void;
  faults: WebhookFaults;
  stop(): void;
}

export interface WebhookParts {
  report(line: string): void;
  /** Completes a body before it is sent: inserts the sandbox's current origin into URLs. */
  finish(body: string): string;
  types: TypeGuard;
}

export function webhooks(store: Store, { report, finish, types }: WebhookParts): Webhooks {
  let waiting: StoredEvent[] = [];
  let faults = noWebhookFaults;
  let isStopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const retries = new Set<{ at: number; timer: NodeJS.Timeout; work: () => void }>();

  const later = (milliseconds: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer);
  };

  /** Runs work after a delay on the machine's clock or the sandbox's clock, whichever ends first. */
  const retry = (seconds: number, work: () => void): void => {
    const planned = {
      at: store.now() + seconds,
      work,
      timer: setTimeout(() => {
        retries.delete(planned);
        work();
      }, seconds * 1000),
    };
    planned.timer.unref();
    retries.add(planned);
  };

  const retryDue = (): void => {
    for (const planned of [...retries]) {
      if (planned.at > store.now()) continue;
      clearTimeout(planned.timer);
      retries.delete(planned);
      planned.work();
    }
  };

  const decrementPendingWebhooks = (event: StoredEvent): void => {
    const stored = store.table('event').find(event.id);
    if (stored) stored.pending_webhooks = Math.max(0, stored.pending_webhooks - 1);
  };

  const send = async (endpoint: Stripe.WebhookEndpoint, event: StoredEvent, attempt = 0): Promise<void> => {
    if (isStopped) return;
    const body = finish(JSON.stringify({ ...event, pending_webhooks: 1 }));
    // Signed with the real time, because receivers reject signatures that are too old by their own clocks.
    const seconds = Math.floor(Date.now() / 1000);
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(endpoint.secret ?? '', body, seconds),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      decrementPendingWebhooks(event);
    } catch (error) {
      const pause = RETRY_AFTER_S[attempt];
      report(`webhook ${event.type} to ${endpoint.url}: ${String(error)}`);
      if (pause !== undefined) retry(pause, () => void send(endpoint, event, attempt + 1));
    }
  };

  const endpointsFor = (event: StoredEvent): Stripe.WebhookEndpoint[] =>
    store
      .table('webhook_endpoint')
      .all()
      .filter(({ status }) => status === 'enabled')
      .filter(({ enabled_events }) => enabled_events.includes('*') || enabled_events.includes(event.type));

  /** Deletes events after thirty days, like Stripe. */
  const forgetOld = (): void => {
    const table = store.table('event');
    const oldest = store.now() - KEPT_S;
    for (const event of table.all()) if (event.created < oldest) table.remove(event.id);
  };

  const flush = (): void => {
    if (faults.hold) return;
    retryDue();
    // A request that is rolled back emits no events.
    const pending = waiting.filter(({ id }) => store.table('event').find(id));
    const batch = faults.reorder ? pending.toReversed() : pending;
    waiting = [];
    // Sends the events of a long jump of the clock before they expire.
    forgetOld();
    for (const event of batch) {
      for (const endpoint of endpointsFor(event)) {
        for (let copy = faults.duplicate ? 2 : 1; copy > 0; copy -= 1) {
          later(faults.delay_ms, () => void send(endpoint, event));
        }
      }
    }
  };

  return {
    emit(type, object, previous) {
      const event: StoredEvent = {
        id: store.newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: store.now(),
        data: { object: snapshotOf(object), ...(previous && { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: 0,
        request: { id: null, idempotency_key: null },
        type,
      };
      event.pending_webhooks = endpointsFor(event).length;
      types.assert(event);
      store.table('event').put(event);
      waiting.push(event);
    },
    flush,
    get faults() {
      return faults;
    },
    set faults(next) {
      faults = next;
      flush();
    },
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      for (const { timer } of retries) clearTimeout(timer);
      retries.clear();
    },
  };
}
