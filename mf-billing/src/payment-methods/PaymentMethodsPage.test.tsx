import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  confirmPaymentMethod,
  createSetupIntent,
  listCustomers,
  listPaymentMethods,
  setDefaultPaymentMethod,
} from 'shared-api/contracts';
import { answer, noConnection, refusal } from 'shared-api/testing';
import type { BillingServer } from '../testing/billing-server';
import { aCard, aCustomer, cardless } from '../testing/builders';
import { button, METHODS, openPage, type OpenPage, serve, server, toast, withServer } from '../testing/open-page';

withServer();

const spare = aCard({ id: 'pm_amex', is_default: false }, { brand: 'amex', last4: '0005', exp_year: 2020 });
const late = { invoice_id: 'in_9', number: 'BSD-9', amount_due: 9900, currency: 'usd' };
const tile = (name: string) => within(screen.getByRole('listitem', { name }));

async function open(over: Parameters<typeof serve>[0] = {}): Promise<OpenPage & { billing: BillingServer }> {
  const billing = serve(over);
  billing.cards.set('cus_olivia', [aCard(), spare]);
  const page = await openPage(METHODS);
  await screen.findByRole('region', { name: 'Olivia Owner' });
  return { ...page, billing };
}

describe('the cards of each customer', () => {
  it('show brand, last digits, expiry and the default', async () => {
    await open({ customers: [aCustomer(), cardless] });
    await screen.findByRole('list', { name: 'Cards of Olivia Owner' });
    expect(tile('Visa ending 4242').getByText('Expires 08/2028')).toBeVisible();
    expect(tile('Visa ending 4242').getByText('Default')).toBeVisible();
    expect(tile('Visa ending 4242').queryByRole('button', { name: /Set as Default/ })).toBeNull();
    expect(tile('American Express ending 0005').getByText('Expired 08/2020')).toBeVisible();
    const pictures = [...document.querySelectorAll('svg[data-brand]')].map((found) => found.getAttribute('data-brand'));
    expect(pictures).toEqual(['visa', 'amex']);
    const noah = within(screen.getByRole('region', { name: 'Noah New' }));
    expect(await noah.findByText('No payment methods added yet.')).toBeVisible();
  });

  it('that could not be read are never shown as none', async () => {
    serve();
    server.use(
      answer(listPaymentMethods, () => refusal(502, 'provider_unavailable', 'The provider is away'), { once: true }),
    );
    const { user } = await openPage(METHODS);
    expect(await screen.findByText('The payment methods could not be loaded')).toBeVisible();
    expect(screen.queryByText('No payment methods added yet.')).toBeNull();
    await user.click(button('Retry'));
    expect(await screen.findByRole('listitem', { name: 'Visa ending 4242' })).toBeVisible();
  });

  it('can be made the default', async () => {
    const page = await open();
    await page.user.click(await screen.findByRole('button', { name: 'Set as Default: American Express ending 0005' }));
    expect(await tile('American Express ending 0005').findByText('Default')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'success', message: 'American Express ending 0005 is the default now' });
  });

  it('that cannot be made the default say so', async () => {
    const page = await open();
    server.use(answer(setDefaultPaymentMethod, noConnection));
    await page.user.click(await screen.findByRole('button', { name: /^Set as Default/ }));
    await waitFor(() =>
      expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to set the default payment method' }),
    );
  });

  it('are removed after the question', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Remove American Express ending 0005' }));
    const ask = within(screen.getByRole('alertdialog', { name: 'Remove Payment Method' }));
    expect(ask.getByText('Are you sure you want to delete this payment method?')).toBeVisible();
    await user.click(ask.getByRole('button', { name: 'Remove American Express ending 0005' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'American Express ending 0005' })).toBeNull());
  });

  it('that a live subscription depends on stay, with the server’s words', async () => {
    const page = await open();
    await page.user.click(await screen.findByRole('button', { name: 'Remove Visa ending 4242' }));
    await page.user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove Visa ending 4242' }),
    );
    const message = 'This card pays for Practice Core. Make another card the default first.';
    expect(await screen.findByText(message)).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message });
  });
});

describe('customers', () => {
  it('that could not be read say so, in a toast too', async () => {
    serve();
    server.use(answer(listCustomers, noConnection, { once: true }));
    const page = await openPage(METHODS);
    expect(await screen.findByText('Failed to fetch customers')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to fetch customers' });
    await page.user.click(button('Retry'));
    expect(await screen.findByRole('region', { name: 'Olivia Owner' })).toBeVisible();
  });

  it('that are not there say how they come', async () => {
    serve({ customers: [] });
    const { user, shell, practice } = await openPage(METHODS);
    expect(await screen.findByText('No Customers Found')).toBeVisible();
    await user.click(button('Go to Subscriptions'));
    expect(shell.visited).toEqual([`/settings/${practice}/subscriptions/plans`]);
  });
});

describe('adding a card', () => {
  async function add(over: Parameters<typeof serve>[0] = {}): Promise<OpenPage & { billing: BillingServer }> {
    const page = await open(over);
    await page.user.click(await screen.findByRole('button', { name: 'Add Payment Method for Olivia Owner' }));
    return page;
  }

  it('tells the server of it once, and shows it', async () => {
    const page = await add();
    await screen.findByRole('textbox', { name: 'Card number' });
    await page.user.dblClick(button('Add card'));
    expect(await screen.findByRole('listitem', { name: 'Mastercard ending 4444' })).toBeVisible();
    expect(page.billing.made.map(({ body }) => body)).toEqual([
      { setup_intent_id: 'seti_1', make_default: false, retry_open_invoices: false },
    ]);
    expect(toast(page)).toEqual({ severity: 'success', message: 'Payment method added' });
  });

  it('pays what is overdue with it, when asked, and says what became of that', async () => {
    const page = await add({ open: [late, { ...late, invoice_id: 'in_8', number: null, amount_due: 100 }] });
    page.billing.retried = [{ invoice_id: 'in_9', number: 'BSD-9', paid: true }];
    await screen.findByRole('textbox', { name: 'Card number' });
    const pay = await screen.findByRole('checkbox', {
      name: 'Pay what is overdue with this card now, $100.00: BSD-9 $99.00, an open invoice $1.00',
    });
    await page.user.click(pay);
    expect(button('Add card')).toBeVisible();
    await page.user.click(pay);
    await page.user.click(button('Add card and pay $100.00 now'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.billing.made[0]?.body).toMatchObject({ make_default: true, retry_open_invoices: true });
    expect(toast(page)).toEqual({ severity: 'success', message: 'Payment method added. Paid: BSD-9' });
    expect(page.shell.published).toHaveLength(1);
  });

  it('says when the card could not pay', async () => {
    const page = await add({ open: [late] });
    page.billing.retried = [{ invoice_id: 'in_9', number: 'BSD-9', paid: false }];
    await page.user.click(await screen.findByRole('button', { name: 'Add card and pay $99.00 now' }));
    await waitFor(() =>
      expect(toast(page)).toEqual({ severity: 'warning', message: 'The card was added. It could not pay: BSD-9' }),
    );
  });

  it('of which the server did not hear is told of it again, as the same card', async () => {
    const page = await add();
    const keys: (string | null)[] = [];
    server.use(
      answer(
        confirmPaymentMethod,
        ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return noConnection();
        },
        { once: true },
      ),
    );
    await screen.findByRole('textbox', { name: 'Card number' });
    await page.user.click(button('Add card'));
    await screen.findByText('The card is with the payment provider, and the console does not know of it yet.');
    await page.user.click(button('Try again'));
    expect(await screen.findByRole('listitem', { name: 'Mastercard ending 4444' })).toBeVisible();
    expect(page.billing.made.map(({ key }) => key)).toEqual(keys);
  });

  it('without an intent says that the payment system could not be set up, in a toast too, and tries again', async () => {
    const page = await open();
    server.use(answer(createSetupIntent, () => refusal(502, 'provider_unavailable', 'Away'), { once: true }));
    await page.user.click(await screen.findByRole('button', { name: 'Add Payment Method for Olivia Owner' }));
    expect(await screen.findByText('Failed to initialize payment system')).toBeVisible();
    expect(screen.getByText('Away')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to initialize payment system' });
    await page.user.click(button('Retry'));
    expect(await screen.findByRole('textbox', { name: 'Card number' })).toBeVisible();
  });
});
