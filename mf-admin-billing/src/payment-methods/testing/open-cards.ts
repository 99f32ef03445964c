/** Opens the payment methods page with Olivia's cards. */
import { expect } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { type OpenInvoice, readBillingRevision, readUpcomingCharges } from 'shared-api/contracts';
import { answer, reply } from 'shared-api/testing';
import { defaultCardsIn, defaultCardsOf } from 'shared-ui/testing';
import { aCard, aCustomer, CardServer } from 'shared-ui/testing/cards';
import { charges } from '../../testing/charges';
import { network, openRoute, type OpenRoute } from '../../testing/open-route';

export const ROUTE = '/internal/practices/:practice/payment-methods';
export const AMEX = 'American Express ending 0005';
export const tile = (name: string) => within(screen.getByRole('listitem', { name }));

export { charges, owed } from '../../testing/charges';

export const openInvoices: OpenInvoice[] = [
  { invoice_id: 'in_1', number: 'A-0001', amount_due: 45_000, currency: 'usd' },
];

export function serve(customers = [aCustomer()]): CardServer {
  const server = new CardServer();
  server.customers = customers;
  server.cards.set('cus_olivia', [
    aCard(),
    aCard({ id: 'pm_amex', is_default: false }, { brand: 'amex', last4: '0005' }),
  ]);
  network.use(
    ...server.cardHandlers(),
    answer(readUpcomingCharges, () => charges()),
    answer(readBillingRevision, () => reply(readBillingRevision, { revision: 'r1' })),
  );
  return server;
}

export async function open(server = serve()): Promise<OpenRoute & { server: CardServer }> {
  const page = await openRoute(ROUTE);
  const list = await screen.findByRole('list', { name: 'Cards of Olivia Owner' });
  // Cached cards of an earlier visit are visible until this server's response arrives.
  await waitFor(() => expect(defaultCardsIn(list)).toEqual(defaultCardsOf(server.cards.get('cus_olivia'))));
  return { ...page, server };
}
