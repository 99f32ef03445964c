import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it, jest } from '@jest/globals';
import type { AnswerOf, FeatureSummary, Invoice, searchCustomers, TrialPlan } from 'shared-api/contracts';
import { syncCatalogue } from '../billing/catalogue/sync-catalogue.js';
import { paymentsFor } from '../billing/stripe/stripe-client.js';
import { type FakeStripe, startFakeStripe } from '../billing/stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../testing/clean-up.js';
import { describeWithDatabase } from '../testing/engines.js';
import { type Caller, type TestServer, createTestPerson, signedIn, testServer } from '../testing/test-server.js';
import { addDemoBilling } from './demo-billing.js';
import { demoOwners } from './demo-people.js';
import { addNamedPractices } from './named-practices.js';
import { addGeneratedPractices } from './generated-practices.js';
import { systemActor } from '../platform/audit/actor.js';

describeWithDatabase('demo billing', (database) => {
  let fakeStripe: FakeStripe;
  let server: TestServer;
  let caller: Caller;
  let addBilling: () => Promise<boolean>;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await testServer(database(), { SANDBOX_URL: fakeStripe.url });
    cleanUp(() => server.close());
    const { db } = server;
    const now = new Date();
    const payments = paymentsFor(server.config);
    if (!payments) throw new Error('No provider is configured');
    await addNamedPractices(db, { actor: systemActor('Demo'), now });
    await addGeneratedPractices(db, 10, now);
    await syncCatalogue(payments, db, now);
    // Simulates a slow computer: the sandbox's clock advances by a second after the first customer, and never goes
    // back.
    const { customers } = payments.stripe;
    const create = customers.create.bind(customers);
    jest.spyOn(customers, 'create').mockImplementationOnce(async (...args) => {
      const created = await create(...args);
      await pause(1100);
      return created;
    });
    addBilling = () => addDemoBilling({ db, stripe: payments.stripe, sandbox: fakeStripe.url, now });
    expect(await addBilling()).toBe(true);
    caller = await signedIn(server, await createTestPerson(db, { flags: { super_admin: true } }));
  });

  const read = async <Body>(url: string): Promise<Body> => (await server.call(caller, 'GET', url)).json<Body>();
  const summary = (practiceId: number) => read<FeatureSummary>(`/api/${practiceId}/practice-features/feature-summary/`);

  it('has subscriptions in every state, with one scheduled removal', async () => {
    const { subscriptions } = await summary(1);
    expect(new Set(subscriptions.map(({ status }) => status))).toEqual(
      new Set(['active', 'past_due', 'unpaid', 'trialing', 'canceled', ...scheduledStatuses(subscriptions)]),
    );
    const core = subscriptions.find(({ status, plan_name }) => status === 'active' && plan_name === 'Core');
    const items = core?.items ?? [];
    expect(items.some(({ optional_feature }) => optional_feature === null)).toBe(true);
    expect(items.filter(({ stop_date }) => stop_date !== null)).toHaveLength(1);
    expect(subscriptions.some(({ parent_subscription_id }) => parent_subscription_id === core?.id)).toBe(true);
  });

  it('has plans with an open, a running and a used-up trial', async () => {
    const { plans } = await read<{ plans: TrialPlan[] }>('/api/stripe-plan-trials/?practice_id=1');
    const plan = (name: string) => plans.find((one) => one.name === name && one.interval === 'month');
    expect(plan('Practice Analytics')?.trial_eligibility.is_eligible).toBe(true);
    expect(plan('Patient Engagement')?.active_trial).not.toBeNull();
    expect(plan('Growth')?.trial_eligibility).toMatchObject({ is_eligible: false, trials_used: 1 });
    expect(new Set(plans.map(({ interval }) => interval))).toEqual(new Set(['month', 'year']));
  });

  it('has at least 120 invoices in every status, and one without a PDF', async () => {
    const invoices: Invoice[] = [];
    let after = '';
    do {
      const page: { results: Invoice[]; next_cursor: string | null } = await read(
        `/api/stripe/list_practice_invoices/?practice_id=1${after}`,
      );
      invoices.push(...page.results);
      after = page.next_cursor === null ? '' : `&starting_after=${page.next_cursor}`;
    } while (after !== '');
    expect(invoices.length).toBeGreaterThanOrEqual(120);
    expect(new Set(invoices.map(({ status }) => status))).toEqual(
      new Set(['paid', 'open', 'void', 'uncollectible', 'draft']),
    );
    expect(invoices.filter(({ invoice_pdf }) => invoice_pdf === null)).toHaveLength(1);
  });

  it('has product history of all seven types, over several pages', async () => {
    const rows = await server.db
      .selectFrom('product_change_history')
      .select('change_type')
      .where('practice_id', '=', 1)
      .execute();
    expect(rows.length).toBeGreaterThan(50);
    expect(new Set(rows.map(({ change_type }) => change_type)).size).toBe(7);
  });

  it('has practices with their own customer, and some without subscriptions', async () => {
    expect((await summary(2)).subscriptions).toMatchObject([{ status: 'active', plan_interval: 'year' }]);
    expect((await summary(3)).subscriptions).toEqual([]);
  });

  it('has a customer for each owner, searchable by name prefix or email', async () => {
    const search = async (query: string) => {
      const url = `/api/1/admin-billing/search/?query=${encodeURIComponent(query)}`;
      const { data } = await read<AnswerOf<typeof searchCustomers>>(url);
      return data.map(({ name, subscriptions }) => [name, subscriptions.length]);
    };
    for (const { name, email } of demoOwners) {
      for (const query of [name.slice(0, 3), name, email]) expect(await search(query)).toContainEqual([name, 1]);
    }
    expect(await search('a')).toContainEqual(['Amber Dental Alliance', 1]);
  });

  it('creates the data once', async () => {
    expect(await addBilling()).toBe(false);
  });
});

/** Scheduled changes have their own statuses. */
const scheduledStatuses = (subscriptions: FeatureSummary['subscriptions']) =>
  subscriptions.filter(({ id }) => id.startsWith('sub_sched_')).map(({ status }) => status);
