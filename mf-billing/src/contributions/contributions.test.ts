import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { ContributionContext } from 'shared-api';
import { readBillingRevision, readUpcomingCharges } from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { aCharge, anOverdue, anUnpaid, upcomingCharges } from '../testing/builders';
import { server, withServer } from '../testing/open-page';
import { CHARGES_MAX_AGE_MS, shareCharges } from '../charges/shared-charges';
import { openHistory, serve } from '../testing/open-page';
import { contribute as badge } from './billing-badge';
import { contribute as card } from './charges';
import { contribute as commands } from './commands';

withServer();

let practices = 100;

/** The context of a new practice, because charges are cached by practice. */
function aContext(rights = ['billing.read', 'billing']): ContributionContext {
  practices += 1;
  return {
    session: {
      user: { id: 'u-owner', name: 'Olivia Marsh', email: 'owner@bright-smiles.example' },
      flags: { super_admin: false, task_admin: false, internal: false, developer: false },
    },
    practice: { id: practices, name: 'Bright Smiles', time_zone: 'America/Chicago', pms_name: 'opendental', rights },
    module: { name: 'mf-billing', version: '1.0.0' },
    basePath: `/settings/${practices}`,
    signal: new AbortController().signal,
    reauthenticate: () => Promise.resolve(false),
    heardRevision: () => undefined,
  };
}

/** Returns the charges and a revision that the test can change. Counts the reads of charges. */
function serveCharges(charges = upcomingCharges()) {
  const served = { revision: 'a', charges, reads: 0 };
  server.use(
    answer(readBillingRevision, () => reply(readBillingRevision, { revision: served.revision })),
    answer(readUpcomingCharges, () => {
      served.reads += 1;
      return reply(readUpcomingCharges, served.charges);
    }),
  );
  return served;
}

const overdue = upcomingCharges({ overdue: [anOverdue()] });

describe('the charges of the overview', () => {
  it('continues until all customers are read, also when the page shares its charges', async () => {
    const served = serveCharges();
    const answers = new Map<string, Promise<unknown>>();
    const reuse = <Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> => {
      const shared = (answers.get(key) as Promise<Answer> | undefined) ?? read();
      answers.set(key, shared);
      return shared;
    };
    server.use(
      answer(readUpcomingCharges, () => {
        served.reads += 1;
        const progress = { read: served.reads * 10, total: 30 };
        return reply(readUpcomingCharges, { ...served.charges, ...(served.reads < 3 && { progress }) });
      }),
    );
    await card({ ...aContext(), reuse });
    expect(served.reads).toBe(3);
  });

  it('rereads the charges only when billing has changed', async () => {
    const served = serveCharges();
    const context = aContext();
    await card(context);
    expect(await badge(context)).toBeNull();
    expect(served.reads).toBe(1);
    Object.assign(served, { revision: 'b', charges: overdue });
    expect(await badge(context)).toMatchObject({
      severity: 'error',
      text: String(overdue.debts.length),
      state: 'Past due',
    });
    expect(served.reads).toBe(2);
  });

  it('reads the charges of each practice', async () => {
    const served = serveCharges();
    await badge(aContext());
    await badge(aContext());
    expect(served.reads).toBe(2);
  });

  it('uses the response of a page that has just requested it, also while it is pending', async () => {
    const served = serveCharges();
    const context = aContext();
    const practiceId = context.practice?.id ?? 0;
    let answerPage: (charges: typeof overdue) => void = () => undefined;
    shareCharges(practiceId, new Promise((resolve) => (answerPage = resolve)));
    const asking = badge(context);
    answerPage(overdue);
    expect(await asking).toMatchObject({ state: 'Past due' });
    expect(served.reads).toBe(0);
    // The page's request failed.
    shareCharges(practiceId, Promise.reject(new Error('No connection')));
    expect(await badge(context)).toBeNull();
    expect(served.reads).toBe(1);
  });

  it('sends its own request when the page’s response is old', async () => {
    const served = serveCharges();
    const context = aContext();
    const now = jest.spyOn(Date, 'now');
    now.mockReturnValue(1_000_000);
    shareCharges(context.practice?.id ?? 0, Promise.resolve(overdue));
    now.mockReturnValue(1_000_000 + CHARGES_MAX_AGE_MS);
    expect(await badge(context)).toBeNull();
    expect(served.reads).toBe(1);
    now.mockRestore();
  });

  it('retries after a failure', async () => {
    const context = aContext();
    serveCharges();
    server.use(answer(readUpcomingCharges, () => errorReply(503, 'provider_down', 'Try again.'), { once: true }));
    await expect(badge(context)).rejects.toMatchObject({ code: 'provider_down' });
    expect(await badge(context)).toBeNull();
  });

  it('offers payment only to users who may pay, and explains why not', async () => {
    serveCharges(overdue);
    const actions = async (rights: string[]) => (await card(aContext(rights))).attention?.map(({ action }) => action);
    const [pay] = (await actions(['billing.read', 'billing'])) ?? [];
    expect(pay).toEqual({ label: expect.stringMatching(/^Pay \$/), path: expect.stringContaining('pay=') });
    expect((await actions(['billing.read']))?.[0]).toEqual({
      label: pay?.label,
      path: expect.stringContaining('pay='),
      reason: expect.stringMatching(/^You don’t have permission to change subscriptions and cards/),
    });
  });

  it('shows a payment that the bank is collecting, which isn’t a debt', async () => {
    const phones = { id: 'sub_phones', name: 'Phones' };
    serveCharges(upcomingCharges({ unpaid: [anUnpaid({ state: 'collecting', subscription: phones })] }));
    const context = aContext();
    const { attention, blocks = [] } = await card(context);
    expect([attention, await badge(context)]).toEqual([[], null]);
    const [first] = blocks.flatMap((block) => (block.kind === 'lines' ? block.lines : []));
    expect(first).toEqual({
      lead: 'Being collected',
      parts: [{ text: 'Phones', tone: 'strong' }, { text: ' $69.00' }],
    });
  });

  it('lists charges with the page’s wording', async () => {
    const named = (id: string, name: string) => ({ id, subscription: { id, name } });
    const charges = [
      aCharge({ ...named('sub_forum', 'Community forum'), amount: 0 }),
      aCharge({ ...named('sub_text', 'Text messages'), amount: 0, by_usage: true }),
      aCharge({ ...named('sub_fax', 'Fax line'), amount: 6_900 }),
    ];
    serveCharges(upcomingCharges({ charges }));
    const { blocks = [] } = await card(aContext());
    const lines = blocks.flatMap((block) => (block.kind === 'lines' ? block.lines : []));
    expect(lines.map(({ parts }) => parts.map(({ text }) => text).join(''))).toEqual([
      'Text messages By usage',
      'Fax line $69.00',
    ]);
  });

  it('draws what a month still owes as not paid', async () => {
    const [month, ...rest] = upcomingCharges().months;
    if (!month) throw new Error('There is no month');
    const amounts = { paid: 31_600, upcoming: 0, overdue: 27_700 };
    serveCharges(upcomingCharges({ months: [{ ...month, ...amounts }, ...rest] }));
    const { blocks } = await card(aContext());
    const chart = blocks?.find(({ kind }) => kind === 'bars');
    expect(chart).toMatchObject({ bars: [{ value: 31_600, of: 59_300 }, ...rest.map(() => expect.anything())] });
  });

  it('sums the months of each currency separately', async () => {
    const months = upcomingCharges().months.map((month) => ({ ...month, upcoming: 1_000 }));
    const inYen = months.map((month) => ({ ...month, currency: 'jpy' }));
    const inEuro = months.map((month) => ({ ...month, currency: 'eur', upcoming: 0 }));
    serveCharges(upcomingCharges({ months: [...inYen, ...inEuro, ...months] }));
    const { blocks = [] } = await card(aContext());
    const figures = blocks.flatMap((block) => (block.kind === 'figures' ? block.figures : []));
    expect(figures.slice(1)).toEqual([
      { label: 'Upcoming 6 months, USD', value: `$${months.length * 10}.00` },
      { label: 'Upcoming 6 months, JPY', value: `¥${(months.length * 1_000).toLocaleString('en-US')}` },
    ]);
    expect(blocks[1]).toMatchObject({ kind: 'bars', label: 'Paid and upcoming charges by month, USD' });
  });

  it('shows what is unknown when a customer’s charges are missing', async () => {
    const problem = { customer_id: 'cus_new', name: 'Noah New', message: 'The provider isn’t responding.' };
    const months = upcomingCharges().months.map((month) => ({ ...month, paid: 0, upcoming: 0 }));
    serveCharges(upcomingCharges({ charges: [], months, problems: [problem] }));
    const { blocks = [], lead } = await card(aContext());
    expect(lead).toBe('Some charges couldn’t be loaded, so amounts may be missing.');
    expect(blocks).toMatchObject([
      {
        figures: [
          { label: 'Next charge', value: 'Not known' },
          { label: 'Upcoming 6 months', value: 'Not known' },
        ],
      },
      { bars: months.map(() => ({ text: expect.stringMatching(/: not known$/) })) },
      { empty: 'Some charges are missing.' },
    ]);
  });

  it('marks known amounts when a customer’s charges are missing', async () => {
    const problem = { customer_id: 'cus_new', name: 'Noah New', message: 'The provider isn’t responding.' };
    serveCharges(upcomingCharges({ problems: [problem] }));
    const { blocks = [] } = await card(aContext());
    const figures = blocks.flatMap((block) => (block.kind === 'figures' ? block.figures : []));
    expect(figures.map(({ label }) => label)).toEqual(['Next known, Dec 1', 'Known, 6 months']);
    const bars = blocks.flatMap((block) => (block.kind === 'bars' ? block.bars : []));
    expect(bars[6]?.text).toBe('Dec 2026: $499.00 upcoming, others not known');
  });

  it('links each of a customer’s debts in its currency', async () => {
    const debts = overdue.debts.flatMap((debt) => [debt, { ...debt, currency: 'eur' }]);
    serveCharges({ ...overdue, debts });
    const { attention = [] } = await card(aContext());
    const queries = attention.map(({ action }) => action?.path.split('?')[1]);
    expect(queries).toEqual(
      debts.map(({ customer, currency }) => `pay=${customer.id}&currency=${currency}&back=overview`),
    );
  });

  it('puts each debt first, with a link that opens its payment', async () => {
    serveCharges(overdue);
    const context = aContext();
    const { attention = [] } = await card(context);
    const [debt] = overdue.debts;
    expect(attention[0]).toMatchObject({
      severity: 'error',
      label: 'Past due',
      action: {
        path: `${context.basePath}/subscriptions/plans?pay=${debt?.customer.id ?? ''}&currency=usd&back=overview`,
      },
    });
  });
});

it('warns of default cards that expire', async () => {
  const card1 = { id: 'pm_1', last4: '4242', exp_month: 12, exp_year: 2026, expiry: 'soon' as const };
  const card2 = { id: 'pm_2', last4: '0341', exp_month: 10, exp_year: 2026, expiry: 'expired' as const };
  const customers = [
    { id: 'cus_1', name: 'Olivia Marsh' },
    { id: 'cus_2', name: null },
  ] as const;
  serveCharges(
    upcomingCharges({
      expiring_cards: [
        { ...card1, customer: customers[0] },
        { ...card2, customer: customers[1] },
      ],
    }),
  );
  const context = aContext();
  const { attention = [] } = await card(context);
  expect(attention.slice(-2)).toEqual([
    {
      id: 'pm_1',
      severity: 'warning',
      label: 'Card expires',
      title: 'The card ending in 4242 expires 12/2026',
      detail: 'It’s the default card of Olivia Marsh. Add another one so that charges go through.',
      action: { label: 'Update card', path: `${context.basePath}/subscriptions/payment-methods` },
    },
    expect.objectContaining({
      severity: 'error',
      title: 'The card ending in 0341 expired 10/2026',
      detail: 'It’s the default card of cus_2. Add another one so that charges go through.',
    }),
  ]);
});

describe('the charges of a page and its badge', () => {
  it('makes one call for both', async () => {
    const billing = serve();
    const page = await openHistory();
    await screen.findByText('BSD-0001');
    const { practice } = page.props;
    expect(await badge({ ...aContext(), practice })).toBeNull();
    expect(billing.reads.charges).toBe(1);
  });
});

describe('palette actions', () => {
  it('leaves out changes for users who may only read', async () => {
    const ids = async (rights?: string[]): Promise<string[]> => (await commands(aContext(rights))).map(({ id }) => id);
    expect(await ids()).toEqual(['add-card', 'add-features', 'invoices']);
    expect(await ids(['billing.read'])).toEqual(['invoices']);
  });
});
