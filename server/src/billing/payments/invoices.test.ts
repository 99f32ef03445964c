import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import type { AnswerOf, Invoice, readInvoiceTotals } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type InvoicePage,
  type PaymentsPractice,
  type PaymentsWorld,
  paymentsWorld,
} from '../../testing/payments-world.js';

type Totals = AnswerOf<typeof readInvoiceTotals>;

const DAY_S = 86_400;

describeWithDatabase('practice invoices', (database) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await paymentsWorld(database());
  });
  afterAll(() => world.close());

  const aPayer = async (practice: PaymentsPractice, cardId = 'pm_card_visa'): Promise<string> => {
    const customerId = await world.aCustomer(practice);
    await world.addCard(practice.caller, customerId, cardId);
    return customerId;
  };
  const page = async (practice: PaymentsPractice, query = ''): Promise<InvoicePage> => {
    const response = await world.invoices(practice, query);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<InvoicePage>();
  };
  const totals = async (practice: PaymentsPractice, query = '') =>
    (await world.invoices(practice, query, 'practice_invoice_totals')).json<Totals>();
  const exported = (practice: PaymentsPractice, query: string) =>
    world.invoices(practice, query, 'export_practice_invoices');
  const failing = (customerId: string) => ({ on: `GET /v1/invoices?customer=${customerId}`, kind: 'error' });
  const ids = ({ results }: { results: Invoice[] }) => results.map(({ invoice_id: id }) => id);

  /** Reads all pages, following the cursor. */
  const allPages = async (practice: PaymentsPractice, query = '', start: string | null = null) => {
    const all: Invoice[] = [];
    let after = start;
    do {
      const {
        results,
        has_more: more,
        next_cursor: next,
      }: InvoicePage = await page(
        practice,
        `${query}${after === null ? '' : `&starting_after=${encodeURIComponent(after)}`}`,
      );
      expect(results.length).toBeLessThanOrEqual(25);
      expect(more).toBe(next !== null);
      all.push(...results);
      after = next;
    } while (after !== null);
    return all;
  };

  it('lists the invoices of all customers by cursor, newest first, each once', async () => {
    const practice = await world.aPaymentsPractice();
    for (const customerId of [await aPayer(practice), await aPayer(practice)]) {
      await world.subscribe(customerId, 'core_monthly');
    }
    await world.sandbox.advance(31 * 15);
    const all = await allPages(practice);
    expect(all).toHaveLength(32);
    expect(new Set(all.map(({ invoice_id: id }) => id)).size).toBe(32);
    const times = all.map(({ created }) => created);
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(all[0]).toMatchObject({
      currency: 'usd',
      status: 'paid',
      customer_id: expect.stringMatching(/^cus_/),
      customer_name: 'Olivia Owner',
      amount_paid: all[0]?.total,
      amount_remaining: 0,
      invoice_pdf: expect.stringMatching(/^http/),
    });
    expect(await totals(practice)).toEqual({
      totals: [{ currency: 'usd', paid: 32 * (all[0]?.total ?? 0), outstanding: 0, invoices: 32 }],
      problems: [],
    });
  });

  it.each([['no JSON'], [[1, '\0']], [[1, '\ud800']], [[1e15, 'in_1']], [[-1e15, 'in_1']], [[1.5, 'in_1']]])(
    'refuses the cursor %j',
    async (place) => {
      const practice = await world.aPaymentsPractice();
      const text = typeof place === 'string' ? place : Buffer.from(JSON.stringify(place)).toString('base64url');
      expect((await world.invoices(practice, `&starting_after=${encodeURIComponent(text)}`)).statusCode).toBe(400);
    },
  );

  it('names an unreadable customer, and lists its last known invoices with the others', async () => {
    const practice = await world.aPaymentsPractice();
    const [broken, healthy] = [await aPayer(practice), await aPayer(practice)];
    for (const customerId of [broken, healthy]) await world.subscribe(customerId, 'core_monthly');
    await world.sandbox.setFaults([failing(broken)]);
    const first = await page(practice);
    const total = await totals(practice);
    const csv = await exported(practice, '&format=csv');
    await world.sandbox.setFaults([]);
    const problem = {
      customer_id: broken,
      name: null,
      message: 'The payment provider isn’t responding. Try again in a minute.',
    };
    expect(first).toMatchObject({ results: [{ customer_id: healthy }], has_more: false, problems: [problem] });
    expect(total).toMatchObject({ totals: [{ invoices: 1 }], problems: [problem] });
    expect(csv.body).toContain(`Incomplete for ${broken}`);
    const all = await page(practice);
    expect(all).toMatchObject({ results: [{}, {}], problems: [] });
    await world.stripe.customers.update(broken, { name: 'Broken' });
    await world.sandbox.setFaults([failing(broken)]);
    const later = await page(practice);
    await world.sandbox.setFaults([]);
    expect([later.results, later.problems]).toEqual([all.results, [problem]]);
  });

  it('filters by status and by customer', async () => {
    const practice = await world.aPaymentsPractice();
    const [paying, owing] = [await aPayer(practice), await aPayer(practice, 'pm_card_chargeCustomerFail')];
    await world.subscribe(paying, 'core_monthly');
    await world.subscribe(owing, 'phones_monthly');
    const [paid, open] = [await page(practice, '&status=paid'), await page(practice, '&status=open')];
    expect(paid.results.map(({ customer_id: customerId }) => customerId)).toEqual([paying]);
    expect(open.results.map(({ customer_id: customerId }) => customerId)).toEqual([owing]);
    expect(ids(await page(practice, `&customer_id=${owing}`))).toEqual(ids(open));
    expect((await page(practice, '&status=void')).results).toEqual([]);
    const due = open.results[0]?.amount_remaining;
    expect(due).toBeGreaterThan(0);
    expect(await totals(practice)).toMatchObject({
      totals: [{ paid: paid.results[0]?.total, outstanding: due, invoices: 2 }],
    });
  });

  it('shows nothing outstanding on a void invoice', async () => {
    const practice = await world.aPaymentsPractice();
    const customerId = await aPayer(practice, 'pm_card_chargeCustomerFail');
    await world.subscribe(customerId, 'core_monthly');
    const [invoiceId = ''] = ids(await page(practice));
    await world.stripe.invoices.voidInvoice(invoiceId);
    expect((await page(practice)).results).toMatchObject([{ status: 'void', amount_remaining: 0 }]);
    expect((await totals(practice)).totals).toMatchObject([{ paid: 0, outstanding: 0, invoices: 1 }]);
  });

  it('returns 404 for another practice’s customer', async () => {
    const [mine, theirs] = [await world.aPaymentsPractice(), await world.aPaymentsPractice()];
    const foreign = await aPayer(theirs);
    for (const call of ['list_practice_invoices', 'practice_invoice_totals']) {
      expect((await world.invoices(mine, `&customer_id=${foreign}`, call)).statusCode).toBe(404);
    }
    expect((await exported(mine, `&customer_id=${foreign}&format=csv`)).statusCode).toBe(404);
  });

  it("filters by days in the practice's time zone, both inclusive", async () => {
    const practice = await world.aPaymentsPractice();
    const customerId = await aPayer(practice);
    // 11:30 PM in Chicago on the last day of a month is in the next month in UTC.
    const now = await world.sandbox.advance(0);
    const target = new Date((now + 40 * DAY_S) * 1000);
    const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0));
    const date = lastDay.toISOString().slice(0, 10);
    const offset = /-0(\d)/.exec(
      new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', timeZoneName: 'longOffset' }).format(lastDay),
    )?.[1];
    const moment = Date.parse(`${date}T23:30:00-0${offset ?? '6'}:00`) / 1000;
    await world.sandbox.advance((moment - now) / DAY_S);
    await world.subscribe(customerId, 'core_monthly');
    const dayBefore = new Date(lastDay.getTime() - DAY_S * 1000).toISOString().slice(0, 10);
    const dayAfter = new Date(lastDay.getTime() + DAY_S * 1000).toISOString().slice(0, 10);
    expect((await page(practice, `&from_date=${date}&to_date=${date}`)).results).toHaveLength(1);
    expect((await page(practice, `&to_date=${dayBefore}`)).results).toEqual([]);
    expect((await page(practice, `&from_date=${dayAfter}`)).results).toEqual([]);
    expect((await exported(practice, `&format=csv&from_date=${date}`)).body).toContain(`\r\n${date},`);
  });

  it('refuses a start date after the end date at the field', async () => {
    const practice = await world.aPaymentsPractice();
    const response = await world.invoices(practice, '&from_date=2026-02-02&to_date=2026-02-01');
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({
        message: 'The start date must not be after the end date.',
        fields: { from_date: 'Must not be after the end date' },
      }),
    ]);
  });

  describe('refunds and credits', () => {
    const credit = async (invoiceId: string, amount: number, refunded: number) =>
      world.stripe.creditNotes.create({
        invoice: invoiceId,
        amount,
        refund_amount: refunded,
        credit_amount: amount - refunded,
      });
    const refund = async (invoiceId: string, amount: number) => {
      const { payments } = await world.stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
      await world.stripe.refunds.create({ payment_intent: String(payments?.data[0]?.payment.payment_intent), amount });
    };
    it.each([
      ['a refund', async (id: string) => refund(id, 3_000), { credited: 0, refunded: 3_000 }, 3_000],
      [
        'a credit note that refunds',
        async (id: string) => credit(id, 3_000, 3_000),
        { credited: 3_000, refunded: 3_000 },
        3_000,
      ],
      [
        'a credit note to the balance',
        async (id: string) => credit(id, 3_000, 0),
        { credited: 3_000, refunded: 0 },
        3_000,
      ],
      [
        'a credit note in parts and a refund',
        async (id: string) => {
          await credit(id, 3_000, 1_000);
          await refund(id, 500);
        },
        { credited: 3_000, refunded: 1_500 },
        3_500,
      ],
    ])('reduces the paid amount by %s', async (_what, give, columns, returned) => {
      const practice = await world.aPaymentsPractice();
      const customerId = await aPayer(practice);
      await world.subscribe(customerId, 'core_monthly');
      const [before] = (await page(practice)).results;
      const total = before?.total ?? 0;
      expect(before).toMatchObject({ amount_paid: total, credited: 0, refunded: 0 });
      await give(before?.invoice_id ?? '');
      const [after] = (await page(practice)).results;
      expect(after).toMatchObject({ total, amount_paid: total - returned, ...columns });
      expect((await totals(practice)).totals).toMatchObject([{ paid: total - returned }]);
      const { body } = await exported(practice, '&format=csv');
      const plain = (cents: number): string => (cents / 100).toFixed(2);
      expect(body).toContain(
        [total - returned, columns.credited, columns.refunded, 0].map((cents) => plain(cents)).join(','),
      );
    });
  });

  it.each([
    ['needs_response', 'Disputed', 'open', 0],
    ['under_review', 'Disputed', 'open', 0],
    ['lost', 'Dispute lost', 'lost', 3_000],
    ['won', 'Paid', null, 0],
    ['warning_needs_response', 'Paid', null, 0],
  ] as const)('shows a disputed payment: %s', async (status, label, dispute, lost) => {
    const practice = await world.aPaymentsPractice();
    const customerId = await aPayer(practice);
    await world.subscribe(customerId, 'core_monthly');
    const total = (await page(practice)).results[0]?.total ?? 0;
    const [charge] = (await world.stripe.charges.list({ customer: customerId })).data;
    await world.sandbox.control('stripe/objects', {
      object: 'dispute',
      fields: { amount: 3_000, charge: charge?.id, payment_intent: charge?.payment_intent, currency: 'usd', status },
    });
    const [after] = (await page(practice)).results;
    expect(after).toMatchObject({ total, status: 'paid', amount_paid: total - lost, dispute, lost_in_dispute: lost });
    expect((await totals(practice)).totals).toMatchObject([{ paid: total - lost }]);
    const [header = '', row = ''] = (await exported(practice, '&format=csv')).body.trimEnd().split('\r\n');
    const cells = new Map(header.split(',').map((name, at) => [name, row.split(',')[at]]));
    expect([cells.get('Status'), cells.get('Lost in disputes')]).toEqual([label, (lost / 100).toFixed(2)]);
  });

  it.each([
    ['a credit', -5_000],
    ['an earlier debit', 2_500],
  ])('shows how much of an invoice %s paid', async (_what, balance) => {
    const practice = await world.aPaymentsPractice();
    const customerId = await aPayer(practice);
    await world.stripe.customers.update(customerId, { balance });
    await world.subscribe(customerId, 'core_monthly');
    const [invoice] = (await page(practice)).results;
    const { total = 0, amount_paid: paid } = invoice ?? {};
    expect([paid, invoice?.from_credit]).toEqual([total + balance, -balance]);
    const [, row = ''] = (await exported(practice, '&format=csv')).body.trimEnd().split('\r\n');
    expect(row.split(',').at(-2)).toBe((-balance / 100).toFixed(2));
  });

  it('exports every filtered row as CSV, and escapes formulas', async () => {
    const practice = await world.aPaymentsPractice();
    const customerId = await aPayer(practice);
    await world.stripe.customers.update(customerId, { name: '=HYPERLINK("http://x")' });
    await world.subscribe(customerId, 'core_monthly');
    await world.sandbox.advance(31 * 27);
    const response = await exported(practice, '&format=csv');
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="invoices-\d{4}-\d\d-\d\d\.csv"$/);
    const [header, ...rows] = response.body.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(header).toBe(
      'Date,Invoice number,Customer,Email,Amount,Currency,Status,Discount,Tax,Paid,Credited,Refunded,Due,Due date,Account credit,Lost in disputes',
    );
    expect(rows).toHaveLength(28);
    expect(rows[0]).toMatch(
      /^\d{4}-\d\d-\d\d,\w+-\d{4},"'=HYPERLINK\(""http:\/\/x""\)",owner@bright\.example,(\d+\.\d\d),USD,Paid,0\.00,0\.00,\1,0\.00,0\.00,0\.00,,0\.00,0\.00$/,
    );
    expect((await exported(practice, '&format=csv&status=open')).body.trimEnd().split('\r\n')).toHaveLength(1);
  });

  it('exports PDFs in one archive, and lists invoices without one', async () => {
    const practice = await world.aPaymentsPractice();
    const customerId = await aPayer(practice);
    await world.subscribe(customerId, 'core_monthly');
    await world.subscribe(customerId, 'phones_monthly');
    const draft = await world.stripe.invoices.create({ customer: customerId });
    const response = await exported(practice, '&format=pdf');
    expect(response.headers['content-type']).toBe('application/zip');
    expect(response.headers['content-disposition']).toMatch(/filename="invoices-\d{4}-\d\d-\d\d\.zip"$/);
    const entries = unzipSync(response.rawPayload);
    const pdfs = Object.keys(entries).filter((name) => name.endsWith('.pdf'));
    const numbers = (await page(practice)).results.flatMap(({ number }) => number ?? []);
    expect(pdfs.sort()).toEqual(numbers.map((number) => `Invoice-${number}.pdf`).sort());
    expect(
      Buffer.from(entries[pdfs[0] ?? ''] ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const readme = Buffer.from(entries['README.txt'] ?? []).toString();
    expect(readme).toContain('2 invoices as PDFs.');
    expect(readme).toContain(`- ${draft.id}: it has no PDF`);
  });
});
