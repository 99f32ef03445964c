import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { exportInvoices, listInvoices } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply } from 'shared-api/testing';
import { catchDownloads, dateField, typeDate } from 'shared-ui/testing';
import {
  aCustomer,
  anInvoice,
  anOverdue,
  anUnpaid,
  aSummary,
  cardless,
  noon,
  staff,
  superAdmin,
  upcomingCharges,
} from '../testing/builders';
import { button, openHistory, region, serve, server, setNarrow, toast, withServer } from '../testing/open-page';

withServer();

const rows = (): HTMLElement[] => within(screen.getByRole('grid')).getAllByRole('row').slice(1);
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => anInvoice({ invoice_id: `in_${at}`, number: `BSD-${at}` }));

it('shows date, number, customer, amount, status and links of an invoice', async () => {
  serve();
  await openHistory();
  await screen.findByText('BSD-0001');
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headers).toEqual(['Date', 'Invoice Number', 'Customer', 'Amount', 'Status', 'Actions']);
  const row = within(rows()[0] as HTMLElement);
  for (const text of ['Nov 1, 2026', 'Olivia Owner', 'owner@bright-smiles.example', '$499.00', 'Paid']) {
    expect(row.getByText(text)).toBeVisible();
  }
  expect(row.getByRole('link', { name: 'PDF of BSD-0001' })).toHaveAttribute('href', 'https://pay.example/in_1.pdf');
  expect(row.getByRole('link', { name: /^View BSD-0001/ })).toHaveAttribute('target', '_blank');
});

it('omits missing links and formats other currencies', async () => {
  const bare = { number: null, invoice_pdf: null, hosted_invoice_url: null, customer_name: null, customer_email: null };
  serve({ invoices: [anInvoice({ ...bare, currency: 'eur', status: 'processing', created: noon('2026-10-05') })] });
  await openHistory();
  expect(await screen.findByText('Not numbered yet')).toBeVisible();
  const row = within(rows()[0] as HTMLElement);
  expect(row.getByText('€499.00')).toBeVisible();
  expect(row.getByText('Processing')).toBeVisible();
  expect(row.queryByRole('link')).toBeNull();
});

describe('an open invoice that the bank is collecting', () => {
  const charges = upcomingCharges({
    unpaid: [anUnpaid({ invoice_id: 'in_1', state: 'collecting' }), anUnpaid({ invoice_id: 'in_2', state: 'due' })],
  });
  const invoices = [
    anInvoice({ invoice_id: 'in_1', number: 'BSD-1', status: 'open' }),
    anInvoice({ invoice_id: 'in_2', number: 'BSD-2', status: 'open' }),
    anInvoice({ invoice_id: 'in_3', number: 'BSD-3' }),
  ];

  it('is labeled as being collected in the table', async () => {
    serve({ charges, invoices });
    await openHistory();
    await screen.findByText('BSD-3');
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Being collected'));
    expect(rows()[0]).not.toHaveTextContent('Open');
    expect(rows()[1]).toHaveTextContent('Open');
  });

  it('is labeled as being collected on its card', async () => {
    setNarrow(true);
    serve({ charges, invoices });
    await openHistory();
    const first = await screen.findByRole('listitem', { name: 'BSD-1' });
    await waitFor(() => expect(first).toHaveTextContent('Being collected'));
    expect(screen.getByRole('listitem', { name: 'BSD-2' })).toHaveTextContent('Open');
  });
});

it('shows super admins the invoice id, linked to the provider', async () => {
  serve({ summary: aSummary({ dashboard_url: 'https://dashboard.example' }) });
  await openHistory(superAdmin);
  const link = await screen.findByRole('link', { name: /^in_\w+: BSD-0001 at the payment provider/ });
  expect(link).toHaveAttribute('href', 'https://dashboard.example/invoices/in_1');
});

describe('a disputed payment', () => {
  it('replaces the status “Paid” and shows the lost amount', async () => {
    serve({ invoices: [anInvoice({ dispute: 'lost', amount_paid: 0, lost_in_dispute: 49_900 })] });
    await openHistory();
    await screen.findByText('BSD-0001');
    const row = within(rows()[0] as HTMLElement);
    expect(row.queryByText('Paid')).not.toBeInTheDocument();
    for (const fact of ['Dispute lost', 'Paid $0.00', 'Lost $499.00']) expect(row.getByText(fact)).toBeVisible();
  });
});

describe('refunds and credits', () => {
  const returned = anInvoice({ amount_paid: 46_900, credited: 1_000, refunded: 2_000 });

  it('have their own columns', async () => {
    serve({ invoices: [returned] });
    await openHistory();
    await screen.findByText('BSD-0001');
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual([
      ...['Date', 'Invoice Number', 'Customer', 'Amount'],
      ...['Credited', 'Refunded', 'Status', 'Actions'],
    ]);
    const row = within(rows()[0] as HTMLElement);
    for (const amount of ['$499.00', 'Paid $469.00', '$10.00', '$20.00']) expect(row.getByText(amount)).toBeVisible();
  });

  it('have a line on the invoice’s card', async () => {
    setNarrow(true);
    serve({ invoices: [returned] });
    await openHistory();
    for (const text of ['Paid $469.00', 'Credited $10.00', 'Refunded $20.00']) {
      expect(await screen.findByText(text)).toBeVisible();
    }
  });
});

it.each([
  ['a credit', { amount_paid: 39_900, from_credit: 10_000 }, ['Paid $399.00', '$100.00 from credit']],
  ['an earlier debit', { amount_paid: 52_400, from_credit: -2_500 }, ['Paid $524.00', '$25.00 of an earlier balance']],
])('shows how much of an invoice %s paid', async (_what, invoice, facts) => {
  serve({ invoices: [anInvoice(invoice)] });
  await openHistory();
  await screen.findByText('BSD-0001');
  const row = within(rows()[0] as HTMLElement);
  for (const fact of facts) expect(row.getByText(fact)).toBeVisible();
});

it('keeps reading until invoices and totals of all customers have loaded', async () => {
  serve();
  let asked = 0;
  server.use(
    answer(listInvoices, () => {
      asked += 1;
      return reply(listInvoices, {
        results: many(asked),
        has_more: false,
        next_cursor: null,
        dashboard_url: null,
        problems: [],
        ...(asked < 3 && { progress: { read: 12 * asked, total: 50 } }),
      });
    }),
  );
  await openHistory();
  expect(await screen.findByText('All 3 invoices are shown.')).toBeVisible();
  expect(screen.queryByText(/customers loaded/)).toBeNull();
});

describe('loading more invoices', () => {
  it('loads by cursor until all are shown', async () => {
    serve({ invoices: many(60) });
    const { user } = await openHistory();
    await screen.findByText('BSD-24');
    expect(rows()).toHaveLength(25);
    await user.click(button('Load More Invoices'));
    await screen.findByText('BSD-49');
    await user.click(button('Load More Invoices'));
    expect(await screen.findByText('All 60 invoices are shown.')).toBeVisible();
    await waitFor(() => expect(rows()).toHaveLength(60));
    expect(screen.queryByRole('button', { name: 'Load More Invoices' })).toBeNull();
  });

  it('keeps the loaded invoices when the next page fails, and offers Retry', async () => {
    serve({ invoices: many(30) });
    const { user } = await openHistory();
    await screen.findByText('BSD-24');
    server.use(answer(listInvoices, () => errorReply(502, 'provider_unavailable', 'Away'), { once: true }));
    await user.click(button('Load More Invoices'));
    expect(await screen.findByText('Couldn’t load more invoices.')).toBeVisible();
    expect(rows()).toHaveLength(25);
    await user.click(button('Retry'));
    expect(await screen.findByText('All 30 invoices are shown.')).toBeVisible();
    await waitFor(() => expect(rows()).toHaveLength(30));
  });
});

it('shows an empty state without invoices', async () => {
  serve({ invoices: [] });
  await openHistory();
  expect(await screen.findByText('No payment history found')).toBeVisible();
});

it('shows an alert without a toast, and Retry, when the history can’t be loaded', async () => {
  serve();
  server.use(answer(listInvoices, connectionFailure, { once: true }));
  const { user, shell } = await openHistory();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load payment history. Please try again later.');
  expect(shell.notifications).toEqual([]);
  await user.click(button('Retry'));
  expect(await screen.findByText('BSD-0001')).toBeVisible();
});

it('names the call that the server doesn’t implement', async () => {
  serve();
  server.use(answer(listInvoices, () => errorReply(404, 'unknown_call', 'Unknown')));
  await openHistory();
  expect(await screen.findByRole('alert')).toHaveTextContent(/This console doesn’t serve listInvoices/);
});

describe('payment history filters', () => {
  const open = anInvoice({
    invoice_id: 'in_2',
    number: 'BSD-0002',
    status: 'open',
    amount_paid: 0,
    amount_remaining: 100,
  });
  const old = anInvoice({
    invoice_id: 'in_3',
    number: 'BSD-0003',
    customer_id: 'cus_new',
    created: noon('2025-06-01'),
  });

  it('writes the filters to the URL and filters invoices and totals', async () => {
    serve({ invoices: [anInvoice(), open, old], customers: [aCustomer(), cardless] });
    const { user, address } = await openHistory();
    await screen.findByText('BSD-0003');
    const totals = within(await screen.findByRole('region', { name: 'Totals of these invoices' }));
    expect(await totals.findByText('$998.00 paid')).toBeVisible();
    expect(totals.getByText('3 invoices')).toBeVisible();
    expect(totals.getByText('$1.00 open')).toBeVisible();
    await screen.findByRole('option', { name: 'Noah New' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Customer' }), 'Noah New');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(await totals.findByText('$499.00 paid')).toBeVisible();
    expect(address()).toContain('?customer=cus_new');
    await user.click(button('Reset filters'));
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(address()).not.toContain('?');
  });

  it('applies a quick range and typed dates', async () => {
    serve({ invoices: [anInvoice(), old] });
    const { user, address } = await openHistory();
    await screen.findByText('BSD-0003');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Date range' }), 'Last year');
    const lastYear = String(new Date().getFullYear() - 1);
    await waitFor(() => expect(address()).toContain(`from=${lastYear}-01-01&to=${lastYear}-12-31`));
    expect(screen.queryByRole('group', { name: 'From' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Date range' }), 'All dates');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Date range' }), 'Custom range');
    await typeDate(user, dateField('From'), '01/01/2026');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(screen.getByRole('combobox', { name: 'Date range' })).toHaveValue('custom');
    await typeDate(user, dateField('To'), '12/31/2025');
    expect(dateField('To')).toHaveAccessibleDescription('The end is before the start');
    expect(screen.getByText('Correct the dates to see invoices.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});

describe('exporting invoices', () => {
  const files = new Map<string, Blob>();
  beforeEach(() => catchDownloads(files));

  it.each([
    ['Export CSV', 'csv', /^invoices-\d+-\d{4}-\d\d-\d\d\.csv$/],
    ['Download PDFs', 'pdf', /^invoices-\d+-\d{4}-\d\d-\d\d\.zip$/],
  ])('downloads the filtered invoices with %s', async (name, format, file) => {
    const billing = serve();
    const { user, practiceId: practice } = await openHistory(staff, {}, '?status=paid');
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect([...files.keys()]).toEqual([expect.stringMatching(file)]));
    expect(billing.exports).toEqual([{ practice_id: practice, status: 'paid', format }]);
  });

  it('shows the server’s reason when an export fails, and retries', async () => {
    serve();
    server.use(answer(exportInvoices, () => errorReply(413, 'too_many', 'Choose a shorter range.'), { once: true }));
    const page = await openHistory();
    await page.user.click(await screen.findByRole('button', { name: 'Download PDFs' }));
    expect(await screen.findByText('Choose a shorter range.')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Choose a shorter range.' });
    expect(files.size).toBe(0);
    await page.user.click(button('Download PDFs'));
    await waitFor(() => expect(files.size).toBe(1));
    expect(screen.queryByText('Choose a shorter range.')).toBeNull();
  });

  it('shows an error when the connection breaks', async () => {
    serve();
    server.use(answer(exportInvoices, connectionFailure));
    const { user } = await openHistory();
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText(/The server didn’t answer/)).toBeVisible();
  });
});

describe('when a customer’s data is missing', () => {
  const problem = { customer_id: 'cus_new', name: 'Noah New', message: 'The provider isn’t responding.' };

  it('reports only known charges', async () => {
    serve({ charges: upcomingCharges({ charges: [], problems: [problem] }) });
    await openHistory();
    const upcoming = region('Upcoming');
    expect(upcoming.getByText('Charges of Noah New are missing')).toBeVisible();
    expect(upcoming.getByText('Some charges are missing.')).toBeVisible();
    expect(upcoming.queryByText('Nothing will be charged.')).toBeNull();
  });

  it('shows the next known charge', async () => {
    serve({ charges: upcomingCharges({ problems: [problem] }) });
    await openHistory();
    expect(region('Upcoming').getByText(/^Next known charge \$499\.00/)).toBeVisible();
  });

  it('links to the charges on the Subscriptions page', async () => {
    serve();
    const { user, shell } = await openHistory();
    await user.click(button('See all charges'));
    expect(shell.visited.at(-1)).toMatch(/\/subscriptions\/plans#charges$/);
  });

  it('doesn’t say that there are no invoices', async () => {
    serve({ invoices: [], problems: [problem] });
    await openHistory();
    expect(await screen.findByText('Some invoices are missing.')).toBeVisible();
    expect(screen.queryByText('No payment history found')).toBeNull();
  });

  it('doesn’t say that all invoices are shown or counted', async () => {
    serve({ invoices: many(3), problems: [problem] });
    await openHistory();
    expect(await screen.findByText('3 invoices shown')).toBeVisible();
    const totals = within(await screen.findByRole('region', { name: 'Totals of these invoices' }));
    expect(await totals.findByText('missing invoices aren’t included')).toBeVisible();
  });
});

it('shows a customer’s missing invoices inline, with Retry, and keeps the others', async () => {
  const problem = { customer_id: 'cus_new', name: 'Noah New', message: 'The provider doesn’t know it.' };
  const billing = serve({ problems: [problem] });
  const { user } = await openHistory();
  expect(await screen.findByText('Invoices of Noah New are missing')).toBeVisible();
  expect(screen.getByText('BSD-0001')).toBeVisible();
  billing.problems = [];
  await user.click(button('Retry'));
  await waitFor(() => expect(screen.queryByText('Invoices of Noah New are missing')).toBeNull());
});

it('shows expandable rows instead of the table on a narrow screen', async () => {
  setNarrow(true);
  serve();
  const { user } = await openHistory();
  const card = within(await screen.findByRole('listitem', { name: 'BSD-0001' }));
  expect(screen.queryByRole('grid')).toBeNull();
  expect(card.getByText('$499.00')).toBeVisible();
  expect(card.queryByRole('link')).toBeNull();
  await user.click(card.getByRole('button', { name: /^BSD-0001 \$499\.00/, expanded: false }));
  expect(card.getByRole('link', { name: 'PDF of BSD-0001' })).toBeVisible();
});

it('shows the whole row of an invoice on a tablet', async () => {
  setNarrow(true, false);
  serve();
  await openHistory();
  const row = within(await screen.findByRole('listitem', { name: 'BSD-0001' }));
  expect(row.getByText('$499.00')).toBeVisible();
  expect(row.getByText('Paid')).toBeVisible();
  expect(row.getByRole('link', { name: 'PDF of BSD-0001' })).toBeVisible();
});

it.each([
  ['listitem', 'a phone', 'BSD-0009'],
  ['listitem', 'a tablet', 'BSD-0009'],
  ['row', 'a desk', /BSD-0009/],
])('pays a debt from the %s of one of its open invoices on %s', async (role, screenName, name) => {
  setNarrow(screenName !== 'a desk', screenName === 'a phone');
  const billing = serve({
    invoices: [anInvoice({ invoice_id: 'in_late', number: 'BSD-0009', status: 'open' }), anInvoice()],
    openInvoices: [{ invoice_id: 'in_late', number: 'BSD-0009', amount_due: 20_800, currency: 'usd' }],
    charges: upcomingCharges({ overdue: [anOverdue()] }),
  });
  const { user } = await openHistory();
  const open = within(await screen.findByRole(role, { name }));
  await user.click(await open.findByRole('button', { name: 'Pay $208.00 now for Olivia Owner' }));
  // One button next to the debt, one in the row.
  expect(screen.getAllByRole('button', { name: /^Pay \$208\.00 now for/, hidden: true })).toHaveLength(2);
  const pay = await screen.findByRole('button', { name: 'Pay $208.00 now' });
  await waitFor(() => expect(pay).not.toHaveAttribute('aria-disabled'));
  billing.charges = upcomingCharges();
  await user.click(pay);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(billing.recordedCalls).toMatchObject([{ call: 'pay', body: { invoice_ids: ['in_late'] } }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull());
});

describe('a screen that is too narrow for the table', () => {
  const twoDebts = () => [
    anOverdue(),
    anOverdue({ invoice_id: 'in_b', customer: { id: 'cus_new', name: 'Noah New' }, amount_due: 1000 }),
  ];

  it('summarizes overdue payments in one line that expands', async () => {
    setNarrow(true);
    serve({ charges: upcomingCharges({ overdue: twoDebts() }) });
    const { user } = await openHistory();
    const upcoming = region('Upcoming');
    expect(upcoming.getByText('2 open invoices')).toBeVisible();
    expect(upcoming.getByText('$218.00')).toBeVisible();
    expect(upcoming.queryByRole('list', { name: 'Overdue payments' })).toBeNull();
    await user.click(upcoming.getByRole('button', { name: 'Show', expanded: false }));
    const list = within(upcoming.getByRole('list', { name: 'Overdue payments' }));
    expect(list.getAllByRole('button', { name: /^Pay/ })).toHaveLength(2);
  });

  it('puts all filters behind one button', async () => {
    setNarrow(true);
    serve();
    const { user } = await openHistory();
    expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
    await user.click(button('Filters'));
    expect(screen.getByRole('combobox', { name: 'Status' })).toBeVisible();
  });
});

describe('a practice without invoices', () => {
  it('offers no filter, no export and no charges', async () => {
    const months = upcomingCharges().months.map((month) => ({ ...month, paid: 0, upcoming: 0 }));
    serve({ invoices: [], charges: upcomingCharges({ charges: [], months }) });
    await openHistory();
    expect(await screen.findByText('No payment history found')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
    for (const name of ['See all charges', 'Export CSV', 'Download PDFs']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  it('keeps filters that hide its invoices', async () => {
    serve({ invoices: [] });
    await openHistory(undefined, {}, '?status=open');
    expect(await screen.findByText('No invoice matches these filters.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Status' })).toBeVisible();
  });
});

it('shows the next charge', async () => {
  serve();
  await openHistory();
  expect(await screen.findByText('Next charge $499.00 on Dec 1, 2026, to Visa •••• 4242.')).toBeVisible();
});

it('refetches all loaded pages without duplicates when billing changes', async () => {
  const billing = serve({ invoices: many(30) });
  const { user } = await openHistory();
  await screen.findByText('BSD-24');
  await user.click(button('Load More Invoices'));
  await screen.findByText('All 30 invoices are shown.');
  await waitFor(() => expect(billing.reads.revision).toBeGreaterThan(0));
  billing.invoices = [anInvoice({ invoice_id: 'in_new', number: 'BSD-NEW' }), ...many(30)];
  billing.summary = { ...billing.summary, revision: '2' };
  act(() => void globalThis.dispatchEvent(new Event('focus')));
  expect(await screen.findByText('BSD-NEW')).toBeVisible();
  expect(screen.getByText('All 31 invoices are shown.')).toBeVisible();
});
