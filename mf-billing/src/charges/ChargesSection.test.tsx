import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { readUpcomingCharges } from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { aCharge, anOverdue, anUnpaid, noon, upcomingCharges } from '../testing/builders';
import { button, openPage, openPlans, PLANS, region, serve, server, setNarrow, withServer } from '../testing/open-page';

withServer();

const chart = () => within(screen.getByRole('group', { name: 'Charges by month' }));

describe('a practice with many customers', () => {
  /** Responds with some of 50 customers; the last response repeats. */
  const answerInParts = (parts: readonly (number | undefined)[]): { asked: number } => {
    const state = { asked: 0 };
    server.use(
      answer(readUpcomingCharges, () => {
        const read = parts[Math.min(state.asked, parts.length - 1)];
        state.asked += 1;
        return reply(readUpcomingCharges, {
          ...upcomingCharges(),
          ...(read !== undefined && { progress: { read, total: 50 } }),
        });
      }),
    );
    return state;
  };

  it('keeps loading until the charges of all customers are loaded', async () => {
    serve();
    const state = answerInParts([12, 24, undefined]);
    await openPlans();
    await waitFor(() => expect(state.asked).toBe(3));
    expect(await screen.findByText(/Next charge \$499\.00/)).toBeVisible();
    expect(screen.queryByText(/of 50 customers loaded/)).toBeNull();
  });

  it('shows the progress, and offers to continue when it stalls', async () => {
    serve();
    const state = answerInParts([12, 12]);
    const { user } = await openPlans();
    expect(await screen.findByText('Charges: 12 of 50 customers loaded.')).toBeVisible();
    expect(screen.queryByText(/Next charge \$/)).toBeNull();
    await waitFor(() => expect(state.asked).toBe(2));
    answerInParts([undefined]);
    await user.click(button('Continue loading'));
    await waitFor(() => expect(screen.queryByText(/of 50 customers loaded/)).toBeNull());
  });
});

describe('the charges anchor', () => {
  it('moves focus to the heading', async () => {
    serve();
    await openPage(PLANS, undefined, {}, '#charges');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Charges' })).toHaveFocus());
  });

  it('does nothing without the anchor', async () => {
    serve();
    await openPlans();
    expect(await screen.findByRole('heading', { name: 'Charges' })).not.toHaveFocus();
  });
});

describe('the chart', () => {
  it('labels the amounts of twelve months and marks this month', async () => {
    const months = upcomingCharges().months.map((month) =>
      month.month === '2026-11'
        ? { ...month, overdue: 20_800 }
        : month.month === '2027-05'
          ? { ...month, upcoming: 0 }
          : month,
    );
    serve({ charges: upcomingCharges({ months }) });
    await openPlans();
    await screen.findByRole('group', { name: 'Charges by month' });
    const names = chart()
      .getAllByRole('img')
      .map((column) => column.getAttribute('aria-label'));
    expect(names).toHaveLength(12);
    expect(names[0]).toBe('Jun 2026: Paid $499.00');
    expect(names[5]).toBe('Nov 2026, This month: Paid $499.00, Past due $208.00');
    expect(names[6]).toBe('Dec 2026: Upcoming $499.00');
    expect(names[11]).toBe('May 2027: no charges');
  });

  it('shows amounts on hover and on focus with the arrow keys', async () => {
    serve();
    const { user } = await openPlans();
    await screen.findByRole('group', { name: 'Charges by month' });
    const charges = region('Charges');
    expect(charges.getByText('This month')).toBeVisible();
    await user.hover(chart().getByRole('img', { name: /^Jun 2026/ }));
    expect(charges.getByText('Jun 2026')).toBeVisible();
    const now = chart().getByRole('img', { name: /^Nov 2026/ });
    act(() => now.focus());
    expect(await charges.findByText('Nov 2026')).toBeVisible();
    await user.keyboard('{ArrowRight}');
    expect(chart().getByRole('img', { name: /^Dec 2026/ })).toHaveFocus();
    expect(charges.getByText('Dec 2026')).toBeVisible();
    await user.keyboard('{End}');
    expect(chart().getByRole('img', { name: /^May 2027/ })).toHaveFocus();
    await user.keyboard('{ArrowRight}{Home}');
    expect(chart().getByRole('img', { name: /^Jun 2026/ })).toHaveFocus();
  });

  it('shows the same amounts as a table', async () => {
    serve();
    const { user } = await openPlans();
    await user.click(await screen.findByRole('button', { name: 'Show as table' }));
    const table = within(screen.getByRole('table', { name: 'Charges by month' }));
    expect(table.getAllByRole('row')).toHaveLength(13);
    expect(table.getByRole('row', { name: /^Dec 2026/ })).toHaveTextContent('Dec 2026$0.00$499.00$0.00');
    await user.click(button('Show as chart'));
    expect(screen.getByRole('group', { name: 'Charges by month' })).toBeVisible();
  });
});

describe('the next charges', () => {
  it('lists date, customer, card and amount, and expands the lines', async () => {
    const charges = [aCharge(), aCharge({ id: '2', kind: 'scheduled_change', date: noon('2027-01-01'), card: null })];
    serve({ charges: upcomingCharges({ charges }) });
    const { user } = await openPlans();
    const list = within(await screen.findByRole('list', { name: 'Next charges' }));
    expect(list.getByText('Dec 1')).toBeVisible();
    expect(list.getByText('Jan 1, 2027')).toBeVisible();
    const rows = list.getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent('Renewal Olivia Owner Visa •••• 4242');
    expect(rows[1]).toHaveTextContent('Scheduled change Olivia Owner No saved card');
    await user.click(list.getByRole('button', { name: '2 lines: Lines of Practice Core, Dec 1, 2026' }));
    const lines = list.getByRole('list', { name: 'Lines of Practice Core, Dec 1, 2026' });
    expect(lines).toHaveTextContent('Practice Core$450.00Two-way SMS$49.00');
  });

  it('leaves out free renewals, and says which amounts depend on usage', async () => {
    const charges = [
      aCharge({ amount: 0 }),
      aCharge({ id: '2', amount: 0, by_usage: true, date: noon('2027-01-01') }),
      aCharge({ id: '3', amount: 2_900, by_usage: true, date: noon('2027-02-01') }),
    ];
    serve({ charges: upcomingCharges({ charges }) });
    await openPlans();
    const rows = within(await screen.findByRole('list', { name: 'Next charges' })).getAllByRole('listitem');
    expect(rows.map(({ textContent: text }) => /By usage|\$[\d.]+ \+ usage|\$0\.00/.exec(text ?? '')?.[0])).toEqual([
      'By usage',
      '$29.00 + usage',
    ]);
  });

  it('says when a proration isn’t known yet', async () => {
    const charges = [
      aCharge({ kind: 'scheduled_change', amount: 0, lines: [], before_proration: true }),
      aCharge({ id: '2', amount: 27_800, before_proration: true, date: noon('2027-01-01') }),
      aCharge({ id: '3', amount: 27_800, date: noon('2027-02-01') }),
    ];
    serve({ charges: upcomingCharges({ charges }) });
    await openPlans();
    const rows = within(await screen.findByRole('list', { name: 'Next charges' })).getAllByRole('listitem');
    expect(rows.map(({ textContent: text }) => /Not known|\$278\.00/.exec(text ?? '')?.[0])).toEqual([
      'Not known',
      '$278.00',
      '$278.00',
    ]);
    expect(rows.map(({ textContent: text }) => text?.includes('Before proration'))).toEqual([true, true, false]);
  });

  it('names the payment method that is charged, and none for emailed invoices', async () => {
    const sepa = 'SEPA Direct Debit ending in 3000';
    const charges = [
      aCharge({ card: null, method_name: sepa }),
      aCharge({ id: '2', is_sent: true, date: noon('2027-01-01') }),
    ];
    serve({ charges: upcomingCharges({ charges }) });
    await openPlans();
    const rows = within(await screen.findByRole('list', { name: 'Next charges' })).getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent(`Renewal Olivia Owner ${sepa}`);
    expect(rows[1]).toHaveTextContent('Renewal Olivia Owner Invoice by email');
    expect(rows[1]).not.toHaveTextContent('Visa');
    expect(
      screen.getByText(/Next charge \$499\.00 on Dec 1, 2026, to SEPA Direct Debit ending in 3000\.$/),
    ).toBeVisible();
  });

  it("marks a customer's credit as shared by charges at the same moment", async () => {
    const charges = [
      aCharge({ id: 'one', amount: 23_800, shared_balance: -2725 }),
      aCharge({ id: 'two', amount: 14_900, shared_balance: -2725 }),
    ];
    serve({ charges: upcomingCharges({ charges }) });
    await openPlans();
    const note = 'Up to $27.25 in credit applies, shared with other charges.';
    const list = within(await screen.findByRole('list', { name: 'Next charges' }));
    expect(list.getAllByText(note)).toHaveLength(2);
    expect(list.getByText('$238.00')).toBeVisible();
    expect(
      screen.getByText(
        `What this practice uses and pays for. Next charge $238.00 on Dec 1, 2026, to Visa •••• 4242. ${note}`,
      ),
    ).toBeVisible();
  });

  it('shows four charges initially and all on request', async () => {
    const charges = Array.from({ length: 6 }, (_, at) => aCharge({ id: String(at), lines: [] }));
    serve({ charges: upcomingCharges({ charges }) });
    const { user } = await openPlans();
    const list = within(await screen.findByRole('list', { name: 'Next charges' }));
    expect(list.getAllByText('Dec 1')).toHaveLength(4);
    await user.click(button('Show all 6 charges'));
    expect(list.getAllByText('Dec 1')).toHaveLength(6);
  });

  it('shows the next charge on a phone, and the rest and the months on request', async () => {
    setNarrow(true);
    const charges = Array.from({ length: 6 }, (_, at) => aCharge({ id: String(at), lines: [] }));
    serve({ charges: upcomingCharges({ charges }) });
    const { user } = await openPlans();
    const list = within(await screen.findByRole('list', { name: 'Next charges' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    await user.click(button('Show all 6 charges'));
    expect(list.getAllByRole('listitem')).toHaveLength(6);
    expect(screen.queryByRole('group', { name: 'Charges by month' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Charges by month', expanded: false }));
    expect(screen.getByRole('group', { name: 'Charges by month' })).toBeVisible();
  });

  it('says that nothing will be charged', async () => {
    serve({ charges: upcomingCharges({ charges: [] }) });
    await openPlans();
    expect(await screen.findByText('Nothing will be charged.')).toBeVisible();
    expect(screen.getByText('What this practice uses and pays for.')).toBeVisible();
  });
});

describe('open invoices that are not overdue', () => {
  const issue = /has payment issues/;

  it('shows when they are due or being collected, and no debt', async () => {
    const unpaid = [
      anUnpaid({ due_date: noon('2026-12-28'), hosted_invoice_url: 'https://pay.example/in_2' }),
      anUnpaid({
        invoice_id: 'in_3',
        number: null,
        state: 'collecting',
        method_name: 'SEPA Direct Debit ending in 3000',
      }),
    ];
    serve({ charges: upcomingCharges({ unpaid }) });
    await openPlans();
    const rows = within(await screen.findByRole('list', { name: 'Open invoices' })).getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent('BSD-0002Due Dec 28, 2026');
    expect(rows[0]).toHaveTextContent('$69.00');
    expect(within(rows[0] as HTMLElement).getByRole('link', { name: /^View invoice BSD-0002/ })).toHaveAttribute(
      'href',
      'https://pay.example/in_2',
    );
    expect(rows[1]).toHaveTextContent('Being collected by the bank');
    expect(rows[1]).toHaveTextContent('SEPA Direct Debit ending in 3000');
    expect(within(rows[1] as HTMLElement).queryByRole('link')).toBeNull();
    expect(screen.queryByText(issue)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Pay \$/ })).toBeNull();
  });

  it('shows them separately from debts', async () => {
    serve({ charges: upcomingCharges({ unpaid: [anUnpaid()], overdue: [anOverdue()] }) });
    await openPlans();
    expect(await screen.findByText(issue)).toBeVisible();
    expect(within(screen.getByRole('list', { name: 'Open invoices' })).getAllByRole('listitem')).toHaveLength(1);
  });
});

describe('a customer whose charges are unknown', () => {
  const problem = { customer_id: 'cus_new', name: 'Noah New', message: 'The provider isn’t responding.' };

  it('says that charges are missing, and never says that there are none', async () => {
    const months = upcomingCharges().months.map((month, at) => ({
      ...month,
      paid: 0,
      upcoming: at === 6 ? 49_900 : 0,
    }));
    serve({ charges: upcomingCharges({ charges: [], months, problems: [problem] }) });
    const { user } = await openPlans();
    await screen.findByText('Charges of Noah New are missing');
    const missing = 'Some charges are missing.';
    expect(region('Next charges').getByText(missing)).toBeVisible();
    expect(screen.queryByText('Nothing will be charged.')).toBeNull();
    const names = chart()
      .getAllByRole('img')
      .map((column) => column.getAttribute('aria-label'));
    expect([names[0], names[6]]).toEqual(['Jun 2026: not known', 'Dec 2026: Upcoming $499.00, others not known']);
    await user.click(button('Show as table'));
    const table = within(screen.getByRole('table', { name: 'Charges by month' }));
    expect(table.getByRole('row', { name: /^Dec 2026/ })).toHaveTextContent('Dec 2026Not known$499.00Not known');
    expect(region('Charges').getAllByText(missing)).toHaveLength(2);
  });

  it('says “next known charge”', async () => {
    serve({ charges: upcomingCharges({ problems: [problem] }) });
    await openPlans();
    expect(await screen.findByText(/Next known charge \$499\.00 on Dec 1, 2026/)).toBeVisible();
    expect(screen.queryByText(/Next charge \$/)).toBeNull();
  });

  it('shows the customer inline and refetches everything after a successful Retry', async () => {
    const billing = serve({ charges: upcomingCharges({ problems: [problem] }) });
    const asked: (string | undefined)[] = [];
    const { user } = await openPlans();
    expect(await screen.findByText('Charges of Noah New are missing')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Charges by month' })).toBeVisible();
    server.use(
      answer(
        readUpcomingCharges,
        ({ query }) => {
          asked.push(query.customer_id);
          return errorReply(502, 'provider_unavailable', 'Still not responding.');
        },
        { once: true },
      ),
    );
    await user.click(button('Retry'));
    expect(await screen.findByText('Still not responding.')).toBeVisible();
    expect(asked).toEqual(['cus_new']);
    billing.charges = upcomingCharges();
    await user.click(button('Retry'));
    await waitFor(() => expect(screen.queryByText('Charges of Noah New are missing')).toBeNull());
  });
});

it('offers Retry when the charges can’t be loaded, and keeps the rest of the page', async () => {
  serve();
  server.use(answer(readUpcomingCharges, () => errorReply(502, 'provider_unavailable', 'Away'), { once: true }));
  const { user } = await openPlans();
  expect(await screen.findByText('Couldn’t load the charges')).toBeVisible();
  expect(screen.getByRole('article', { name: 'Practice Core' })).toBeVisible();
  await user.click(region('Charges').getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('group', { name: 'Charges by month' })).toBeVisible();
});

it('lists the next attempt for an open invoice, which the lead names as well', async () => {
  const charges = [aCharge({ id: 'open', kind: 'open_invoice', amount: 20_800, lines: [] }), aCharge()];
  serve({ charges: upcomingCharges({ charges, overdue: [anOverdue()] }) });
  await openPlans();
  const rows = within(await screen.findByRole('list', { name: 'Next charges' })).getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toHaveTextContent('Open invoice');
  expect(rows[1]).toHaveTextContent('Renewal');
});
