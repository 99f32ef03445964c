import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { listCustomers, listPaymentMethods, readUpcomingCharges, setDefaultPaymentMethod } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { aCustomer, cardless } from 'shared-ui/testing/cards';
import {
  button,
  closeRoute,
  dialog,
  internal,
  network,
  openRoute,
  region,
  toasts,
  withNetwork,
} from '../testing/open-route';
import { ROUTE, AMEX, tile, charges, owed, openInvoices, serve, open } from './testing/open-cards';

withNetwork();

it('keeps reading until all customers have loaded, and shows its progress when it stalls', async () => {
  let asked = 0;
  serve();
  network.use(
    answer(listCustomers, () => {
      asked += 1;
      const all = { practice_owners: [], dashboard_url: null };
      return reply(listCustomers, {
        ...all,
        customers: [aCustomer()],
        progress: { read: Math.min(24, 12 * asked), total: 50 },
      });
    }),
  );
  await openRoute(ROUTE);
  expect(await screen.findByText('Payment methods: 24 of 50 customers loaded.')).toBeVisible();
  await waitFor(() => expect(asked).toBe(3));
});

it('keeps reading until the overdue invoices of all customers have loaded', async () => {
  serve();
  let asked = 0;
  network.use(
    answer(readUpcomingCharges, () => {
      asked += 1;
      return charges(asked < 3 ? { progress: { read: 12 * asked, total: 50 } } : { debts: [owed] });
    }),
  );
  await openRoute(ROUTE);
  expect(await screen.findByText(/^Owes \$450\.00/)).toBeVisible();
  expect(screen.queryByText(/customers loaded/)).toBeNull();
});

describe('the cards of each customer', () => {
  it('shows a brand icon, a badge for the default, and a message without cards', async () => {
    const { practiceId } = await open(serve([aCustomer(), cardless]));
    expect(screen.getByText(`No. ${practiceId}`)).toBeVisible();
    expect(tile('Visa ending 4242').getByText('Default')).toBeVisible();
    expect(tile(AMEX).queryByText('Default')).toBeNull();
    const pictures = [...document.querySelectorAll('svg[data-brand]')].map((found) => found.getAttribute('data-brand'));
    expect(pictures).toEqual(['visa', 'amex']);
    expect(await region('Noah New').findByText('No payment methods added yet.')).toBeVisible();
  });

  it('shows an error with Retry instead of no cards when loading failed', async () => {
    serve([aCustomer(), cardless]);
    network.use(answer(listPaymentMethods, () => errorReply(502, 'provider_unavailable', 'The provider is away.')));
    const page = await openRoute(ROUTE);
    const noah = within(await screen.findByRole('region', { name: 'Noah New' }));
    expect(await noah.findByText('The provider is away.')).toBeVisible();
    expect(screen.queryByText('No payment methods added yet.')).toBeNull();
    expect(toasts(page)).toEqual([]);
    serve([aCustomer(), cardless]);
    await page.user.click(noah.getByRole('button', { name: 'Retry' }));
    expect(await noah.findByText('No payment methods added yet.')).toBeVisible();
    expect(await region('Olivia Owner').findByText('The provider is away.')).toBeVisible();
  });
});

it('lists customers that owe first, then by name', async () => {
  const names = async (): Promise<(string | null)[]> => {
    await screen.findByRole('region', { name: 'Noah New' });
    return screen.getAllByRole('region').map((panel) => panel.getAttribute('aria-label'));
  };
  serve([aCustomer(), cardless]);
  await openRoute(ROUTE);
  expect(await names()).toEqual(['Noah New', 'Olivia Owner']);
  await closeRoute();
  serve([aCustomer(), cardless]);
  network.use(answer(readUpcomingCharges, () => charges({ debts: [owed] })));
  await openRoute(ROUTE);
  expect(await names()).toEqual(['Olivia Owner', 'Noah New']);
});

it('waits for the debts above the cards while the cards load', async () => {
  let answerCharges = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answerCharges = resolve));
  serve();
  network.use(
    answer(readUpcomingCharges, async () => {
      await answered;
      return charges({ debts: [owed] });
    }),
  );
  await openRoute(ROUTE);
  const late = await screen.findByText('Default');
  expect(late).not.toBeVisible();
  expect(screen.getByText('Loading customers...')).toBeVisible();
  answerCharges();
  expect(await screen.findByText(/^Owes \$450\.00/)).toBeVisible();
  expect(late).toBeVisible();
  expect(screen.queryByText('Loading customers...')).toBeNull();
});

describe('a customer’s id', () => {
  it('links super admins to the provider’s dashboard', async () => {
    const server = serve();
    server.dashboard = () => 'https://dashboard.example/test';
    await openRoute(ROUTE, '', { ...internal, super_admin: true });
    expect(await screen.findByRole('link', { name: /^cus_\w+: dashboard of Olivia Owner/ })).toHaveAttribute(
      'href',
      'https://dashboard.example/test/customers/cus_olivia',
    );
  });

  it('shows plain text to others', async () => {
    await open();
    expect(region('Olivia Owner').getByText(/cus_olivia/)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the default card', () => {
  it('sets the default and moves the badge to it', async () => {
    const page = await open();
    await page.user.click(button(`Set as Default: ${AMEX}`));
    expect(await tile(AMEX).findByText('Default')).toBeVisible();
    expect(tile('Visa ending 4242').queryByText('Default')).toBeNull();
    await waitFor(() => expect(toasts(page)).toEqual([`success: ${AMEX} is now the default`]));
  });

  it('keeps the default after a refusal, and shows why without a toast', async () => {
    const page = await open();
    network.use(answer(setDefaultPaymentMethod, () => errorReply(402, 'card_declined', 'The card has expired.')));
    await page.user.click(button(`Set as Default: ${AMEX}`));
    const said = within(await screen.findByRole('alert'));
    expect(said.getByText(`Couldn’t make ${AMEX} the default`)).toBeVisible();
    expect(said.getByText('The card has expired.')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    expect(toasts(page)).toEqual([]);
    expect(tile('Visa ending 4242').getByText('Default')).toBeVisible();
  });
});

describe('a customer with overdue invoices', () => {
  it('shows the amount owed and since when', async () => {
    serve([aCustomer(), cardless]);
    network.use(answer(readUpcomingCharges, () => charges({ debts: [owed] })));
    await openRoute(ROUTE);
    const owner = within(await screen.findByRole('region', { name: 'Olivia Owner' }));
    expect(await owner.findByText('Owes $450.00 since Nov 3, 2026')).toBeVisible();
    expect(region('Noah New').queryByText(/^Owes/)).toBeNull();
  });

  it("shows that debts are unknown when they can't be read, and retries", async () => {
    serve();
    network.use(
      answer(readUpcomingCharges, () => errorReply(502, 'provider_unavailable', 'The provider is away.'), {
        once: true,
      }),
    );
    const { user } = await openRoute(ROUTE);
    expect(await screen.findByText('Couldn’t check for overdue invoices')).toBeVisible();
    network.use(answer(readUpcomingCharges, () => charges({ debts: [owed] })));
    await user.click(button('Retry'));
    expect(await screen.findByText('Owes $450.00 since Nov 3, 2026')).toBeVisible();
  });
});

describe('a saved card', () => {
  it('names the next default when the default is removed', async () => {
    const page = await open();
    await page.user.click(button('Remove Visa ending 4242'));
    expect(dialog().getByText(`${AMEX} becomes the default card.`)).toBeVisible();
    await page.user.click(dialog().getByRole('button', { name: 'Remove Visa ending 4242' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await tile(AMEX).findByText('Default')).toBeVisible();
    expect(page.server.removals).toEqual([{ payment_method_id: 'pm_visa', new_default_payment_method_id: 'pm_amex' }]);
  });

  it('keeps a card that a live subscription depends on and shows why without a toast', async () => {
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
});

describe('adding a card', () => {
  it('offers to pay open invoices with the new card', async () => {
    const server = serve();
    server.openInvoices = openInvoices;
    const page = await open(server);
    await page.user.click(button('Add Payment Method for Olivia Owner'));
    await screen.findByRole('textbox', { name: 'Card number' });
    await page.user.click(button('Add card and pay $450.00 now'));
    await waitFor(() => expect(server.recordedCalls).toHaveLength(1));
    expect(server.recordedCalls[0]?.body).toMatchObject({ make_default: true, retry_open_invoices: true });
  });

  it('confirms the card once and pays nothing without open invoices', async () => {
    const page = await open();
    await page.user.click(button('Add Payment Method for Olivia Owner'));
    await screen.findByRole('textbox', { name: 'Card number' });
    await page.user.dblClick(button('Add card'));
    expect(await screen.findByRole('listitem', { name: 'Mastercard ending 4444' })).toBeVisible();
    expect(page.server.recordedCalls.map(({ body }) => body)).toEqual([
      { setup_intent_id: 'seti_1', make_default: false, retry_open_invoices: false },
    ]);
    expect(toasts(page)).toEqual(['success: Payment method added']);
  });
});

describe('customer list', () => {
  it("shows one customer's error with Retry, and the cards of the others", async () => {
    const error = 'The payment provider isn’t responding. Try again in a minute.';
    const server = serve([aCustomer(), { ...cardless, name: null, email: null, error }]);
    const { user } = await openRoute(ROUTE);
    const broken = within(await screen.findByRole('region', { name: 'cus_new' }));
    expect(broken.getByText(error)).toBeVisible();
    expect(broken.queryByText('No payment methods added yet.')).toBeNull();
    expect(await region('Olivia Owner').findByRole('list', { name: 'Cards of Olivia Owner' })).toBeVisible();
    server.customers = [aCustomer(), cardless];
    await user.click(broken.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Noah New' })).toBeVisible();
  });

  it('shows an error with Retry when customers cannot be loaded', async () => {
    serve();
    network.use(answer(listCustomers, connectionFailure, { once: true }));
    const { user } = await openRoute(ROUTE);
    expect(await screen.findByText('Failed to load customers. Please try again later.')).toBeVisible();
    await user.click(button('Retry'));
    expect(await screen.findByRole('region', { name: 'Olivia Owner' })).toBeVisible();
  });

  it('explains how customers are added when there are none', async () => {
    serve([]);
    const page = await openRoute(ROUTE);
    const action = await screen.findByRole('button', { name: 'Go to Features and subscriptions' });
    expect(screen.getByText('No customer accounts found for this practice.')).toBeVisible();
    await page.user.click(action);
    expect(page.address()).toMatch(/\/internal\/practices\/\d+\/subscriptions$/);
  });
});
