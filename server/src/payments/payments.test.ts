import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Customer, Invoice, PaymentMethod } from 'shared-api/contracts';
import type Stripe from 'stripe';
import { paymentsFor } from '../stripe/stripe-client.js';
import { type StandIn, startStandIn } from '../stripe/testing/stripe-stand-in.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { type Caller, type TestServer, aPerson, aPractice, signedIn, testServer } from '../testing/test-server.js';

interface Opened {
  practice: number;
  owner: { id: string; caller: Caller };
}

describeOnEveryEngine('customers, cards and invoices', (database) => {
  let standIn: StandIn;
  let server: TestServer;
  let stripe: Stripe;
  let price: string;
  beforeAll(async () => {
    standIn = await startStandIn();
    server = await testServer(database(), { SANDBOX_URL: standIn.url });
    const payments = paymentsFor(server.config);
    if (!payments) throw new Error('No provider is configured');
    ({ stripe } = payments);
    const product = await stripe.products.create({ name: 'Core' });
    const made = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 9900,
      nickname: 'Core, monthly',
      recurring: { interval: 'month' },
    });
    price = made.id;
  });
  afterAll(async () => {
    await server.close();
    await standIn.stop();
  });

  const open = async (): Promise<Opened> => {
    const practice = await aPractice(server.db);
    const person = await aPerson(server.db, { name: 'Olivia Owner', practices: [practice], role: 'owner' });
    return { practice, owner: { id: person.id, caller: await signedIn(server, person) } };
  };
  const create = ({ practice, owner }: Opened, over: object = {}, headers: Record<string, string> = {}) =>
    server.call(
      owner.caller,
      'POST',
      '/api/stripe/create_customer/',
      {
        email: 'owner@bright.example',
        first_name: 'Olivia',
        last_name: 'Owner',
        practice_id: practice,
        user_id: owner.id,
        ...over,
      },
      headers,
    );
  const aCustomer = async (opened: Opened): Promise<string> =>
    (await create(opened)).json<{ customer: Customer }>().customer.id;
  const list = async ({ practice, owner }: Opened) =>
    (await server.call(owner.caller, 'GET', `/api/stripe/list_customers/?practice_id=${practice}`)).json<{
      customers: Customer[];
      practice_owners: { user_id: string; name: string }[];
      dashboard_url: string | null;
    }>();
  const at = (caller: Caller, customer: string, step: string, body?: unknown) =>
    server.call(caller, body === undefined ? 'GET' : 'POST', `/api/stripe/${customer}/${step}/`, body);
  const cards = async (caller: Caller, customer: string) =>
    (await at(caller, customer, 'list_customer_payment_methods')).json<{ payment_methods: PaymentMethod[] }>()
      .payment_methods;
  /** Adds a card as a browser does: it confirms the intent itself. */
  const addCard = async (caller: Caller, customer: string, method: string, more: object = {}) => {
    const { client_secret: secret } = (await at(caller, customer, 'create_setup_intent', {})).json<{
      client_secret: string;
    }>();
    const intent = secret.split('_secret_')[0] ?? '';
    await stripe.setupIntents.confirm(intent, { payment_method: method });
    return at(caller, customer, 'confirm_payment_method', {
      setup_intent_id: intent,
      make_default: false,
      retry_open_invoices: false,
      ...more,
    });
  };

  it('make a customer for an owner of the practice, once for each key', async () => {
    const opened = await open();
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = [await create(opened, {}, key), await create(opened, {}, key)];
    expect(first.statusCode).toBe(200);
    expect(second.json<{ customer: Customer }>().customer.id).toBe(first.json<{ customer: Customer }>().customer.id);
    const listed = await list(opened);
    expect(listed).toMatchObject({
      customers: [{ name: 'Olivia Owner', email: 'owner@bright.example', has_payment_method: false }],
      practice_owners: [{ user_id: opened.owner.id, name: 'Olivia Owner' }],
      dashboard_url: null,
    });
    const log = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('practice_id', '=', opened.practice)
      .where('action', '=', 'customer.create')
      .execute();
    expect(log).toHaveLength(1);
  });

  it.each([
    ['somebody who is no owner', { user_id: randomUUID() }, 422, 'user_id'],
    ['an address that is none', { email: 'nobody' }, 400, 'email'],
    ['a blank name', { first_name: ' ' }, 400, 'first_name'],
  ])('refuse a customer for %s', async (_, over, status, field) => {
    const opened = await open();
    const answer = await create(opened, over);
    expect(answer.statusCode).toBe(status);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
    expect((await list(opened)).customers).toEqual([]);
  });

  it('refuse a customer for a practice of others', async () => {
    const [mine, theirs] = [await open(), await open()];
    expect((await create(mine, { practice_id: theirs.practice })).statusCode).toBe(403);
  });

  it('add a card, the first one as default, and another that becomes it', async () => {
    const opened = await open();
    const { caller } = opened.owner;
    const customer = await aCustomer(opened);
    expect(await cards(caller, customer)).toEqual([]);
    expect((await addCard(caller, customer, 'pm_card_visa')).json()).toMatchObject({
      status: 'success',
      payment_method: { is_default: true, card: { brand: 'visa', last4: '4242' } },
    });
    await addCard(caller, customer, 'pm_card_mastercard');
    const [visa, mastercard] = await cards(caller, customer);
    expect([visa?.card.brand, mastercard?.card.brand, mastercard?.is_default]).toEqual(['visa', 'mastercard', false]);
    await at(caller, customer, 'set_default_payment_method', { payment_method_id: mastercard?.id });
    expect((await cards(caller, customer))[0]).toMatchObject({ id: mastercard?.id, is_default: true });
    await at(caller, customer, 'delete_payment_method', { payment_method_id: visa?.id });
    expect(await cards(caller, customer)).toHaveLength(1);
    const log = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('practice_id', '=', opened.practice)
      .where('entity', '=', 'customer')
      .orderBy('at')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['customer.create', 'card.add', 'card.default', 'card.remove']),
    );
  });

  it('keep a card that a live subscription is charged to, and name the subscription', async () => {
    const opened = await open();
    const { caller } = opened.owner;
    const customer = await aCustomer(opened);
    await addCard(caller, customer, 'pm_card_visa');
    await stripe.subscriptions.create({ customer, items: [{ price }] });
    const [card] = await cards(caller, customer);
    const answer = await at(caller, customer, 'delete_payment_method', { payment_method_id: card?.id });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'card_in_use',
      message: 'The subscription Core, monthly is charged to this card. Make another card the default first.',
    });
    expect(await cards(caller, customer)).toHaveLength(1);
    expect((await list(opened)).customers[0]?.active_subscriptions).toMatchObject([{ status: 'active' }]);
  });

  it('try open invoices again with a card that was added for it', async () => {
    const opened = await open();
    const { caller } = opened.owner;
    const customer = await aCustomer(opened);
    await addCard(caller, customer, 'pm_card_chargeCustomerFail');
    const subscription = await stripe.subscriptions.create({ customer, items: [{ price }] });
    expect(subscription.status).toBe('incomplete');
    const open_invoices = await server.call(caller, 'GET', `/api/stripe/${customer}/list_open_invoices/`);
    expect(open_invoices.json()).toEqual({
      invoices: [{ invoice_id: expect.any(String), number: expect.any(String), amount_due: 9900, currency: 'usd' }],
    });
    const answer = await addCard(caller, customer, 'pm_card_visa', { make_default: true, retry_open_invoices: true });
    expect(answer.json()).toMatchObject({ payment_method: { is_default: true }, retried: [{ paid: true }] });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  });

  it('take no card whose set-up has not come to its end, or that is of another customer', async () => {
    const [mine, theirs] = [await open(), await open()];
    const [own, other] = [await aCustomer(mine), await aCustomer(theirs)];
    const confirm = (intent: string) =>
      at(mine.owner.caller, own, 'confirm_payment_method', {
        setup_intent_id: intent,
        make_default: true,
        retry_open_invoices: false,
      });
    const unfinished = await stripe.setupIntents.create({ customer: own });
    expect((await confirm(unfinished.id)).json()).toMatchObject({ code: 'card_not_saved' });
    const foreign = await stripe.setupIntents.create({ customer: other });
    expect((await confirm(foreign.id)).statusCode).toBe(404);
  });

  it('are the same 404 for a customer of another practice and for one that nobody has', async () => {
    const [mine, theirs] = [await open(), await open()];
    const foreign = await aCustomer(theirs);
    await addCard(theirs.owner.caller, foreign, 'pm_card_visa');
    const [card] = await cards(theirs.owner.caller, foreign);
    const answers = await Promise.all([
      at(mine.owner.caller, foreign, 'list_customer_payment_methods'),
      at(mine.owner.caller, 'cus_nobody', 'list_customer_payment_methods'),
      at(mine.owner.caller, foreign, 'delete_payment_method', { payment_method_id: card?.id }),
      at(mine.owner.caller, foreign, 'set_default_payment_method', { payment_method_id: card?.id }),
      at(mine.owner.caller, foreign, 'create_setup_intent', {}),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    // A card of theirs is none of a customer of mine either.
    const own = await aCustomer(mine);
    const taken = await at(mine.owner.caller, own, 'set_default_payment_method', { payment_method_id: card?.id });
    expect(taken.statusCode).toBe(404);
    expect(await cards(theirs.owner.caller, foreign)).toHaveLength(1);
  });

  it('open every known customer to internal staff, and the dashboard to super admins', async () => {
    const opened = await open();
    const customer = await aCustomer(opened);
    const internal = await signedIn(server, await aPerson(server.db, { flags: { internal: true } }));
    expect((await at(internal, customer, 'list_customer_payment_methods')).statusCode).toBe(200);
    const boss = await signedIn(server, await aPerson(server.db, { flags: { super_admin: true } }));
    expect((await list({ ...opened, owner: { id: '', caller: boss } })).dashboard_url).toMatch(/^http/);
  });

  it('list the invoices of all customers by cursor, newest first, each once', async () => {
    const opened = await open();
    const { caller } = opened.owner;
    for (const customer of [await aCustomer(opened), await aCustomer(opened)]) {
      await addCard(caller, customer, 'pm_card_visa');
      await stripe.subscriptions.create({ customer, items: [{ price }] });
    }
    await standIn.advance(31 * 15);
    const read = async (after: string | null): Promise<{ statusCode: number; json<Body>(): Body }> => {
      const more = after === null ? '' : `&starting_after=${encodeURIComponent(after)}`;
      const url = `/api/stripe/list_practice_invoices/?practice_id=${opened.practice}${more}`;
      return server.call(caller, 'GET', url);
    };
    const all: Invoice[] = [];
    let after: string | null = null;
    do {
      const answer = await read(after);
      const page = answer.json<{ results: Invoice[]; has_more: boolean; next_cursor: string | null }>();
      expect(page.results.length).toBeLessThanOrEqual(25);
      expect(page.has_more).toBe(page.next_cursor !== null);
      all.push(...page.results);
      after = page.next_cursor;
    } while (after !== null);
    expect(all).toHaveLength(32);
    expect(new Set(all.map(({ invoice_id }) => invoice_id)).size).toBe(32);
    const times = all.map(({ created }) => created);
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(all[0]).toMatchObject({ total: 9900, currency: 'usd', status: 'paid', customer_name: 'Olivia Owner' });
    expect(all[0]?.invoice_pdf).toMatch(/^http/);
    expect((await read('nonsense')).statusCode).toBe(400);
  });

  it('say that the provider does not answer, and keep its secret to themselves', async () => {
    const opened = await open();
    const customer = await aCustomer(opened);
    await standIn.tell([{ kind: 'error', status: 500 }]);
    const answer = await at(opened.owner.caller, customer, 'list_customer_payment_methods');
    await standIn.tell([]);
    expect(answer.statusCode).toBe(502);
    expect(answer.json()).toMatchObject({ code: 'provider_unavailable' });
    expect(`${answer.body} ${server.log.join(' ')}`).not.toMatch(/sk_test|pi_.*_secret_/);
  });

  it('tell browsers the publishable key and the script', async () => {
    const { owner } = await open();
    const answer = await server.call(owner.caller, 'GET', '/api/stripe/get_stripe_related_info/');
    expect(answer.json()).toEqual({
      stripe_publishable_key: 'pk_test_sandbox',
      stripe_js_url: `${standIn.url}/stripe-js/v3`,
    });
  });

  it('are not available where no provider is configured', async () => {
    const bare = await testServer(database());
    const person = await aPerson(server.db);
    const answer = await bare.call(await signedIn(bare, person), 'GET', '/api/stripe/get_stripe_related_info/');
    expect(answer.json()).toMatchObject({ code: 'billing_not_configured' });
    expect(answer.statusCode).toBe(503);
    await bare.close();
  });
});
