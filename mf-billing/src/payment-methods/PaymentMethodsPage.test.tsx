import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  confirmPaymentMethod,
  createSetupIntent,
  listCustomers,
  listPaymentMethods,
  type PaymentAttempt,
  setDefaultPaymentMethod,
} from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import { defaultCardsIn, defaultCardsOf } from 'shared-ui/testing';
import type { BillingServer } from '../testing/billing-server';
import { aCard, aCustomer, anOverdue, aSummary, cardless, upcomingCharges } from '../testing/builders';
import {
  button,
  METHODS,
  openPage,
  type OpenPage,
  serve,
  server,
  setNarrow,
  stripe,
  toast,
  withServer,
} from '../testing/open-page';

withServer();

const spare = aCard(
  { id: 'pm_amex', is_default: false, expiry: 'soon' },
  { brand: 'amex', last4: '0005', exp_month: 12, exp_year: 2026 },
);
const late = { invoice_id: 'in_9', number: 'BSD-9', amount_due: 9900, currency: 'usd' };
const attempt = (paid: boolean, over: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
  invoice_id: 'in_9',
  number: 'BSD-9',
  paid,
  amount: 9900,
  currency: 'usd',
  problem: paid ? null : 'Your card was declined.',
  ...over,
});
const tile = (name: string) => within(screen.getByRole('listitem', { name }));

async function open(over: Parameters<typeof serve>[0] = {}): Promise<OpenPage & { billing: BillingServer }> {
  const billing = serve(over);
  billing.cards.set('cus_olivia', [aCard(), spare]);
  const page = await openPage(METHODS);
  const olivia = await screen.findByRole('region', { name: 'Olivia Owner' });
  // Waits, because the page shows cached cards until this server's cards have loaded.
  await waitFor(() => expect(defaultCardsIn(olivia)).toEqual(defaultCardsOf(billing.cards.get('cus_olivia'))));
  for (const { name } of billing.methods.get('cus_olivia') ?? []) {
    await within(olivia).findByRole('listitem', { name });
  }
  return { ...page, billing };
}

describe('the cards of each customer', () => {
  it('shows brand, last digits, expiry and the default', async () => {
    await open({ customers: [aCustomer(), cardless] });
    await screen.findByRole('list', { name: 'Cards of Olivia Owner' });
    expect(tile('Visa ending 4242').getByText('Expires 08/2028')).toBeVisible();
    expect(tile('Visa ending 4242').getByText('Default')).toBeVisible();
    expect(tile('Visa ending 4242').queryByRole('button', { name: /Set as Default/ })).toBeNull();
    expect(tile('American Express ending 0005').getByText('Expires soon · 12/26')).toBeVisible();
    const pictures = [...document.querySelectorAll('svg[data-brand]')].map((found) => found.getAttribute('data-brand'));
    expect(pictures).toEqual(['visa', 'amex']);
    const noah = within(screen.getByRole('region', { name: 'Noah New' }));
    expect(await noah.findByText('No payment methods added yet.')).toBeVisible();
  });

  it('starts with the customer who owes, and finds others by name', async () => {
    const others = Array.from({ length: 12 }, (_, at) => aCustomer({ id: `cus_${at}`, name: `Clinic ${10 + at}` }));
    const owing = anOverdue({ customer: { id: 'cus_9', name: 'Clinic 19' } });
    serve({ customers: others, charges: upcomingCharges({ overdue: [owing] }) });
    const { user } = await openPage(METHODS);
    const names = () =>
      screen.getAllByRole('region', { name: /^Clinic/ }).map((found) => found.getAttribute('aria-label'));
    await screen.findByText('12 customers');
    expect(names().slice(0, 2)).toEqual(['Clinic 19', 'Clinic 10']);
    expect(names()).toHaveLength(10);
    await user.click(button('Show all 12 customers'));
    expect(names()).toHaveLength(12);
    await user.type(screen.getByRole('searchbox', { name: 'Search customers' }), 'clinic 14');
    await waitFor(() => expect(names()).toEqual(['Clinic 14']));
    expect(screen.getByText('1 of 12 customers')).toBeVisible();
  });

  it('shows an error instead of no cards when loading fails', async () => {
    serve();
    server.use(
      answer(listPaymentMethods, () => errorReply(502, 'provider_unavailable', 'The provider is away'), { once: true }),
    );
    const { user } = await openPage(METHODS);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText('Couldn’t load the payment methods')).toBeVisible();
    expect(screen.queryByText('No payment methods added yet.')).toBeNull();
    await user.click(retry);
    expect(await screen.findByRole('listitem', { name: 'Visa ending 4242' })).toBeVisible();
  });

  it('makes another card the default', async () => {
    const page = await open();
    await page.user.click(await screen.findByRole('button', { name: 'Set as Default: American Express ending 0005' }));
    expect(await tile('American Express ending 0005').findByText('Default')).toBeVisible();
    await waitFor(() =>
      expect(toast(page)).toEqual({ severity: 'success', message: 'American Express ending 0005 is now the default' }),
    );
  });

  it('has its actions in a menu on a phone, which keeps the focus', async () => {
    setNarrow(true);
    const { user } = await open();
    const actions = button('Actions for American Express ending 0005');
    await user.click(actions);
    await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(actions).toHaveFocus());
    await user.click(actions);
    await user.click(screen.getByRole('menuitem', { name: 'Set as Default' }));
    expect(await tile('American Express ending 0005').findByText('Default')).toBeVisible();
    expect(actions).toHaveFocus();
    await user.click(actions);
    expect(screen.queryByRole('menuitem', { name: 'Set as Default' })).toBeNull();
  });

  it('shows when a card can’t be made the default', async () => {
    const page = await open();
    server.use(answer(setDefaultPaymentMethod, connectionFailure));
    await page.user.click(await screen.findByRole('button', { name: /^Set as Default/ }));
    await waitFor(() =>
      expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to set the default payment method' }),
    );
  });

  it('removes a card after confirmation', async () => {
    const { user, billing } = await open();
    await user.click(await screen.findByRole('button', { name: 'Remove American Express ending 0005' }));
    const ask = within(screen.getByRole('alertdialog', { name: 'Remove Payment Method' }));
    expect(ask.getByText('Are you sure you want to delete this payment method?')).toBeVisible();
    expect(ask.queryByRole('radio')).toBeNull();
    await user.click(ask.getByRole('button', { name: 'Remove American Express ending 0005' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'American Express ending 0005' })).toBeNull());
    expect(billing.removals).toEqual([{ payment_method_id: 'pm_amex' }]);
  });

  it('asks for the next default when the default is removed, and suggests the newest card', async () => {
    const billing = serve({ summary: aSummary({ subscriptions: [] }) });
    const older = aCard({ id: 'pm_old', is_default: false, created: spare.created - 1 }, { last4: '1881' });
    billing.cards.set('cus_olivia', [aCard(), older, spare]);
    const { user } = await openPage(METHODS);
    await user.click(await screen.findByRole('button', { name: 'Remove Visa ending 4242' }));
    const ask = within(screen.getByRole('alertdialog'));
    const next = within(ask.getByRole('radiogroup', { name: 'Which card becomes the default?' }));
    expect(next.getAllByRole('radio')).toHaveLength(2);
    expect(next.getByRole('radio', { name: 'American Express ending 0005' })).toBeChecked();
    await user.click(next.getByRole('radio', { name: 'Visa ending 1881' }));
    await user.click(ask.getByRole('button', { name: 'Remove Visa ending 4242' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await tile('Visa ending 1881').findByText('Default')).toBeVisible();
    expect(billing.removals).toEqual([{ payment_method_id: 'pm_visa', new_default_payment_method_id: 'pm_old' }]);
  });

  it('removes the last card without asking for another', async () => {
    const billing = serve({ summary: aSummary({ subscriptions: [] }) });
    const { user } = await openPage(METHODS);
    await user.click(await screen.findByRole('button', { name: 'Remove Visa ending 4242' }));
    const ask = within(screen.getByRole('alertdialog'));
    expect(ask.queryByRole('radio')).toBeNull();
    await user.click(ask.getByRole('button', { name: 'Remove Visa ending 4242' }));
    expect(await screen.findByText('No payment methods added yet.')).toBeVisible();
    expect(billing.removals).toEqual([{ payment_method_id: 'pm_visa' }]);
  });

  it('keeps a card that a live subscription depends on, with the server’s reason', async () => {
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

describe('a payment method other than a card', () => {
  const SEPA = 'SEPA Direct Debit ending in 3000';
  const sepa = { id: 'pm_sepa', name: SEPA, is_default: false };

  it('shows its name, becomes the default and can be removed', async () => {
    const { user, billing } = await open({ methods: new Map([['cus_olivia', [sepa]]]) });
    expect(tile(SEPA).queryByText('Default')).toBeNull();
    await user.click(button(`Set as Default: ${SEPA}`));
    expect(await tile(SEPA).findByText('Default')).toBeVisible();
    expect(tile('Visa ending 4242').queryByText('Default')).toBeNull();
    expect(billing.defaults).toEqual([{ payment_method_id: 'pm_sepa' }]);
    await user.click(button(`Remove ${SEPA}`));
    const ask = within(screen.getByRole('alertdialog', { name: 'Remove Payment Method' }));
    expect(ask.getAllByRole('radio')).toHaveLength(2);
    await user.click(ask.getByRole('button', { name: `Remove ${SEPA}` }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: SEPA })).toBeNull());
    expect(billing.removals).toMatchObject([{ payment_method_id: 'pm_sepa' }]);
  });

  it('offers to move the subscriptions of a card to it', async () => {
    const billing = serve({ methods: new Map([['cus_olivia', [sepa]]]) });
    billing.cards.set('cus_olivia', [aCard({ charged_for: [{ subscription_id: 'sub_core', name: 'Core' }] })]);
    const { user } = await openPage(METHODS);
    expect(await screen.findByText('Pays for Core')).toBeVisible();
    await user.click(button(`Set as Default: ${SEPA}`));
    const ask = within(await screen.findByRole('dialog', { name: 'Set as Default' }));
    expect(ask.getByRole('checkbox', { name: `Move Core to ${SEPA}` })).toBeChecked();
    await user.click(ask.getByRole('button', { name: 'Set as Default' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.defaults).toEqual([{ payment_method_id: 'pm_sepa', move_subscriptions: ['sub_core'] }]);
  });

  it('appears even without any cards', async () => {
    serve({ methods: new Map([['cus_new', [sepa]]]), customers: [cardless] });
    await openPage(METHODS);
    expect(await screen.findByRole('listitem', { name: SEPA })).toBeVisible();
    expect(screen.queryByText('No payment methods added yet.')).toBeNull();
  });
});

describe('a card with its own subscriptions', () => {
  const AMEX = 'American Express ending 0005';
  const core = { subscription_id: 'sub_core', name: 'Practice Core' };
  const phones = { subscription_id: 'sub_phones', name: 'Phones' };
  const setDefault = () => screen.findByRole('button', { name: `Set as Default: ${AMEX}` });

  async function openPinned(charged_for = [core, phones], others = [spare]): ReturnType<typeof open> {
    const billing = serve();
    billing.cards.set('cus_olivia', [aCard({ charged_for }), ...others]);
    const page = await openPage(METHODS);
    const names = charged_for.map(({ name }) => name).join(' and ');
    expect(await screen.findByText(`Pays for ${names}`)).toBeVisible();
    return { ...page, billing };
  }

  it('moves the selected subscriptions to a new default, all by default', async () => {
    const page = await openPinned();
    await page.user.click(await setDefault());
    const ask = within(await screen.findByRole('dialog', { name: 'Set as Default' }));
    const moveCore = ask.getByRole('checkbox', { name: 'Move Practice Core to the default card' });
    expect(moveCore).toBeChecked();
    expect(moveCore).toHaveAccessibleDescription('Charged to Visa ending 4242');
    await page.user.click(ask.getByRole('checkbox', { name: 'Move Phones to the default card' }));
    await page.user.click(ask.getByRole('button', { name: 'Set as Default' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.billing.defaults).toEqual([{ payment_method_id: 'pm_amex', move_subscriptions: ['sub_core'] }]);
    expect(toast(page)).toEqual({ severity: 'success', message: `${AMEX} is now the default` });
    expect(await tile('Visa ending 4242').findByText('Pays for Phones')).toBeVisible();
  });

  it('names subscriptions that could not be moved, and retries them', async () => {
    const page = await openPinned();
    page.billing.unmovable = [{ ...phones, problem: 'It is being changed. Try again in a minute.' }];
    await page.user.click(await setDefault());
    await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Set as Default' }));
    expect(await screen.findByText('Phones: It is being changed. Try again in a minute.')).toBeVisible();
    expect(screen.getByText(`${AMEX} is the default, but not every subscription could be moved to it`)).toBeVisible();
    page.billing.unmovable = [];
    await page.user.click(button('Try again'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.billing.defaults.map((body) => body.move_subscriptions)).toEqual([
      ['sub_core', 'sub_phones'],
      ['sub_phones'],
    ]);
  });

  it('keeps the default and the choice when the server refuses', async () => {
    const page = await openPinned();
    server.use(answer(setDefaultPaymentMethod, () => errorReply(404, 'not_found', 'This card no longer exists.')));
    await page.user.click(await setDefault());
    await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Set as Default' }));
    expect(await screen.findByText('This card no longer exists.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Move Phones to the default card' })).toBeChecked();
    await page.user.click(button('Cancel'));
    expect(tile('Visa ending 4242').getByText('Default')).toBeVisible();
  });

  it('is removed after another card takes over', async () => {
    const page = await openPinned();
    await page.user.click(button('Remove Visa ending 4242'));
    await page.user.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove Visa ending 4242' }),
    );
    const ask = within(screen.getByRole('alertdialog'));
    expect(ask.getByText(`${AMEX} becomes the default card.`)).toBeVisible();
    page.billing.paidBy = () => undefined;
    await page.user.click(await ask.findByRole('button', { name: 'Change card and remove' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(page.billing.defaults).toEqual([
      { payment_method_id: 'pm_amex', move_subscriptions: ['sub_core', 'sub_phones'] },
    ]);
    expect(toast(page)).toEqual({ severity: 'success', message: 'Visa ending 4242 removed' });
    // The list is refetched after the dialog closes.
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Visa ending 4242' })).toBeNull());
  });

  it('isn’t removed while it pays for a subscription that could not be moved', async () => {
    const page = await openPinned();
    page.billing.unmovable = [{ ...phones, problem: 'It is being changed.' }];
    await page.user.click(button('Remove Visa ending 4242'));
    const ask = within(screen.getByRole('alertdialog'));
    await page.user.click(ask.getByRole('button', { name: 'Remove Visa ending 4242' }));
    await page.user.click(await ask.findByRole('button', { name: 'Change card and remove' }));
    expect(await ask.findByText('Phones: It is being changed.')).toBeVisible();
    expect(page.billing.cards.get('cus_olivia')).toHaveLength(2);
  });

  it('can’t be removed without another card, and opens the form to add one', async () => {
    const page = await openPinned([core], []);
    await page.user.click(button('Remove Visa ending 4242'));
    const ask = within(screen.getByRole('alertdialog'));
    await page.user.click(ask.getByRole('button', { name: 'Remove Visa ending 4242' }));
    await page.user.click(await ask.findByRole('button', { name: 'Add Payment Method' }));
    expect(await screen.findByRole('textbox', { name: 'Card number' })).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('customer list', () => {
  it('shows an error with a toast and Retry', async () => {
    serve();
    server.use(answer(listCustomers, connectionFailure, { once: true }));
    const page = await openPage(METHODS);
    expect(await screen.findByText('Failed to fetch customers')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to fetch customers' });
    await page.user.click(button('Retry'));
    expect(await screen.findByRole('region', { name: 'Olivia Owner' })).toBeVisible();
  });

  it('explains how the first customer is created', async () => {
    serve({ customers: [] });
    const { user, shell, practiceId: practice } = await openPage(METHODS);
    await waitFor(() => expect(screen.getByText('No Customers Found')).toBeVisible());
    await user.click(button('Go to Subscriptions'));
    expect(shell.visited).toEqual([`/settings/${practice}/subscriptions/plans`]);
  });
});

describe('an error of one customer', () => {
  it('shows the error only for that customer, with Retry', async () => {
    const broken = aCustomer({ id: 'cus_broken', name: null, email: null, error: 'The provider doesn’t know it.' });
    const { billing, user } = await open({ customers: [aCustomer(), broken] });
    const panel = within(await screen.findByRole('region', { name: 'cus_broken' }));
    expect(panel.getByText('The provider doesn’t know it.')).toBeVisible();
    expect(await screen.findByRole('listitem', { name: 'Visa ending 4242' })).toBeVisible();
    billing.customers = [aCustomer(), { ...broken, name: 'Noah New', error: null }];
    await user.click(panel.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Noah New' })).toBeVisible();
  });
});

describe('a customer with overdue invoices', () => {
  it('shows amount, card and dates, and pays on the page', async () => {
    const { user, billing } = await open({
      customers: [aCustomer(), cardless],
      openInvoices: [late],
      charges: upcomingCharges({ overdue: [anOverdue({ amount_due: 9900 })] }),
    });
    const olivia = within(screen.getByRole('region', { name: 'Olivia Owner' }));
    expect(await olivia.findByText('Owes $99.00 since Nov 3')).toBeVisible();
    expect(olivia.getByText('Next attempt Nov 25')).toBeVisible();
    const noah = within(screen.getByRole('region', { name: 'Noah New' }));
    expect(noah.queryByText(/owes/i)).toBeNull();
    await user.click(olivia.getByRole('button', { name: 'Pay $99.00 now for Olivia Owner' }));
    await user.click(await screen.findByRole('button', { name: 'Pay $99.00 now' }));
    await waitFor(() => expect(billing.recordedCalls.map(({ call }) => call)).toEqual(['pay']));
  });

  it('pays with a saved card that becomes the default', async () => {
    const page = await open({ openInvoices: [late] });
    await page.user.click(await screen.findByRole('button', { name: 'Set as Default: American Express ending 0005' }));
    const ask = within(await screen.findByRole('dialog', { name: 'Pay open invoices of Olivia Owner' }));
    expect(await ask.findByRole('radio', { name: 'American Express ending 0005' })).toBeChecked();
    await page.user.click(ask.getByRole('button', { name: 'Pay $99.00 now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.billing.recordedCalls.map(({ body }) => body)).toEqual([
      { invoice_ids: ['in_9'], payment_method_id: 'pm_amex', expected_due: 9900 },
    ]);
  });
});

describe('adding a card', () => {
  async function add(over: Parameters<typeof serve>[0] = {}): Promise<OpenPage & { billing: BillingServer }> {
    const page = await open(over);
    await page.user.click(await screen.findByRole('button', { name: 'Add Payment Method for Olivia Owner' }));
    return page;
  }

  it('saves the card once and shows it', async () => {
    const page = await add();
    await screen.findByRole('textbox', { name: 'Card number' });
    await page.user.dblClick(button('Add card'));
    expect(await screen.findByRole('listitem', { name: 'Mastercard ending 4444' })).toBeVisible();
    expect(page.billing.recordedCalls.map(({ body }) => body)).toEqual([
      { setup_intent_id: 'seti_1', make_default: false, retry_open_invoices: false },
    ]);
    expect(toast(page)).toEqual({ severity: 'success', message: 'Payment method added' });
  });

  it('pays overdue invoices with the new card on request', async () => {
    const page = await add({ openInvoices: [late, { ...late, invoice_id: 'in_8', number: null, amount_due: 100 }] });
    page.billing.retried = [attempt(true)];
    await screen.findByRole('textbox', { name: 'Card number' });
    const pay = await screen.findByRole('checkbox', {
      name: 'Pay the overdue $100.00 with this card now: BSD-9 $99.00, an open invoice $1.00',
    });
    await page.user.click(pay);
    expect(button('Add card')).toBeVisible();
    await page.user.click(pay);
    await page.user.click(button('Add card and pay $100.00 now'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.billing.recordedCalls[0]?.body).toMatchObject({ make_default: true, retry_open_invoices: true });
    expect(toast(page)).toEqual({ severity: 'success', message: 'Payment method added. Paid: BSD-9' });
    expect(page.shell.published).toHaveLength(1);
  });

  it('shows a warning when the new card couldn’t pay', async () => {
    const page = await add({ openInvoices: [late] });
    page.billing.retried = [attempt(false)];
    await page.user.click(await screen.findByRole('button', { name: 'Add card and pay $99.00 now' }));
    await waitFor(() =>
      expect(toast(page)).toEqual({ severity: 'warning', message: 'Card added, but it couldn’t pay BSD-9' }),
    );
  });

  it('requests bank confirmation for an overdue payment', async () => {
    const page = await add({ openInvoices: [late] });
    page.billing.retried = [attempt(false, { client_secret: 'pi_9_secret' })];
    await page.user.click(await screen.findByRole('button', { name: 'Add card and pay $99.00 now' }));
    await waitFor(() => expect(stripe.nextActionSecrets).toEqual(['pi_9_secret']));
  });

  it('retries the card with the same key without a response', async () => {
    const page = await add();
    const keys: (string | null)[] = [];
    server.use(
      answer(
        confirmPaymentMethod,
        ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return connectionFailure();
        },
        { once: true },
      ),
    );
    await screen.findByRole('textbox', { name: 'Card number' });
    await page.user.click(button('Add card'));
    await screen.findByText('The payment provider has the card, but it isn’t confirmed here yet.');
    await page.user.click(button('Try again'));
    expect(await screen.findByRole('listitem', { name: 'Mastercard ending 4444' })).toBeVisible();
    expect(page.billing.recordedCalls.map(({ key }) => key)).toEqual(keys);
  });

  it('shows a toast and Retry when the payment system can’t be set up', async () => {
    const page = await open();
    server.use(answer(createSetupIntent, () => errorReply(502, 'provider_unavailable', 'Away'), { once: true }));
    await page.user.click(await screen.findByRole('button', { name: 'Add Payment Method for Olivia Owner' }));
    expect(await screen.findByText('Failed to initialize payment system')).toBeVisible();
    expect(screen.getByText('Away')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to initialize payment system' });
    await page.user.click(button('Retry'));
    expect(await screen.findByRole('textbox', { name: 'Card number' })).toBeVisible();
  });
});
