import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type StripeSandbox, aCatalogue, aCustomer, clientOn, stripeSandbox } from './testing/stripe-sandbox.js';

const errorOf = (work: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  work.then(
    () => Promise.reject(new Error('Expected an error')),
    (error: Stripe.errors.StripeError) => error,
  );

describe('the sandbox’s Stripe API', () => {
  let sandbox: StripeSandbox;
  let stripe: Stripe;
  beforeAll(async () => {
    sandbox = await stripeSandbox();
    ({ stripe } = sandbox);
  });
  afterAll(() => sandbox.close());
  afterEach(async () => {
    await sandbox.control('faults', []);
    await sandbox.control('webhooks', {});
  });

  describe('API keys', () => {
    it('rejects a key that is not a test key', async () => {
      const error = await errorOf(clientOn(sandbox.url, 'nonsense').customers.list());
      expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    });

    it('allows browsers to read their objects only with the client secret', async () => {
      const intent = await stripe.setupIntents.create({});
      const { browser } = sandbox;
      expect((await errorOf(browser.customers.list())).statusCode).toBe(401);
      expect((await errorOf(browser.setupIntents.retrieve(intent.id))).statusCode).toBe(400);
      const read = await browser.setupIntents.retrieve(intent.id, { client_secret: intent.client_secret ?? '' });
      expect(read.id).toBe(intent.id);
    });
  });

  describe('errors', () => {
    it('returns a body, so that the SDK doesn’t treat a 404 as success', async () => {
      expect(await errorOf(stripe.customers.retrieve('cus_nobody'))).toMatchObject({
        statusCode: 404,
        code: 'resource_missing',
        message: "No such customer: 'cus_nobody'",
      });
    });

    it.each([
      ['an unknown parameter', () => stripe.customers.create({ nickname: 'x' } as never), 'parameter_unknown'],
      ['an unsupported call', () => stripe.payouts.create({ amount: 1, currency: 'usd' }), undefined],
      ['a missing parameter', () => stripe.subscriptions.create({} as never), 'parameter_missing'],
      [
        'a product that does not exist',
        () => stripe.prices.create({ product: 'prod_x', currency: 'usd', unit_amount: 1 }),
        'resource_missing',
      ],
    ])('returns an error for %s', async (_, work, code) => {
      const error = await errorOf(work());
      expect(error.type).toBe('StripeInvalidRequestError');
      expect(error.code).toBe(code);
    });
  });

  describe('unsupported parameters', () => {
    const before = async () => (await stripe.customers.list({ limit: 100 })).data.length;

    it.each([
      ['a setting', () => stripe.customers.create({ name: 'Unmade', business_name: 'Bright' }), 'business_name'],
      [
        'a setting within a setting',
        () => stripe.customers.create({ name: 'Unmade', invoice_settings: { footer: 'Thanks' } }),
        'invoice_settings[footer]',
      ],
      ['a filter of a list', () => stripe.customers.list({ created: { gte: 1 } }), 'created'],
      [
        'a filter of another list',
        () => stripe.invoices.list({ collection_method: 'send_invoice' }),
        'collection_method',
      ],
    ])('rejects the parameter by name and changes nothing: %s', async (_what, work, param) => {
      const count = await before();
      const error = await errorOf(work());
      expect(error).toMatchObject({ type: 'StripeInvalidRequestError', code: 'parameter_unknown', param });
      expect(await before()).toBe(count);
    });

    it('sends no webhook for a rejected call', async () => {
      const { core } = await aCatalogue(stripe);
      const customer = await aCustomer(stripe);
      const events = async () => (await stripe.events.list({ limit: 1 })).data[0]?.id;
      const last = await events();
      const items = [{ price: core.id }];
      const error = await errorOf(stripe.subscriptions.create({ customer: customer.id, items, off_session: true }));
      expect(error).toMatchObject({ code: 'parameter_unknown', param: 'off_session' });
      expect(await events()).toBe(last);
    });
  });

  describe('idempotency keys', () => {
    it('creates one object for a repeated call', async () => {
      const create = () => stripe.customers.create({ name: 'Once' }, { idempotencyKey: 'k-once' });
      const [first, second] = [await create(), await create()];
      expect(second.id).toBe(first.id);
      expect((await stripe.customers.search({ query: "name:'Once'" })).data).toHaveLength(1);
    });

    it('rejects a different call with the same key', async () => {
      await stripe.customers.create({ name: 'One' }, { idempotencyKey: 'k-two' });
      const error = await errorOf(stripe.customers.create({ name: 'Other' }, { idempotencyKey: 'k-two' }));
      expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    });

    const create = (name: string, key: string) => stripe.customers.create({ name }, { idempotencyKey: key });
    const made = async (name: string) => (await stripe.customers.search({ query: `name:'${name}'` })).data.length;

    it.each([
      ['nothing was done', 'error', 0],
      ['the customer was created', 'executed_error', 1],
    ])('replays a 500 for the same key after the fault has ended; %s', async (_what, kind, count) => {
      await sandbox.control('faults', [{ on: 'POST /v1/customers', kind, times: 1 }]);
      const key = `k-500-${kind}`;
      expect((await errorOf(create(kind, key))).statusCode).toBe(500);
      expect((await errorOf(create(kind, key))).statusCode).toBe(500);
      expect(await made(kind)).toBe(count);
      await create(kind, `${key}-2`);
      expect(await made(kind)).toBe(count + 1);
    });

    it('keeps a pending fault while it replays a response', async () => {
      await sandbox.control('faults', [{ on: 'POST /v1/customers', kind: 'error', times: 2 }]);
      for (const key of ['k-first', 'k-first', 'k-next'])
        expect((await errorOf(create('X', key))).statusCode).toBe(500);
      expect((await create('X', 'k-last')).name).toBe('X');
    });

    it('replays a rejection after its cause was removed', async () => {
      const start = (customer: string, price: string) =>
        stripe.subscriptions.create({ customer, items: [{ price }] }, { idempotencyKey: 'k-no-card' });
      const { core } = await aCatalogue(stripe);
      const customer = await stripe.customers.create({ name: 'No card yet' });
      const first = await errorOf(start(customer.id, core.id));
      const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
      await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
      expect((await errorOf(start(customer.id, core.id))).message).toBe(first.message);
    });

    it.each([
      ['rejected parameters', { name: 'X', nickname: 'x' } as never, 400],
      ['a missing right', undefined, 401],
    ])('does not store the response to %s', async (what, params, status) => {
      const key = `k-${status}`;
      const client = params ? stripe : clientOn(sandbox.url, 'nonsense');
      const error = await errorOf(client.customers.create(params ?? { name: 'X' }, { idempotencyKey: key }));
      expect(error.statusCode).toBe(status);
      expect((await create(what, key)).name).toBe(what);
    });

    it('returns 409 while a request with the key is in progress', async () => {
      await sandbox.control('faults', [{ on: 'POST /v1/customers', kind: 'slow', times: 1, delay_ms: 500 }]);
      const [first, second] = await Promise.allSettled([create('Slow', 'k-slow'), create('Slow', 'k-slow')]);
      expect(first.status).toBe('fulfilled');
      expect(second).toMatchObject({
        status: 'rejected',
        reason: { statusCode: 409, code: 'idempotency_key_in_use' },
      });
      expect(await made('Slow')).toBe(1);
    });

    it('rejects a key of more than 255 characters', async () => {
      expect((await create('Long', 'k'.repeat(255))).name).toBe('Long');
      expect((await errorOf(create('Longer', 'k'.repeat(256)))).statusCode).toBe(400);
      expect(await made('Longer')).toBe(0);
    });

    it('applies an SDK retry after a lost response only once', async () => {
      await sandbox.control('faults', [{ on: 'POST /v1/customers', kind: 'lost', times: 1 }]);
      const patient = clientOn(sandbox.url, 'sk_test_sandbox', 2);
      await patient.customers.create({ name: 'Lost and found' });
      expect((await stripe.customers.search({ query: "name:'Lost and found'" })).data).toHaveLength(1);
    });
  });

  it('returns 500 the configured number of times and changes nothing', async () => {
    await sandbox.control('faults', [{ on: 'POST /v1/products', kind: 'error', times: 1 }]);
    expect((await errorOf(stripe.products.create({ name: 'Unmade' }))).statusCode).toBe(500);
    expect((await stripe.products.create({ name: 'Made' })).name).toBe('Made');
    expect((await stripe.products.list({ limit: 100 })).data.map(({ name }) => name)).not.toContain('Unmade');
  });

  it('lists newest first, with cursors in both directions', async () => {
    const fresh = await stripeSandbox();
    for (let at = 1; at <= 7; at += 1) await fresh.stripe.customers.create({ name: `Customer ${at}` });
    const first = await fresh.stripe.customers.list({ limit: 3 });
    expect(first.data.map(({ name }) => name)).toEqual(['Customer 7', 'Customer 6', 'Customer 5']);
    const next = await fresh.stripe.customers.list({ limit: 3, starting_after: first.data[2]?.id ?? '' });
    expect(next).toMatchObject({ has_more: true, data: [{ name: 'Customer 4' }, { name: 'Customer 3' }, {}] });
    const back = await fresh.stripe.customers.list({ limit: 3, ending_before: next.data[0]?.id ?? '' });
    expect(back.data).toEqual(first.data);
    const all = await fresh.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all).toHaveLength(7);
    await fresh.close();
  });

  it('expands requested fields, also within lists', async () => {
    const { core } = await aCatalogue(stripe);
    const customer = await aCustomer(stripe);
    await stripe.subscriptions.create({ customer: customer.id, items: [{ price: core.id }] });
    const listed = await stripe.subscriptions.list({
      customer: customer.id,
      expand: ['data.customer', 'data.latest_invoice.payments'],
    });
    const [subscription] = listed.data;
    expect(subscription?.customer).toMatchObject({ object: 'customer', name: 'Bright Smiles' });
    const invoice = subscription?.latest_invoice as Stripe.Invoice;
    expect(invoice.payments?.data[0]?.payment).toMatchObject({ type: 'payment_intent' });
    const plain = await stripe.customers.retrieve(customer.id, { expand: ['subscriptions'] });
    expect(plain).toMatchObject({ subscriptions: { data: [{ id: subscription?.id }] } });
  });

  it.each([
    ["email:'amelia@hart.example'", ['Amelia Hart']],
    ["name~'hart'", ['Amelia Hart', 'Owen Hartley']],
    ["metadata['practice']:'7' AND name~'owen'", ['Owen Hartley']],
    ["email:'amelia@hart.example' OR name~'hartley'", ['Amelia Hart', 'Owen Hartley']],
  ])('finds customers by %s', async (query, names) => {
    if ((await stripe.customers.search({ query: "name~'hart'" })).data.length === 0) {
      await stripe.customers.create({ name: 'Amelia Hart', email: 'amelia@hart.example' });
      await stripe.customers.create({ name: 'Owen Hartley', metadata: { practice: '7' } });
    }
    const found = (await stripe.customers.search({ query })).data.map(({ name }) => name ?? '');
    expect(found.sort()).toEqual(names);
  });

  describe('cards', () => {
    const card = (number: string) => ({ number, exp_month: 12, exp_year: 2040, cvc: '123' });
    const setUp = async (number: string) => {
      const customer = await stripe.customers.create({ name: 'Card holder' });
      const intent = await stripe.setupIntents.create({ customer: customer.id });
      const confirm = sandbox.browser.setupIntents.confirm(intent.id, {
        client_secret: intent.client_secret ?? '',
        payment_method_data: { type: 'card', card: card(number) },
      } as never);
      return { customer: customer.id, intent: intent.id, confirm };
    };
    const cardsOf = async (customer: string) => (await stripe.customers.listPaymentMethods(customer)).data;

    it.each([
      ['4242424242424242', 'visa'],
      ['5555555555554444', 'mastercard'],
      ['378282246310005', 'amex'],
      ['6011111111111117', 'discover'],
      ['4000000000000341', 'visa'],
    ])('saves %s as %s', async (number, brand) => {
      const { customer, confirm } = await setUp(number);
      expect((await confirm).status).toBe('succeeded');
      expect((await cardsOf(customer))[0]?.card).toMatchObject({ brand, last4: number.slice(-4) });
    });

    it.each([
      ['4000000000009995', 'card_declined', 'insufficient_funds'],
      ['4000000000000002', 'card_declined', 'generic_decline'],
      ['4000000000000069', 'expired_card', undefined],
      ['4000000000000127', 'incorrect_cvc', undefined],
      ['4242424242424241', 'incorrect_number', undefined],
    ])('rejects %s with %s', async (number, code, decline) => {
      const { customer, confirm } = await setUp(number);
      const error = await errorOf(confirm);
      expect(error).toMatchObject({ statusCode: 402, code });
      expect(error.decline_code || undefined).toBe(decline);
      expect(await cardsOf(customer)).toEqual([]);
    });

    it('requires authentication before saving 4000002500003155', async () => {
      const { customer, confirm } = await setUp('4000002500003155');
      expect(await confirm).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
      expect(await cardsOf(customer)).toEqual([]);
    });

    it('removes a detached card from the customer and as the default', async () => {
      const customer = await aCustomer(stripe);
      const id = String(customer.invoice_settings.default_payment_method);
      await stripe.paymentMethods.detach(id);
      expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
        invoice_settings: { default_payment_method: null },
      });
      expect((await errorOf(stripe.paymentMethods.detach(id))).statusCode).toBe(400);
      const [event] = (await stripe.events.list({ type: 'payment_method.detached', limit: 1 })).data;
      expect(event?.data).toMatchObject({
        object: { id, customer: null },
        previous_attributes: { customer: customer.id },
      });
    });

    it('rejects a card that belongs to another customer', async () => {
      const [one, other] = [await aCustomer(stripe), await aCustomer(stripe)];
      const theirs = String(one.invoice_settings.default_payment_method);
      const taking = stripe.customers.update(other.id, { invoice_settings: { default_payment_method: theirs } });
      expect((await errorOf(taking)).param).toBe('invoice_settings[default_payment_method]');
    });
  });

  describe('webhooks', () => {
    let listener: Server;
    let received: { event: Stripe.Event; raw: string; signature: string }[];
    let refuse = 0;
    let secret = '';
    let arrived: () => void = () => undefined;
    beforeAll(async () => {
      received = [];
      listener = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const raw = Buffer.concat(chunks).toString();
          const accepted = refuse === 0;
          if (!accepted) refuse -= 1;
          response.writeHead(accepted ? 200 : 500).end();
          if (!accepted) return;
          const signature = String(request.headers['stripe-signature']);
          received.push({ event: JSON.parse(raw) as Stripe.Event, raw, signature });
          arrived();
        });
      }).listen(0, '127.0.0.1');
      await once(listener, 'listening');
      const { port } = listener.address() as AddressInfo;
      const endpoint = await stripe.webhookEndpoints.create({
        url: `http://127.0.0.1:${port}/hook`,
        enabled_events: ['product.created', 'product.updated'],
      });
      secret = endpoint.secret ?? '';
    });
    afterAll(() => void listener.close());
    const nextEvents = async (count: number) => {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
      return received.splice(0);
    };

    it('signs webhooks as the SDK verifies them', async () => {
      const product = await stripe.products.create({ name: 'Announced' });
      const [first] = await nextEvents(1);
      const event = stripe.webhooks.constructEvent(first?.raw ?? '', first?.signature ?? '', secret);
      expect(event).toMatchObject({ type: 'product.created', data: { object: { id: product.id } } });
      expect(() => stripe.webhooks.constructEvent(first?.raw ?? '', first?.signature ?? '', 'whsec_forged')).toThrow();
      expect((await stripe.events.retrieve(event.id)).id).toBe(event.id);
    });

    it('resends a webhook until it is accepted', async () => {
      refuse = 1;
      await stripe.products.create({ name: 'Again' });
      expect(await nextEvents(1)).toMatchObject([{ event: { data: { object: { name: 'Again' } } } }]);
    });

    it('resends a webhook for three days of the sandbox’s clock', async () => {
      refuse = 7;
      await stripe.products.create({ name: 'Rejected for hours' });
      while (refuse > 0) await sandbox.advance(0.5);
      while (received.length === 0) await sandbox.advance(0.5);
      expect(await nextEvents(1)).toMatchObject([{ event: { data: { object: { name: 'Rejected for hours' } } } }]);
      const attempts = 12;
      refuse = attempts + 1;
      await stripe.products.create({ name: 'Never accepted' });
      while (refuse > 1) await sandbox.advance(1);
      await sandbox.advance(5);
      await sandbox.advance(5);
      expect(refuse).toBe(1);
      refuse = 0;
    });

    it('duplicates and holds webhooks on request', async () => {
      await sandbox.control('webhooks', { duplicate: true, hold: true });
      await stripe.products.create({ name: 'Twice' });
      await sandbox.control('webhooks', { duplicate: true });
      const both = await nextEvents(2);
      expect(new Set(both.map(({ event }) => event.id)).size).toBe(1);
    });

    it('reverses the order of webhooks on request', async () => {
      await sandbox.control('webhooks', { reorder: true, hold: true });
      const product = await stripe.products.create({ name: 'First' });
      await stripe.products.update(product.id, { name: 'Then' });
      await sandbox.control('webhooks', { reorder: true });
      const types = (await nextEvents(2)).map(({ event }) => event.type);
      expect(types.sort()).toEqual(['product.created', 'product.updated']);
    });
  });

  it('creates a draft manually, without a number and a PDF until it is finalized', async () => {
    const customer = await aCustomer(stripe);
    const draft = await stripe.invoices.create({ customer: customer.id, auto_advance: false });
    expect(draft).toMatchObject({ status: 'draft', number: null, invoice_pdf: null });
    await stripe.invoiceItems.create({
      customer: customer.id,
      invoice: draft.id,
      amount: 4900,
      currency: 'usd',
      description: 'Onboarding',
    });
    const open = await stripe.invoices.finalizeInvoice(draft.id);
    expect(open).toMatchObject({ status: 'open', total: 4900 });
    expect(open.invoice_pdf).toBe(`${sandbox.url}/stripe/invoices/${open.id}/pdf`);
    expect((await stripe.invoices.pay(open.id)).status).toBe('paid');
    expect((await errorOf(stripe.invoices.finalizeInvoice(open.id))).code).toBe('invoice_not_editable');
  });

  it('sets the clock to the past on request while there are no customers', async () => {
    const fresh = await stripeSandbox();
    const clock = async (body: object) => {
      const answer = await fetch(`${fresh.url}/control/stripe/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.status;
    };
    const { core } = await aCatalogue(fresh.stripe);
    const today = Math.floor(Date.now() / 1000);
    expect(await clock({ now: today - 100 * 86_400 })).toBe(200);
    const customer = await aCustomer(fresh.stripe);
    const started = await fresh.stripe.subscriptions.create({ customer: customer.id, items: [{ price: core.id }] });
    expect(started.created).toBeLessThan(today - 99 * 86_400);
    expect(await clock({ now: today })).toBe(200);
    const { data } = await fresh.stripe.invoices.list({ customer: customer.id });
    expect(data.length).toBe(4);
    expect(data.at(-1)?.created).toBe(started.created);
    expect(await clock({ now: today - 86_400 })).toBe(409);
    await fresh.close();
  });

  it('restores everything after a restart', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
    const first = await stripeSandbox(folder);
    const { core } = await aCatalogue(first.stripe);
    const customer = await aCustomer(first.stripe);
    const subscription = await first.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: core.id }],
    });
    const now = await first.advance(3);
    await first.close();
    const second = await stripeSandbox(folder);
    expect(await second.stripe.subscriptions.retrieve(subscription.id)).toEqual(
      expect.objectContaining({ id: subscription.id, status: 'active' }),
    );
    expect(await second.advance(0)).toBeGreaterThanOrEqual(now);
    await second.close();
    rmSync(folder, { recursive: true });
  });
});
