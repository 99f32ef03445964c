import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { addSubscriptionItems, settleBillingRequest } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import type { BillingServer } from '../testing/billing-server';
import { aCard, aPreview, aSummary } from '../testing/builders';
import { button, type OpenPage, openPlans, serve, server, stripe, toast, withServer } from '../testing/open-page';

withServer();

const dialog = () => within(screen.getByRole('dialog'));
const add = () => dialog().getByRole('button', { name: /^Add \d feature/ });
const amex = aCard({ id: 'pm_amex', is_default: false }, { brand: 'amex', last4: '0005' });
const isReady = () => waitFor(() => expect(add()).not.toHaveAttribute('aria-disabled'));

let billing: BillingServer;
beforeEach(() => {
  billing = serve();
  billing.cards.set('cus_olivia', [aCard(), amex]);
});

/** Opens the add-on dialog, selects two features and waits for their cost. */
async function chooseTwo(): Promise<OpenPage> {
  const page = await openPlans();
  await page.user.click(button('Add optional features to Practice Core'));
  await page.user.click(await screen.findByRole('checkbox', { name: 'Appointment reminders' }));
  await dialog().findByText('Charged today');
  return page;
}

/** Declines the next purchase. Returns a list that receives the purchase's idempotency key. */
function decline(): string[] {
  const keys: string[] = [];
  server.use(
    answer(
      addSubscriptionItems,
      ({ idempotencyKey }) => {
        keys.push(idempotencyKey ?? '');
        return errorReply(402, 'card_declined', 'Your card was declined. Nothing was added. Try another card.');
      },
      { once: true },
    ),
  );
  return keys;
}

describe('a declined payment', () => {
  it('keeps the choice and pays with another saved card and a new key', async () => {
    const keys = decline();
    const page = await chooseTwo();
    await page.user.click(add());
    expect(await dialog().findByText('Nothing was added. Try another card.')).toBeVisible();
    expect(dialog().getByText('Your card was declined.')).toBeVisible();
    expect(toast(page)).toEqual({
      severity: 'error',
      message: 'Your card was declined. Nothing was added. Try another card.',
    });
    expect(dialog().getByRole('checkbox', { name: 'Message archive' })).toBeChecked();
    await waitFor(() => expect(add()).toHaveAccessibleDescription('Choose a card first'));
    const cards = within(dialog().getByRole('group', { name: 'Pay with' }));
    await page.user.click(await cards.findByRole('radio', { name: 'American Express ending 0005' }));
    expect(await dialog().findByText('American Express •••• 0005')).toBeVisible();
    await isReady();
    await page.user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.recordedCalls[0]?.body).toMatchObject({ payment_method_id: 'pm_amex', expected_due: 1240 });
    expect(billing.recordedCalls[0]?.key).not.toBe(keys[0]);
  });

  it('pays with a card added in the dialog', async () => {
    decline();
    const { user } = await chooseTwo();
    await user.click(add());
    await user.click(await dialog().findByRole('button', { name: 'Add a card' }));
    await screen.findByRole('textbox', { name: 'Card number' });
    await user.click(button('Add card'));
    expect(await screen.findByRole('radio', { name: 'Mastercard ending 4444' })).toBeChecked();
    await isReady();
    await user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.recordedCalls.at(-1)?.body).toMatchObject({ payment_method_id: 'pm_added' });
  });
});

it('refetches an outdated cost and asks for another confirmation', async () => {
  const outdated = 'The preview is out of date.';
  server.use(answer(addSubscriptionItems, () => errorReply(409, 'preview_outdated', outdated), { once: true }));
  const { user } = await chooseTwo();
  billing.preview = aPreview({ due_today: 1300, proration_date: 7, subscription_version: 'later' });
  await user.click(add());
  expect(await dialog().findByText(/The subscription or its cost has changed, so nothing was charged/)).toBeVisible();
  expect(dialog().queryByText(outdated)).toBeNull();
  await waitFor(() => expect(add()).toHaveTextContent('Add 2 features — $13.00 today'));
  expect(billing.recordedCalls).toEqual([]);
  await user.click(add());
  await waitFor(() => expect(billing.recordedCalls).toHaveLength(1));
  expect(billing.recordedCalls[0]?.body).toMatchObject({
    proration_date: 7,
    expected_due: 1300,
    subscription_version: 'later',
  });
});

describe('a payment that needs bank confirmation', () => {
  beforeEach(() => {
    billing.outcome = {
      status: 'requires_action',
      message: '',
      client_secret: 'pi_1_secret_1',
      request_id: 'req_1',
      state: 'requires_action',
    };
  });

  it('settles the request with the server after the person confirms', async () => {
    const page = await chooseTwo();
    const { summary } = billing.reads;
    await page.user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stripe.nextActionSecrets).toEqual(['pi_1_secret_1']);
    expect(billing.settled).toEqual([{ request: 'req_1', body: {} }]);
    expect(toast(page)).toEqual({ severity: 'success', message: 'Features added' });
    await waitFor(() => expect(billing.reads.summary).toBeGreaterThan(summary));
  });

  it('abandons the request when confirmation fails and offers another card', async () => {
    stripe.bankError = 'We are unable to authenticate your payment method.';
    const page = await chooseTwo();
    await page.user.click(add());
    expect(await dialog().findByText('Nothing was added. Try another card.')).toBeVisible();
    expect(dialog().getByText('We are unable to authenticate your payment method.')).toBeVisible();
    expect(billing.settled).toEqual([{ request: 'req_1', body: { give_up: true } }]);
    await page.user.click(await dialog().findByRole('radio', { name: 'American Express ending 0005' }));
    stripe.bankError = null;
    await isReady();
    await page.user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(new Set(billing.recordedCalls.map(({ key }) => key)).size).toBe(2);
  });

  it('closes the dialog while the provider is still processing the payment', async () => {
    billing.request = { state: 'processing', message: 'Your payment is being processed.', requested_at: 1 };
    const page = await chooseTwo();
    await page.user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toast(page)).toEqual({ severity: 'info', message: 'Your payment is being processed.' });
  });

  it('retries the change with the same key when settling gets no response', async () => {
    server.use(answer(settleBillingRequest, connectionFailure, { once: true }));
    const { user } = await chooseTwo();
    await user.click(add());
    await dialog().findByText(/we don’t know whether this happened/);
    await isReady();
    await user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.recordedCalls).toHaveLength(1);
    expect(stripe.nextActionSecrets).toHaveLength(2);
  });
});

describe('a pending request on the page', () => {
  const pending = { id: 'req_1', message: '', requested_at: 1 };

  it('hides the pending request after the provider confirms it', async () => {
    billing.summary = aSummary({ confirming: true, pending_requests: [{ ...pending, state: 'processing' }] });
    billing.request = { state: 'processing', message: '', requested_at: 1 };
    const page = await openPlans();
    expect(await screen.findByText(/is being confirmed by the payment provider/)).toBeVisible();
    billing.request = { state: 'succeeded', message: '', requested_at: 1 };
    billing.summary = aSummary();
    await waitFor(() => expect(screen.queryByText(/is being confirmed by the payment provider/)).toBeNull());
    expect(toast(page)).toEqual({ severity: 'success', message: 'The payment provider has confirmed your change' });
  });

  it('shows a toast when the payment failed', async () => {
    billing.summary = aSummary({ confirming: true, pending_requests: [{ ...pending, state: 'processing' }] });
    billing.request = { state: 'failed', message: 'Your card has insufficient funds.', requested_at: 1 };
    const page = await openPlans();
    await waitFor(() =>
      expect(toast(page)).toEqual({ severity: 'error', message: 'Your card has insufficient funds.' }),
    );
  });

  it('lets the person confirm or abandon an open payment', async () => {
    const waiting = { ...pending, state: 'requires_action' as const, client_secret: 'pi_2_secret' };
    billing.summary = aSummary({ pending_requests: [waiting] });
    const { user } = await openPlans();
    expect(await screen.findByText(/Your bank is waiting for you to confirm a payment/)).toBeVisible();
    await user.click(button('Confirm payment'));
    await waitFor(() => expect(billing.settled).toEqual([{ request: 'req_1', body: {} }]));
    expect(stripe.nextActionSecrets).toEqual(['pi_2_secret']);
    await waitFor(() => expect(button('Don’t pay')).not.toHaveAttribute('aria-disabled'));
    await user.click(button('Don’t pay'));
    await waitFor(() => expect(billing.settled.at(-1)).toEqual({ request: 'req_1', body: { give_up: true } }));
  });
});
