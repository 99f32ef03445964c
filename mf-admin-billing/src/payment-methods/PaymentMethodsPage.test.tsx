import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  confirmPaymentMethod,
  createSetupIntent,
  deletePaymentMethod,
  listCustomers,
  listPaymentMethods,
  type OpenInvoice,
  payOpenInvoices,
  readBillingRevision,
  readUpcomingCharges,
  setDefaultPaymentMethod,
  type UpcomingCharges,
} from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply } from 'shared-api/testing';
import { defaultCardsIn, defaultCardsOf } from 'shared-ui/testing';
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

/** Noon in Chicago on November 3. */
const CHARGED_AT = Date.UTC(2026, 10, 3, 18) / 1000;

/** The response about charges. Nothing is overdue by default. */
function charges(over: Partial<UpcomingCharges> = {}) {
  return reply(readUpcomingCharges, {
    as_of: CHARGED_AT,
    until: CHARGED_AT,
    charges: [],
    next_charge: null,
    overdue: [],
    debts: [],
    ends: [],
    months: [],
    problems: [],
    ...over,
  });
}

const owed = {
  customer: { id: 'cus_olivia', name: 'Olivia Owner' },
  currency: 'usd',
  amount_due: 45_000,
  card: null,
  since: CHARGED_AT,
  next_attempt: null,
};
const openInvoices: OpenInvoice[] = [{ invoice_id: 'in_1', number: 'A-0001', amount_due: 45_000, currency: 'usd' }];

function serve(customers = [aCustomer()]): CardServer {
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

async function open(server = serve()): Promise<OpenRoute & { server: CardServer }> {
  const page = await openRoute(ROUTE);
  const list = await screen.findByRole('list', { name: 'Cards of Olivia Owner' });
  // Cached cards of an earlier visit are visible until the response of this server arrives.
  await waitFor(() => expect(defaultCardsIn(list)).toEqual(defaultCardsOf(server.cards.get('cus_olivia'))));
  return { ...page, server };
}

it('reads on until all customers are there, and says how far it is when it gets no further', async () => {
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
  expect(await screen.findByText('Payment methods: 24 of 50 customers read.')).toBeVisible();
  await waitFor(() => expect(asked).toBe(3));
});

it('reads on until the overdue invoices of all customers are there', async () => {
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
  expect(screen.queryByText(/customers read/)).toBeNull();
});

describe('the cards of each customer', () => {
  it('shows a brand icon, a badge for the default, and a text without cards', async () => {
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

it('waits for the debts above the cards, while the cards load', async () => {
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

describe('the id of a customer', () => {
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

  it.each([
    ['a refusal', () => errorReply(402, 'card_declined', 'The card has expired.'), 'The card has expired.'],
    ['no answer', connectionFailure, 'The server didn’t answer. Check your connection and try again.'],
  ])('keeps the default after %s, and shows why without a toast', async (_, broken, why) => {
    const page = await open();
    network.use(answer(setDefaultPaymentMethod, broken));
    await page.user.click(button(`Set as Default: ${AMEX}`));
    const said = within(await screen.findByRole('alert'));
    expect(said.getByText(`Couldn’t make ${AMEX} the default`)).toBeVisible();
    expect(said.getByText(why)).toBeVisible();
    expect(toasts(page)).toEqual([]);
    expect(tile('Visa ending 4242').getByText('Default')).toBeVisible();
  });
});

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

  it('shows that the cardholder has to confirm when the bank asks', async () => {
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

  it('keeps paying for renewals with the new default unless the person declines', async () => {
    const server = serve();
    const subscription = { id: 'sub_core', name: 'Core', card: { id: 'pm_visa', brand: 'visa', last4: '4242' } };
    const page = await makeDefault(server, [{ ...(openInvoices[0] as OpenInvoice), subscription }]);
    expect(dialog().getByRole('checkbox', { name: 'Keep paying with this card' })).toBeChecked();
    await page.user.click(dialog().getByRole('button', { name: 'Pay $450.00 now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.recordedCalls[0]?.body).toMatchObject({ payment_method_id: 'pm_amex', use_for_renewals: true });
  });

  it('follows a payment that is being confirmed, and pays nothing meanwhile', async () => {
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

  it('sends the same key again after no answer', async () => {
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

describe('a stored card', () => {
  it('marks a card that expires soon or has expired', async () => {
    const server = serve();
    server.cards.set('cus_olivia', [
      aCard({ expiry: 'soon' }),
      aCard({ id: 'pm_amex', is_default: false, expiry: 'expired' }, { brand: 'amex', last4: '0005' }),
    ]);
    await open(server);
    // Cached cards of an earlier visit are visible until the refetch.
    expect(await tile('Visa ending 4242').findByText(/^Expires soon/)).toBeVisible();
    expect(tile(AMEX).getByText(/^Expired/)).toBeVisible();
  });

  it('removes a card after a confirmation', async () => {
    const page = await open();
    await page.user.click(button(`Remove ${AMEX}`));
    expect(dialog().getByText('Are you sure you want to delete this payment method?')).toBeVisible();
    expect(dialog().queryByRole('radio')).toBeNull();
    await page.user.click(dialog().getByRole('button', { name: `Remove ${AMEX}` }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: AMEX })).toBeNull());
    expect(page.server.removals).toEqual([{ payment_method_id: 'pm_amex' }]);
  });

  it('names the card that comes next when the default is removed', async () => {
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

  it('keeps the dialog open when the removal gets no answer', async () => {
    const page = await open();
    network.use(answer(deletePaymentMethod, connectionFailure));
    await page.user.click(button(`Remove ${AMEX}`));
    await page.user.click(dialog().getByRole('button', { name: `Remove ${AMEX}` }));
    expect(await dialog().findByText('Failed to delete payment method')).toBeVisible();
    expect(toasts(page)).toEqual([]);
  });
});

describe('a payment method that is no card', () => {
  const SEPA = 'SEPA Direct Debit ending in 3000';

  it('has its name, becomes the default and is removed', async () => {
    const server = serve();
    server.methods.set('cus_olivia', [{ id: 'pm_sepa', name: SEPA, is_default: false }]);
    const page = await open(server);
    expect(await screen.findByRole('listitem', { name: SEPA })).toBeVisible();
    expect(tile(SEPA).queryByText('Default')).toBeNull();
    await page.user.click(button(`Set as Default: ${SEPA}`));
    expect(await tile(SEPA).findByText('Default')).toBeVisible();
    expect(tile('Visa ending 4242').queryByText('Default')).toBeNull();
    expect(server.defaults).toEqual([{ payment_method_id: 'pm_sepa' }]);
    await page.user.click(button('Remove Visa ending 4242'));
    expect(screen.queryByRole('radio')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await page.user.click(await screen.findByRole('button', { name: `Remove ${SEPA}` }));
    await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: `Remove ${SEPA}` }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    // The list is read again once the dialog is closed.
    await waitFor(() => expect(screen.queryByRole('listitem', { name: SEPA })).toBeNull());
    expect(server.removals.map((body) => body.payment_method_id)).toEqual(['pm_sepa']);
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

  it('confirms the same card again when the server did not answer', async () => {
    const page = await open();
    const keys: (string | null)[] = [];
    network.use(
      answer(
        confirmPaymentMethod,
        ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return connectionFailure();
        },
        { once: true },
      ),
    );
    await page.user.click(button('Add Payment Method for Olivia Owner'));
    await screen.findByRole('textbox', { name: 'Card number' });
    await page.user.click(button('Add card'));
    await page.user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('listitem', { name: 'Mastercard ending 4444' })).toBeVisible();
    expect(page.server.recordedCalls.map(({ key }) => key)).toEqual(keys);
  });

  it("shows when the form can't be opened, and retries", async () => {
    const page = await open();
    network.use(answer(createSetupIntent, () => errorReply(502, 'provider_unavailable', 'Away.'), { once: true }));
    await page.user.click(button('Add Payment Method for Olivia Owner'));
    expect(await screen.findByText('Failed to initialize payment system')).toBeVisible();
    expect(toasts(page)).toEqual(['error: Failed to initialize payment system']);
    await page.user.click(button('Retry'));
    expect(await screen.findByRole('textbox', { name: 'Card number' })).toBeVisible();
  });
});

describe('the list of customers', () => {
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
