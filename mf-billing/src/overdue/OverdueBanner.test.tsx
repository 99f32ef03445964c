import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { listPaymentMethods, payOpenInvoices } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, neverAnswer } from 'shared-api/testing';
import type { BillingServer } from '../testing/billing-server';
import { aCard, anOffer, anOverdue, aPlan, noon, superAdmin, upcomingCharges } from '../testing/builders';
import {
  button,
  card,
  openPage,
  type OpenPage,
  openPlans,
  PLANS,
  serve,
  server,
  stripe,
  toast,
  withServer,
} from '../testing/open-page';

withServer();

const late = { invoice_id: 'in_late', number: 'BSD-0009', amount_due: 20_800, currency: 'usd' };
const older = { ...late, invoice_id: 'in_older', number: 'BSD-0008', amount_due: 1000 };
const amex = aCard({ id: 'pm_amex', is_default: false }, { brand: 'amex', last4: '0005' });
const attempt = { ...late, paid: false, amount: 20_800, problem: 'Your card was declined.' };
const dialog = () => within(screen.getByRole('dialog', { name: 'Pay open invoices of Olivia Owner' }));
const pay = () => dialog().getByRole('button', { name: 'Pay $208.00 now' });

let billing: BillingServer;
beforeEach(() => {
  billing = serve({ openInvoices: [late], charges: upcomingCharges({ overdue: [anOverdue()] }) });
  billing.cards.set('cus_olivia', [aCard(), amex]);
});

async function openDialog(): Promise<OpenPage> {
  const page = await openPlans();
  await page.user.click(await screen.findByRole('button', { name: 'Pay $208.00 now for Olivia Owner' }));
  await waitFor(() => expect(pay()).not.toHaveAttribute('aria-disabled'));
  return page;
}

describe('the overdue banner', () => {
  const rows = async (): Promise<(string | null)[]> => {
    const list = within(await screen.findByRole('list', { name: 'Overdue payments' }));
    return list.getAllByRole('listitem').map(({ textContent: text }) => text?.replaceAll('\u00a0', ' ') ?? null);
  };

  it('shows the specified text and each debt with its date', async () => {
    await openPlans();
    expect(await rows()).toEqual([
      '$208.00Olivia OwnerPractice Core Visa •••• 0341 Past due since Nov 3 Next attempt Nov 25Pay $208.00 now',
    ]);
    expect(
      screen.getByText(/One or more of your subscriptions has payment issues\. Please update your payment method\./),
    ).toBeVisible();
  });

  it('shows a line for each customer, with the year if it differs', async () => {
    const noah = { id: 'cus_new', name: 'Noah New' };
    billing.charges = upcomingCharges({
      overdue: [
        anOverdue({ invoice_id: 'in_a', amount_due: 1000, since: noon('2025-12-31'), next_attempt: null }),
        anOverdue(),
        anOverdue({ invoice_id: 'in_b', customer: noah, card: null, next_attempt: null, subscription: null }),
      ],
    });
    await openPlans();
    expect(await rows()).toEqual([
      '$218.00Olivia OwnerPractice Core Visa •••• 0341 Past due since Dec 31, 2025 Next attempt Nov 25Pay $218.00 now',
      '$208.00Noah NewPast due since Nov 3 No further attempt is plannedPay $208.00 now',
    ]);
  });

  it('lists several debts in one notice, each with its subscriptions and a payment button', async () => {
    const noah = { id: 'cus_new', name: 'Noah New' };
    const imaging = { id: 'sub_imaging', name: 'Imaging' };
    billing.charges = upcomingCharges({
      overdue: [
        anOverdue(),
        anOverdue({ invoice_id: 'in_a', subscription: imaging }),
        anOverdue({ invoice_id: 'in_b', customer: noah, subscription: null }),
      ],
    });
    await openPlans();
    const list = within(await screen.findByRole('list', { name: 'Overdue payments' }));
    const [first, second, ...others] = list.getAllByRole('listitem');
    expect(others).toEqual([]);
    expect(first).toHaveTextContent(/^\$416\.00Olivia OwnerPractice Core and Imaging .* Nov 25Pay \$416\.00 now$/);
    expect(second).toHaveTextContent(/^\$208\.00Noah New.* Nov 25Pay \$208\.00 now$/);
    expect(screen.getAllByText(/One or more of your subscriptions/)).toHaveLength(1);
    expect(list.getByRole('button', { name: 'Pay $208.00 now for Noah New' })).toBeVisible();
  });
});

describe('a plan with overdue payments', () => {
  const phones = { id: 'sub_phones', name: 'Phones' };
  const invoice = { ...late, subscription: { ...phones, card: null } };
  const others = { ...older, subscription: { id: 'sub_core', name: 'Practice Core', card: null } };
  const reason = 'Phones is already subscribed and not paid. Pay its open invoice instead.';
  const plan = (id = 'price_phones') =>
    aPlan({
      id,
      name: 'Phones',
      offer: anOffer({
        reason,
        trial: { offered: false, reason, ends: noon('2026-12-04'), blocked_customers: [] },
        owed: { subscription_id: 'sub_phones', customer_id: 'cus_olivia' },
      }),
    });
  beforeEach(() => {
    billing.plans = [plan()];
    billing.openInvoices = [invoice, others];
    billing.charges = upcomingCharges({
      overdue: [anOverdue({ subscription: phones }), anOverdue({ invoice_id: 'in_older', amount_due: 1000 })],
    });
  });

  it('shows the amount on its card and pays only its invoices', async () => {
    const { user } = await openPlans();
    await screen.findByRole('article', { name: 'Phones' });
    const phonesCard = card('Phones');
    expect(await phonesCard.findByText('You owe $208.00 for Phones.')).toBeVisible();
    expect(phonesCard.queryByRole('button', { name: /Subscribe|Try/ })).toBeNull();
    await user.click(phonesCard.getByRole('button', { name: 'Pay it instead: Phones' }));
    await waitFor(() => expect(pay()).not.toHaveAttribute('aria-disabled'));
    expect(dialog().getByRole('list', { name: 'Open invoices' })).not.toHaveTextContent('BSD-0008');
    await user.click(pay());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.recordedCalls.map(({ body }) => body)).toMatchObject([
      { invoice_ids: ['in_late'], expected_due: 20_800 },
    ]);
  });

  it('can be paid from the new subscription dialog', async () => {
    billing.plans = [plan('price_voice')];
    const { user } = await openPlans(superAdmin);
    await user.click(button('New Subscription'));
    await screen.findByRole('option', { name: /^Voice/ });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Plan' }), 'price_voice');
    const start = within(screen.getByRole('dialog', { name: 'Start New Subscription' }));
    expect(await start.findByText('You owe $208.00 for Phones.')).toBeVisible();
    await user.click(start.getByRole('button', { name: 'Pay it instead: Phones' }));
    await waitFor(() => expect(pay()).not.toHaveAttribute('aria-disabled'));
  });

  it('keeps the server’s reason when the amount is unknown', async () => {
    billing.charges = upcomingCharges();
    await openPlans();
    await screen.findByRole('article', { name: 'Phones' });
    expect(await card('Phones').findByText(reason, { ignore: '[hidden]' })).toBeVisible();
    expect(card('Phones').queryByRole('button', { name: /Pay it instead/ })).toBeNull();
  });
});

describe('paying in the dialog', () => {
  it('charges the default card for the shown amount and hides the banner', async () => {
    const page = await openDialog();
    billing.charges = upcomingCharges();
    await page.user.dblClick(pay());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.recordedCalls).toEqual([
      {
        call: 'pay',
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        body: { invoice_ids: ['in_late'], payment_method_id: 'pm_visa', expected_due: 20_800 },
      },
    ]);
    expect(toast(page)).toEqual({ severity: 'success', message: '$208.00 paid' });
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Overdue payments' })).toBeNull());
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  describe('with a default card that was declined', () => {
    beforeEach(() => {
      billing.charges = upcomingCharges({ overdue: [anOverdue({ declined_method_id: 'pm_visa' })] });
    });

    it('selects another card and names the declined one', async () => {
      await openDialog();
      expect(dialog().getByText('Declined')).toBeVisible();
      expect(dialog().getByRole('radio', { name: /^Visa/ })).not.toBeChecked();
      expect(dialog().getByRole('radio', { name: /^Visa/ })).toHaveAccessibleDescription('Default Declined');
      expect(dialog().getByRole('radio', { name: /^American Express/ })).toBeChecked();
    });
  });

  describe('for debts in two currencies', () => {
    const euros = { ...late, invoice_id: 'in_eur', number: 'BSD-0010', amount_due: 5000, currency: 'eur' };
    beforeEach(() => {
      billing.openInvoices = [late, euros];
      const overdue = [anOverdue(), anOverdue({ invoice_id: 'in_eur', amount_due: 5000, currency: 'eur' })];
      billing.charges = upcomingCharges({ overdue });
    });
    const isReady = () => expect(dialog().getByRole('button', { name: /now$/ })).not.toHaveAttribute('aria-disabled');

    it('pays the debt whose button was clicked', async () => {
      const { user } = await openPlans();
      await user.click(await screen.findByRole('button', { name: 'Pay €50.00 now for Olivia Owner' }));
      await waitFor(isReady);
      expect(dialog().getByRole('list', { name: 'Open invoices' })).toHaveTextContent('BSD-0010€50.00Total€50.00');
      await user.click(dialog().getByRole('button', { name: 'Pay €50.00 now' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(billing.recordedCalls.map(({ body }) => body)).toEqual([
        { invoice_ids: ['in_eur'], payment_method_id: 'pm_visa', expected_due: 5000 },
      ]);
    });

    it('opens the debt named in the link', async () => {
      await openPage(PLANS, undefined, {}, '?pay=cus_olivia&currency=eur');
      await waitFor(isReady);
      expect(dialog().getByRole('button', { name: 'Pay €50.00 now' })).toBeVisible();
    });

    it('links back to the overview it was opened from', async () => {
      const { user, shell } = await openPage(PLANS, undefined, {}, '?pay=cus_olivia&currency=eur&back=overview');
      await waitFor(isReady);
      await user.click(dialog().getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(shell.visited.at(-1)).toMatch(/\/overview$/));
    });

    it('links back to the overview after the payment', async () => {
      const { user, shell } = await openPage(PLANS, undefined, {}, '?pay=cus_olivia&currency=eur&back=overview');
      await waitFor(isReady);
      billing.charges = upcomingCharges({ overdue: [anOverdue()] });
      await user.click(dialog().getByRole('button', { name: 'Pay €50.00 now' }));
      await waitFor(() => expect(shell.visited.at(-1)).toMatch(/\/overview$/));
      expect(billing.recordedCalls).toMatchObject([{ call: 'pay', body: { invoice_ids: ['in_eur'] } }]);
      expect(shell.notifications).toContainEqual({ severity: 'success', message: '€50.00 paid' });
    });
  });

  it.each([
    ['while the cards load', neverAnswer, 'Loading cards...'],
    ['without the cards', connectionFailure, 'Choose a card first'],
  ])('doesn’t charge a card that isn’t shown: %s', async (_, broken, reason) => {
    // A customer whose cards aren't cached by another test.
    const customer = { id: `cus_${reason.length}`, name: 'Nina New' };
    billing.charges = upcomingCharges({ overdue: [anOverdue({ customer })] });
    server.use(answer(listPaymentMethods, broken));
    const { user } = await openPlans();
    await user.click(await screen.findByRole('button', { name: 'Pay $208.00 now for Nina New' }));
    const payNow = await screen.findByRole('button', { name: 'Pay $208.00 now' });
    await waitFor(() => expect(payNow).toHaveAccessibleDescription(reason));
    await user.click(payNow);
    expect(billing.recordedCalls).toEqual([]);
  });

  describe('for a subscription that renews with another card', () => {
    const visa = { id: 'pm_visa', brand: 'visa', last4: '4242' };
    const renewed = { ...late, subscription: { id: 'sub_core', name: 'Practice Core', card: visa } };
    const keep = () => dialog().getByRole('checkbox', { name: 'Keep paying with this card' });
    const sent = () => billing.recordedCalls.map(({ body }) => body);

    it('keeps paying with the selected card unless the person opts out', async () => {
      billing.openInvoices = [renewed];
      const page = await openDialog();
      expect(dialog().queryByRole('checkbox')).toBeNull();
      await page.user.click(dialog().getByRole('radio', { name: 'American Express ending 0005' }));
      expect(keep()).toBeChecked();
      expect(keep()).toHaveAccessibleDescription('Practice Core will renew with American Express ending 0005.');
      await page.user.click(pay());
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent()).toEqual([
        {
          invoice_ids: ['in_late'],
          payment_method_id: 'pm_amex',
          expected_due: 20_800,
          use_for_renewals: true,
        },
      ]);
    });

    it('pays once with the card when the person opts out', async () => {
      billing.openInvoices = [renewed];
      const page = await openDialog();
      await page.user.click(dialog().getByRole('radio', { name: 'American Express ending 0005' }));
      await page.user.click(keep());
      await page.user.click(pay());
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(sent()).toEqual([{ invoice_ids: ['in_late'], payment_method_id: 'pm_amex', expected_due: 20_800 }]);
    });

    it('warns when a paid subscription still has its previous card', async () => {
      billing.openInvoices = [renewed];
      billing.unmovable = [{ subscription_id: 'sub_core', name: 'Practice Core', problem: 'Change its card.' }];
      const page = await openDialog();
      await page.user.click(dialog().getByRole('radio', { name: 'American Express ending 0005' }));
      await page.user.click(pay());
      await waitFor(() =>
        expect(page.shell.notifications).toContainEqual({
          severity: 'warning',
          message: 'Practice Core still renews with its previous card. Change its card.',
        }),
      );
    });
  });

  it('offers another card after a decline but not the declined one', async () => {
    billing.paymentAnswer = { status: 'failed', message: '', results: [attempt] };
    const page = await openDialog();
    await page.user.click(pay());
    expect(await dialog().findByText('Nothing was paid. Try another card.')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Your card was declined.' });
    expect(dialog().getByRole('radio', { name: 'Visa ending 4242' })).not.toBeChecked();
    await waitFor(() => expect(pay()).toHaveAccessibleDescription('Choose a card first'));
    billing.paymentAnswer = null;
    await page.user.click(dialog().getByRole('radio', { name: 'American Express ending 0005' }));
    await page.user.click(pay());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.recordedCalls.at(-1)?.body).toMatchObject({ payment_method_id: 'pm_amex' });
    expect(billing.recordedCalls[0]?.key).not.toBe(billing.recordedCalls[1]?.key);
  });

  it('shows the result of each invoice when only some are paid', async () => {
    billing.openInvoices = [older, late];
    const paid = { ...older, paid: true, amount: 1000, problem: null };
    billing.paymentAnswer = { status: 'partial', message: '', results: [paid, attempt] };
    const pays = (): Response => {
      billing.markPaid([older.invoice_id]);
      return Response.json(billing.paymentAnswer);
    };
    server.use(answer(payOpenInvoices, pays, { once: true }));
    const { user } = await openPlans();
    await user.click(await screen.findByRole('button', { name: 'Pay $208.00 now for Olivia Owner' }));
    const payBoth = await dialog().findByRole('button', { name: 'Pay $218.00 now' });
    await waitFor(() => expect(payBoth).not.toHaveAttribute('aria-disabled'));
    await user.click(payBoth);
    expect(await dialog().findByText('Some invoices are still open. Try another card.')).toBeVisible();
    const [first, second] = within(dialog().getByRole('list', { name: 'Open invoices' })).getAllByRole('listitem');
    expect(first).toHaveTextContent('BSD-0008Paid$10.00');
    expect(second).toHaveTextContent('BSD-0009$208.00Your card was declined.');
    expect(await dialog().findByRole('button', { name: 'Pay $208.00 now' })).toBeVisible();
  });

  it('requests bank confirmation and confirms the payment', async () => {
    billing.paymentAnswer = {
      status: 'requires_action',
      message: '',
      results: [{ ...attempt, problem: 'Confirm it.', client_secret: 'pi_late_secret' }],
    };
    const page = await openDialog();
    await waitFor(() => expect(pay()).not.toHaveAttribute('aria-disabled'));
    server.use(
      answer(
        payOpenInvoices,
        () => {
          billing.markPaid(['in_late']);
          return Response.json(billing.paymentAnswer);
        },
        { once: true },
      ),
    );
    await page.user.click(pay());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stripe.nextActionSecrets).toEqual(['pi_late_secret']);
    expect(toast(page)).toEqual({ severity: 'success', message: '$208.00 paid' });
  });

  it('shows the reason when the bank refuses', async () => {
    stripe.bankError = 'We are unable to authenticate your payment method.';
    billing.paymentAnswer = {
      status: 'requires_action',
      message: '',
      results: [{ ...attempt, client_secret: 'pi_late_secret' }],
    };
    const { user } = await openDialog();
    await user.click(pay());
    expect(await dialog().findByText('We are unable to authenticate your payment method.')).toBeVisible();
    expect(dialog().getByText('Nothing was paid. Try another card.')).toBeVisible();
  });

  it('shows the new amount when it has changed', async () => {
    server.use(
      answer(payOpenInvoices, () => errorReply(409, 'preview_outdated', 'The amount is another one.'), { once: true }),
    );
    const { user } = await openDialog();
    billing.openInvoices = [{ ...late, amount_due: 21_000 }];
    await user.click(pay());
    expect(await dialog().findByText(/The amount has changed, so nothing was charged/)).toBeVisible();
    expect(await dialog().findByRole('button', { name: 'Pay $210.00 now' })).toBeVisible();
  });

  it('retries the payment with the same key without a response', async () => {
    const keys: (string | null)[] = [];
    server.use(
      answer(
        payOpenInvoices,
        ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return connectionFailure();
        },
        { once: true },
      ),
    );
    const { user } = await openDialog();
    await user.click(pay());
    expect(await dialog().findByText(/we don’t know whether this was paid/)).toBeVisible();
    await waitFor(() => expect(pay()).not.toHaveAttribute('aria-disabled'));
    await user.click(pay());
    await waitFor(() => expect(billing.recordedCalls.map(({ key }) => key)).toEqual(keys));
  });

  it('adds a card and pays with it', async () => {
    const { user } = await openDialog();
    await user.click(dialog().getByRole('button', { name: 'Add a card' }));
    await screen.findByRole('textbox', { name: 'Card number' });
    await user.click(button('Add card'));
    expect(await screen.findByRole('radio', { name: 'Mastercard ending 4444' })).toBeChecked();
    await user.click(pay());
    await waitFor(() => expect(billing.recordedCalls.at(-1)?.body).toMatchObject({ payment_method_id: 'pm_added' }));
  });
});
