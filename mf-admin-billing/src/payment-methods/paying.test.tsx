import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { type OpenInvoice, payOpenInvoices } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import { type CardServer } from 'shared-ui/testing/cards';
import { button, dialog, network, type OpenRoute, toasts, withNetwork } from '../testing/open-route';
import { AMEX, openInvoices, serve, open } from './testing/open-cards';

withNetwork();

describe('a new default card', () => {
  async function makeDefault(server: CardServer, invoices = openInvoices): Promise<OpenRoute> {
    server.openInvoices = invoices;
    const page = await open(server);
    await page.user.click(button(`Set as Default: ${AMEX}`));
    await screen.findByRole('dialog', { name: 'Pay open invoices of Olivia Owner' });
    return page;
  }

  it('offers to pay open invoices and pays once', async () => {
    const server = serve();
    const page = await makeDefault(server);
    expect(dialog().getByText(/^American Express ending 0005 is now the default/)).toBeVisible();
    expect(dialog().getByRole('list', { name: 'Open invoices' })).toHaveTextContent('A-0001$450.00Total$450.00');
    await page.user.dblClick(dialog().getByRole('button', { name: 'Pay $450.00 now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.recordedCalls).toEqual([
      {
        call: 'pay',
        body: { invoice_ids: ['in_1'], payment_method_id: 'pm_amex', expected_due: 45_000 },
        key: expect.any(String),
      },
    ]);
    expect(toasts(page)).toEqual([`success: ${AMEX} is now the default`, 'success: $450.00 paid']);
  });

  it('pays each currency with its own total', async () => {
    const server = serve();
    const euros: OpenInvoice = { invoice_id: 'in_2', number: 'A-0002', amount_due: 5000, currency: 'eur' };
    const page = await makeDefault(server, [...openInvoices, euros]);
    const list = dialog().getByRole('list', { name: 'Open invoices' });
    expect(list).toHaveTextContent('A-0001$450.00A-0002€50.00Total$450.00Total€50.00');
    await page.user.click(dialog().getByRole('button', { name: 'Pay €50.00 now' }));
    await waitFor(() => expect(list).toHaveTextContent('A-0002Paid€50.00A-0001$450.00Total$450.00'));
    expect(dialog().queryByRole('button', { name: 'Pay €50.00 now' })).toBeNull();
    await page.user.click(dialog().getByRole('button', { name: 'Pay $450.00 now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.recordedCalls.map(({ body }) => body)).toEqual([
      { invoice_ids: ['in_2'], payment_method_id: 'pm_amex', expected_due: 5000 },
      { invoice_ids: ['in_1'], payment_method_id: 'pm_amex', expected_due: 45_000 },
    ]);
  });

  it('pays nothing when the person declines', async () => {
    const server = serve();
    const page = await makeDefault(server);
    await page.user.click(dialog().getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.recordedCalls).toEqual([]);
  });

  it("shows the bank's reason at the invoice", async () => {
    const server = serve();
    const problem = 'Your card was declined.';
    server.paymentAnswer = {
      status: 'failed',
      message: problem,
      results: [{ invoice_id: 'in_1', number: 'A-0001', paid: false, amount: 45_000, currency: 'usd', problem }],
    };
    const page = await makeDefault(server);
    await page.user.click(dialog().getByRole('button', { name: 'Pay $450.00 now' }));
    const row = (await dialog().findByText('A-0001')).closest('li') as HTMLElement;
    expect(await within(row).findByText(problem)).toBeVisible();
    expect(dialog().getByText('Not everything was paid')).toBeVisible();
  });

  it('says that the cardholder has to confirm when the bank asks', async () => {
    const server = serve();
    const problem = 'Your bank wants you to confirm this payment.';
    server.paymentAnswer = {
      status: 'requires_action',
      message: problem,
      results: [
        {
          ...{ invoice_id: 'in_1', number: 'A-0001', paid: false, amount: 45_000, currency: 'usd', problem },
          client_secret: 'pi_1_secret_1',
        },
      ],
    };
    const page = await makeDefault(server);
    await page.user.click(dialog().getByRole('button', { name: 'Pay $450.00 now' }));
    expect(await dialog().findByText(/^Send the cardholder the invoice/)).toBeVisible();
  });

  it('keeps paying for renewals with the new default unless the person opts out', async () => {
    const server = serve();
    const subscription = { id: 'sub_core', name: 'Core', card: { id: 'pm_visa', brand: 'visa', last4: '4242' } };
    const page = await makeDefault(server, [{ ...(openInvoices[0] as OpenInvoice), subscription }]);
    expect(dialog().getByRole('checkbox', { name: 'Keep paying with this card' })).toBeChecked();
    await page.user.click(dialog().getByRole('button', { name: 'Pay $450.00 now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.recordedCalls[0]?.body).toMatchObject({ payment_method_id: 'pm_amex', use_for_renewals: true });
  });

  it('polls a payment that is being confirmed, and pays nothing meanwhile', async () => {
    const server = serve();
    const reason = 'Paying A-0001 is being confirmed by the payment provider.';
    const page = await makeDefault(server);
    network.use(answer(payOpenInvoices, () => errorReply(409, 'being_confirmed', reason)));
    server.payment = { allowed: false, reason };
    await page.user.click(dialog().getByRole('button', { name: 'Pay $450.00 now' }));
    await waitFor(() => expect(dialog().getByRole('status')).toHaveTextContent(reason));
    expect(dialog().getByRole('button', { name: 'Pay $450.00 now' })).toHaveAccessibleDescription(reason);
    expect(dialog().queryByText('Not everything was paid')).toBeNull();
    server.payment = { allowed: true, reason: null };
    server.openInvoices = [];
    expect(await dialog().findByText('No open invoices.', {}, { timeout: 5000 })).toBeVisible();
  });

  it('resends the same key without a response', async () => {
    const server = serve();
    const page = await makeDefault(server);
    const keys: (string | null)[] = [];
    network.use(
      answer(
        payOpenInvoices,
        ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return connectionFailure();
        },
        { once: true },
      ),
    );
    await page.user.click(dialog().getByRole('button', { name: 'Pay $450.00 now' }));
    expect(await dialog().findByRole('alert')).toBeVisible();
    await page.user.click(dialog().getByRole('button', { name: 'Pay $450.00 now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.recordedCalls.map(({ key }) => key)).toEqual(keys);
  });
});
