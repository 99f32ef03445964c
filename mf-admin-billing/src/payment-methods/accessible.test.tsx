import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import {
  listPaymentMethods,
  readBillingRevision,
  readUpcomingCharges,
  setDefaultPaymentMethod,
  type UpcomingCharges,
} from 'shared-api/contracts';
import { answer, errorReply, reply, neverAnswer } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { aCard, aCustomer, cardless, CardServer } from 'shared-ui/testing/cards';
import { button, internal, network, openRoute, withNetwork } from '../testing/open-route';

withNetwork();

const ROUTE = '/internal/practices/:practice/payment-methods';

/** Olivia owes $450. */
const charges: UpcomingCharges = {
  as_of: 0,
  until: 0,
  charges: [],
  next_charge: null,
  overdue: [],
  debts: [
    {
      customer: { id: 'cus_olivia', name: 'Olivia Owner' },
      currency: 'usd',
      amount_due: 45_000,
      card: null,
      since: 0,
      next_attempt: null,
    },
  ],
  ends: [],
  months: [],
  problems: [],
};

function serve(): CardServer {
  const server = new CardServer();
  server.customers = [aCustomer(), cardless];
  server.dashboard = () => 'https://dashboard.example/test';
  server.cards.set('cus_olivia', [
    aCard(),
    aCard({ id: 'pm_jcb', is_default: false }, { brand: 'jcb', last4: '0505' }),
  ]);
  network.use(
    ...server.cardHandlers(),
    answer(readUpcomingCharges, () => reply(readUpcomingCharges, charges)),
    answer(readBillingRevision, () => reply(readBillingRevision, { revision: 'r1' })),
  );
  return server;
}

it('has no accessibility violations while loading cards', async () => {
  serve().customers = [aCustomer({ id: 'cus_slow', name: 'Sam Slow' })];
  network.use(answer(listPaymentMethods, neverAnswer));
  await openRoute(ROUTE);
  await screen.findByRole('region', { name: 'Sam Slow' });
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations with and without cards, in the dialogs and the form', async () => {
  serve();
  network.use(answer(setDefaultPaymentMethod, () => errorReply(402, 'card_declined', 'The card has expired.')));
  const { user } = await openRoute(ROUTE, '', { ...internal, super_admin: true });
  await user.click(await screen.findByRole('button', { name: 'Set as Default: Jcb ending 0505' }));
  await screen.findByRole('alert');
  expect(await accessibilityViolations()).toEqual([]);
  await user.click(button('Remove Jcb ending 0505'));
  await screen.findByRole('alertdialog');
  expect(await accessibilityViolations()).toEqual([]);
  await user.click(button('Cancel'));
  await user.click(await screen.findByRole('button', { name: 'Add Payment Method for Noah New' }));
  await screen.findByRole('textbox', { name: 'Card number' });
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations while open invoices are offered for payment', async () => {
  serve().openInvoices = [{ invoice_id: 'in_1', number: 'A-0001', amount_due: 45_000, currency: 'usd' }];
  const { user } = await openRoute(ROUTE);
  await user.click(await screen.findByRole('button', { name: 'Set as Default: Jcb ending 0505' }));
  await screen.findByRole('dialog', { name: 'Pay open invoices of Olivia Owner' });
  expect(await accessibilityViolations()).toEqual([]);
});
