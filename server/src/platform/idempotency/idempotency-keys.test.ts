/** Every call that moves money or creates a customer: one key makes one change and gets one response. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorBody } from 'shared-api/contracts';
import { allContracts } from '../http/all-contracts.js';
import { describeOnEveryEngine } from '../../testing/engines.js';
import { type Change, moneyCalls, moneyChanges } from '../../testing/money-changes.js';
import { type PaymentsWorld, paymentsWorld } from '../../testing/payments-world.js';
import { createTestPerson, createTestPractice, anonymousCaller, signedIn } from '../../testing/test-server.js';

describe('idempotent contracts', () => {
  it('marks exactly the calls that move money, create customers or change cards as idempotent', () => {
    const marked = [...allContracts.values()].filter(({ idempotent }) => idempotent).map(({ name }) => name);
    expect(marked.sort()).toEqual([...moneyCalls]);
  });
});

describeOnEveryEngine('idempotency keys', (database) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await paymentsWorld(database());
  });
  afterAll(() => world.close());
  const changes = moneyChanges(() => world);
  const auditOf = ({ practiceId }: Change) => world.auditActions(practiceId);
  const send = ({ caller, url }: Change, body: object, key: string) =>
    world.server.call(caller, 'POST', url, body, { 'idempotency-key': key });
  const statusAndCodeOf = (response: Awaited<ReturnType<typeof send>>) => [
    response.statusCode,
    response.json<ErrorBody>().code,
  ];

  describe.each(moneyCalls)('%s', (name) => {
    it('refuses a key in an invalid format', async () => {
      const change = await changes[name]();
      const before = await auditOf(change);
      for (const key of ['', 'short', 'with spaces in it', 'x'.repeat(101)]) {
        expect(statusAndCodeOf(await send(change, change.body, key))).toEqual([400, 'idempotency_key_invalid']);
      }
      expect(await auditOf(change)).toEqual(before);
    });

    it('makes one change for a double click without a key', async () => {
      const change = await changes[name]();
      const before = await auditOf(change);
      const click = () => world.server.callWithoutKey(change.caller, 'POST', change.url, change.body);
      const [first, second] = await Promise.all([click(), click()]);
      const auditAfterClicks = await auditOf(change);
      const third = await click();
      expect([first, second, third].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      expect([second?.json(), third.json()]).toEqual([first?.json(), first?.json()]);
      expect(auditAfterClicks.length).toBeGreaterThan(before.length);
      expect(await auditOf(change)).toEqual(auditAfterClicks);
    });

    it('makes one change per key, repeats its response, and refuses the key with another body', async () => {
      const change = await changes[name]();
      const key = randomUUID();
      const before = await auditOf(change);
      const first = await send(change, change.body, key);
      expect([first.statusCode, first.body]).toEqual([200, expect.any(String)]);
      const auditAfterFirst = await auditOf(change);
      expect(auditAfterFirst.length).toBeGreaterThan(before.length);
      expect(statusAndCodeOf(await send(change, change.otherBody, key))).toEqual([422, 'idempotency_key_reused']);
      const repeat = await send(change, change.body, key);
      expect([repeat.statusCode, repeat.json()]).toEqual([200, first.json()]);
      expect(await auditOf(change)).toEqual(auditAfterFirst);
    });
  });

  it('refuses a key used for another call or practice', async () => {
    const change = await changes.startSubscription();
    const key = randomUUID();
    await send(change, change.body, key);
    const trial = { ...change, url: change.url.replace('start-subscription', 'start-trial') };
    const body = { ...change.body, consent_given: true };
    expect(statusAndCodeOf(await send(trial, body, key))).toEqual([422, 'idempotency_key_reused']);
    const superAdmin = await signedIn(
      world.server,
      await createTestPerson(world.server.db, { flags: { super_admin: true } }),
    );
    const secondKey = randomUUID();
    const mine = { ...(await changes.startSubscription()), caller: superAdmin };
    expect((await send(mine, mine.body, secondKey)).statusCode).toBe(200);
    const practiceId = await createTestPractice(world.server.db);
    const otherPracticeChange = { ...mine, url: mine.url.replace(`/${mine.practiceId}/`, `/${practiceId}/`) };
    expect(statusAndCodeOf(await send(otherPracticeChange, mine.body, secondKey))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
  });

  it('treats a repeated request without a key as new after 10 seconds', async () => {
    const change = await changes.createCustomer();
    const create = async () =>
      (await world.server.callWithoutKey(change.caller, 'POST', change.url, change.body)).json<{
        customer: { id: string };
      }>().customer.id;
    const setSettledSecondsAgo = (seconds: number) =>
      world.server.db
        .updateTable('billing_requests')
        .set({ settled_at: sql<Date>`now() - make_interval(secs => ${seconds})` })
        .where('practice_id', '=', change.practiceId)
        .execute();
    const first = await create();
    await setSettledSecondsAgo(5);
    expect(await create()).toBe(first);
    await setSettledSecondsAgo(11);
    const next = await create();
    expect(next).not.toBe(first);
    expect(await create()).toBe(next);
  });

  describe('after another change to the same subscription', () => {
    const act = async ({ caller }: Pick<Change, 'caller'>, url: string, body: object) => {
      const response = await world.server.callWithoutKey(caller, 'POST', url, body);
      expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
    };

    it('removes an item again after the removal was undone', async () => {
      const remove = await changes.removeSubscriptionItem();
      const undo = remove.url.replace('remove-subscription-item', 'undo-item-removal');
      for (const url of [remove.url, undo, remove.url, undo, remove.url]) await act(remove, url, remove.body);
      const auditActions = (await auditOf(remove)).filter((action) => /remov/.test(action));
      const [removed, undone] = ['subscription.remove_item', 'subscription.undo_removal'];
      expect(auditActions).toEqual([removed, undone, removed, undone, removed]);
    });

    it('switches a plan to yearly and back repeatedly', async () => {
      const change = await changes.switchPlan();
      const subscription = change.url.split('/').at(-3) ?? '';
      const planNow = async () => (await world.stripe.subscriptions.retrieve(subscription)).items.data[0]?.price.id;
      const [monthly, yearly] = [world.server.price('phones_monthly'), world.server.price('phones_yearly')];
      for (const plan of [yearly, monthly, yearly, monthly]) {
        await act(change, change.url, { plan_id: plan });
        expect(await planNow()).toBe(plan);
      }
    });

    it('starts a plan again after it was canceled', async () => {
      const clinic = await world.server.aClinic();
      const superAdmin = await signedIn(
        world.server,
        await createTestPerson(world.server.db, { flags: { super_admin: true } }),
      );
      const calls = `/api/${clinic.practiceId}/practice-features`;
      const startPlan = () =>
        act(clinic, `${calls}/${world.server.price('phones_monthly')}/start-subscription/`, {
          customer_id: clinic.customer,
        });
      const listSubscriptions = async () => (await world.stripe.subscriptions.list({ customer: clinic.customer })).data;
      await startPlan();
      const [first] = await listSubscriptions();
      await act({ caller: superAdmin }, `${calls}/${first?.id}/cancel-subscription/`, { subscription_id: first?.id });
      expect(await listSubscriptions()).toEqual([]);
      await startPlan();
      expect((await listSubscriptions()).map(({ id }) => id)).toEqual([expect.not.stringMatching(first?.id ?? '')]);
    });
  });

  it('distinguishes requests without a key by person and content', async () => {
    const change = await changes.createCustomer();
    const colleague = await createTestPerson(world.server.db, { practices: [change.practiceId], role: 'owner' });
    const create = async (caller: Change['caller'], body: object) =>
      (await world.server.callWithoutKey(caller, 'POST', change.url, body)).json<{ customer: { id: string } }>()
        .customer.id;
    const customerIds = [
      await create(change.caller, change.body),
      await create(change.caller, change.otherBody),
      await create(await signedIn(world.server, colleague), change.body),
    ];
    expect(new Set(customerIds).size).toBe(3);
  });

  it('accepts the same key from two people', async () => {
    const [one, other] = [await changes.createCustomer(), await changes.createCustomer()];
    const key = randomUUID();
    expect((await send(one, one.body, key)).statusCode).toBe(200);
    expect((await send(other, other.body, key)).statusCode).toBe(200);
  });

  it('accepts a key again after a malformed body', async () => {
    const change = await changes.createCustomer();
    const key = randomUUID();
    expect(statusAndCodeOf(await send(change, { ...change.body, email: 'nobody' }, key))).toEqual([400, 'invalid']);
    expect((await send(change, change.body, key)).statusCode).toBe(200);
  });

  it('checks the session and the right before the key', async () => {
    const { url, body } = await changes.startSubscription();
    const { callWithoutKey, db } = world.server;
    expect((await callWithoutKey(anonymousCaller, 'POST', url, body)).statusCode).toBe(401);
    const stranger = await signedIn(world.server, await createTestPerson(db));
    expect((await callWithoutKey(stranger, 'POST', url, body)).statusCode).toBe(403);
  });

  it('documents the Idempotency-Key header for exactly the idempotent calls', async () => {
    interface OpenApi {
      paths: Record<
        string,
        Record<string, { operationId: string; parameters?: { name: string; in: string; required?: boolean }[] }>
      >;
    }
    const { paths } = (await world.server.call(anonymousCaller, 'GET', '/api/docs/json')).json<OpenApi>();
    const callsWithHeader = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ parameters = [] }) =>
        parameters.some((one) => one.in === 'header' && one.name === 'idempotency-key' && one.required !== true),
      )
      .map(({ operationId }) => operationId);
    expect(callsWithHeader.sort()).toEqual([...moneyCalls]);
  });
});
