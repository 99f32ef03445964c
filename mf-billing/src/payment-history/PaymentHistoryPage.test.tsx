import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { listInvoices } from 'shared-api/contracts';
import { answer, noConnection, refusal } from 'shared-api/testing';
import { anInvoice, aSummary, noon, superAdmin } from '../testing/builders';
import { button, HISTORY, openPage, serve, server, withServer } from '../testing/open-page';

withServer();

const rows = (): HTMLElement[] => screen.getAllByRole('row').slice(1);
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => anInvoice({ invoice_id: `in_${at}`, number: `BSD-${at}` }));

it('an invoice shows day, number, customer, amount, status and its links', async () => {
  serve();
  await openPage(HISTORY);
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

it('what is not there is no link, and another currency is its own', async () => {
  const bare = { number: null, invoice_pdf: null, hosted_invoice_url: null, customer_name: null, customer_email: null };
  serve({ invoices: [anInvoice({ ...bare, currency: 'eur', status: 'processing', created: noon('2026-10-05') })] });
  await openPage(HISTORY);
  expect(await screen.findByText('Not numbered yet')).toBeVisible();
  const row = within(rows()[0] as HTMLElement);
  expect(row.getByText('€499.00')).toBeVisible();
  expect(row.getByText('Processing')).toBeVisible();
  expect(row.queryByRole('link')).toBeNull();
});

it('super admins find the invoice at the provider', async () => {
  serve({ summary: aSummary({ dashboard_url: 'https://dashboard.example' }) });
  await openPage(HISTORY, superAdmin);
  const link = await screen.findByRole('link', { name: /^in_\w+: BSD-0001 at the payment provider/ });
  expect(link).toHaveAttribute('href', 'https://dashboard.example/invoices/in_1');
});

describe('more invoices', () => {
  it('come by the cursor, until all are there', async () => {
    serve({ invoices: many(60) });
    const { user } = await openPage(HISTORY);
    await screen.findByText('BSD-24');
    expect(rows()).toHaveLength(25);
    await user.click(button('Load More Invoices'));
    await screen.findByText('BSD-49');
    await user.click(button('Load More Invoices'));
    expect(await screen.findByText('All 60 invoices are shown.')).toBeVisible();
    expect(rows()).toHaveLength(60);
    expect(screen.queryByRole('button', { name: 'Load More Invoices' })).toBeNull();
  });

  it('that fail leave those that are there, and are asked for again', async () => {
    serve({ invoices: many(30) });
    const { user } = await openPage(HISTORY);
    await screen.findByText('BSD-24');
    server.use(answer(listInvoices, () => refusal(502, 'provider_unavailable', 'Away'), { once: true }));
    await user.click(button('Load More Invoices'));
    expect(await screen.findByText('The next invoices could not be loaded. Those above are kept.')).toBeVisible();
    expect(rows()).toHaveLength(25);
    await user.click(button('Retry'));
    expect(await screen.findByText('All 30 invoices are shown.')).toBeVisible();
    expect(rows()).toHaveLength(30);
  });
});

it('no invoices say so', async () => {
  serve({ invoices: [] });
  await openPage(HISTORY);
  expect(await screen.findByText('No payment history found')).toBeVisible();
});

it('a history that could not be read is an alert without a toast, and is read again', async () => {
  serve();
  server.use(answer(listInvoices, noConnection, { once: true }));
  const { user, shell } = await openPage(HISTORY);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load payment history. Please try again later.');
  expect(shell.notifications).toEqual([]);
  await user.click(button('Retry'));
  expect(await screen.findByText('BSD-0001')).toBeVisible();
});
