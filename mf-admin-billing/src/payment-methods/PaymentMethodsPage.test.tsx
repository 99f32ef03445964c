import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  confirmPaymentMethod,
  createSetupIntent,
  deletePaymentMethod,
  listCustomers,
  listPaymentMethods,
  setDefaultPaymentMethod,
} from 'shared-api/contracts';
import { answer, noConnection, refusal } from 'shared-api/testing';
import { aCard, aCustomer, cardless, CardServer } from 'shared-ui/testing/cards';
import {
  button,
  dialog,
  internal,
  network,
  openRoute,
  type OpenRoute,
  region,
  toasts,
  withNetwork,
} from '../testing/open-route';

withNetwork();

const ROUTE = '/internal/practices/:practice/payment-methods';
const AMEX = 'American Express ending 0005';
const tile = (name: string) => within(screen.getByRole('listitem', { name }));

function serve(customers = [aCustomer()]): CardServer {
  const server = new CardServer();
  server.customers = customers;
  server.cards.set('cus_olivia', [
    aCard(),
    aCard({ id: 'pm_amex', is_default: false }, { brand: 'amex', last4: '0005' }),
  ]);
  network.use(...server.cardHandlers());
  return server;
}

async function open(server = serve()): Promise<OpenRoute & { server: CardServer }> {
  const page = await openRoute(ROUTE);
  await screen.findByRole('list', { name: 'Cards of Olivia Owner' });
  return { ...page, server };
}

describe('the cards of each customer', () => {
  it('have a picture, and the default its badge; a customer without any says so', async () => {
    await open(serve([aCustomer(), cardless]));
    expect(tile('Visa ending 4242').getByText('Default')).toBeVisible();
    expect(tile(AMEX).queryByText('Default')).toBeNull();
    const pictures = [...document.querySelectorAll('svg[data-brand]')].map((found) => found.getAttribute('data-brand'));
    expect(pictures).toEqual(['visa', 'amex']);
    expect(await region('Noah New').findByText('No payment methods added yet.')).toBeVisible();
  });

  it('that could not be read are never shown as none, and are read again', async () => {
    serve([aCustomer(), cardless]);
    network.use(answer(listPaymentMethods, () => refusal(502, 'provider_unavailable', 'The provider is away.')));
    const page = await openRoute(ROUTE);
    const noah = within(await screen.findByRole('region', { name: 'Noah New' }));
    expect(await noah.findByText('The provider is away.')).toBeVisible();
    expect(screen.queryByText('No payment methods added yet.')).toBeNull();
    expect(toasts(page)).toEqual([]);
    serve([aCustomer(), cardless]);
    await page.user.click(noah.getByRole('button', { name: 'Retry' }));
    expect(await noah.findByText('No payment methods added yet.')).toBeVisible();
    expect(region('Olivia Owner').getByText('The provider is away.')).toBeVisible();
  });
});

describe('the number of a customer', () => {
  it('leads super admins to the provider’s dashboard', async () => {
    const server = serve();
    server.dashboard = () => 'https://dashboard.example/test';
    await openRoute(ROUTE, '', { ...internal, super_admin: true });
    expect(await screen.findByRole('link', { name: /^cus_\w+: dashboard of Olivia Owner/ })).toHaveAttribute(
      'href',
      'https://dashboard.example/test/customers/cus_olivia',
    );
  });

  it('is plain text for others', async () => {
    await open();
    expect(region('Olivia Owner').getByText(/cus_olivia/)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the default', () => {
  it('is set, and has the badge then', async () => {
    const page = await open();
    await page.user.click(button(`Set as Default: ${AMEX}`));
    expect(await tile(AMEX).findByText('Default')).toBeVisible();
    expect(tile('Visa ending 4242').queryByText('Default')).toBeNull();
    expect(toasts(page)).toEqual([`success: ${AMEX} is the default now`]);
  });

  it.each([
    ['a refusal', () => refusal(402, 'card_declined', 'The card has expired.'), 'The card has expired.'],
    ['no answer', noConnection, 'The server did not answer. Check your connection and try again.'],
  ])('after %s stays as it was, and the page says why, without a toast', async (_, broken, why) => {
    const page = await open();
    network.use(answer(setDefaultPaymentMethod, broken));
    await page.user.click(button(`Set as Default: ${AMEX}`));
    const said = within(await screen.findByRole('alert'));
    expect(said.getByText(`${AMEX} was not made the default`)).toBeVisible();
    expect(said.getByText(why)).toBeVisible();
    expect(toasts(page)).toEqual([]);
    expect(tile('Visa ending 4242').getByText('Default')).toBeVisible();
  });
});

describe('a card', () => {
  it('is removed after the question', async () => {
    const page = await open();
    await page.user.click(button(`Remove ${AMEX}`));
    expect(dialog().getByText('Are you sure you want to delete this payment method?')).toBeVisible();
    await page.user.click(dialog().getByRole('button', { name: `Remove ${AMEX}` }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: AMEX })).toBeNull());
  });

  it('that a live subscription depends on stays, and the question says why, without a toast', async () => {
    const server = serve();
    server.paidBy = () => 'Practice Core';
    const page = await open(server);
    await page.user.click(button('Remove Visa ending 4242'));
    await page.user.click(dialog().getByRole('button', { name: 'Remove Visa ending 4242' }));
    expect(
      await dialog().findByText('This card pays for Practice Core. Make another card the default first.'),
    ).toBeVisible();
    expect(toasts(page)).toEqual([]);
    await page.user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('listitem', { name: 'Visa ending 4242' })).toBeVisible();
  });

  it('whose removal has no answer stays in the question', async () => {
    const page = await open();
    network.use(answer(deletePaymentMethod, noConnection));
    await page.user.click(button(`Remove ${AMEX}`));
    await page.user.click(dialog().getByRole('button', { name: `Remove ${AMEX}` }));
    expect(await dialog().findByText('Failed to delete payment method')).toBeVisible();
    expect(toasts(page)).toEqual([]);
  });
});

describe('adding a card', () => {
  it('tells the server of it once, without paying anything', async () => {
    const page = await open();
    await page.user.click(button('Add Payment Method for Olivia Owner'));
    await screen.findByRole('textbox', { name: 'Card number' });
    await page.user.dblClick(button('Add card'));
    expect(await screen.findByRole('listitem', { name: 'Mastercard ending 4444' })).toBeVisible();
    expect(page.server.made.map(({ body }) => body)).toEqual([
      { setup_intent_id: 'seti_1', make_default: false, retry_open_invoices: false },
    ]);
    expect(toasts(page)).toEqual(['success: Payment method added']);
  });

  it('of which the server did not hear is told of it again, as the same card', async () => {
    const page = await open();
    const keys: (string | null)[] = [];
    network.use(
      answer(
        confirmPaymentMethod,
        ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return noConnection();
        },
        { once: true },
      ),
    );
    await page.user.click(button('Add Payment Method for Olivia Owner'));
    await screen.findByRole('textbox', { name: 'Card number' });
    await page.user.click(button('Add card'));
    await page.user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('listitem', { name: 'Mastercard ending 4444' })).toBeVisible();
    expect(page.server.made.map(({ key }) => key)).toEqual(keys);
  });

  it('says when the form cannot be made, and tries again', async () => {
    const page = await open();
    network.use(answer(createSetupIntent, () => refusal(502, 'provider_unavailable', 'Away.'), { once: true }));
    await page.user.click(button('Add Payment Method for Olivia Owner'));
    expect(await screen.findByText('Failed to initialize payment system')).toBeVisible();
    expect(toasts(page)).toEqual(['error: Failed to initialize payment system']);
    await page.user.click(button('Retry'));
    expect(await screen.findByRole('textbox', { name: 'Card number' })).toBeVisible();
  });
});

describe('customers', () => {
  it('that cannot be read say so, and are read again', async () => {
    serve();
    network.use(answer(listCustomers, noConnection, { once: true }));
    const { user } = await openRoute(ROUTE);
    expect(await screen.findByText('Failed to load customers. Please try again later.')).toBeVisible();
    await user.click(button('Retry'));
    expect(await screen.findByRole('region', { name: 'Olivia Owner' })).toBeVisible();
  });

  it('that are not there say how they come', async () => {
    serve([]);
    const page = await openRoute(ROUTE);
    expect(await screen.findByText('No customer accounts found for this practice.')).toBeVisible();
    await page.user.click(button('Go to Features and subscriptions'));
    expect(page.address()).toMatch(/\/internal\/practices\/\d+\/subscriptions$/);
  });
});
