import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { listPaymentMethods, setSubscriptionPaymentMethod } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import type { BillingServer } from '../testing/billing-server';
import { aCard, aSubscription, aSummary, refused } from '../testing/builders';
import { button, card, openPlans, serve, server, toast, withServer, type OpenPage } from '../testing/open-page';

withServer();

const AMEX = 'American Express ending 0005';
const dialog = () => within(screen.getByRole('dialog', { name: 'Change card of Practice Core' }));

async function openDialog(): Promise<OpenPage & { billing: BillingServer }> {
  const billing = serve();
  billing.cards.set('cus_olivia', [
    aCard(),
    aCard({ id: 'pm_amex', is_default: false }, { brand: 'amex', last4: '0005' }),
  ]);
  const page = await openPlans();
  await page.user.click(button('Change card of Practice Core'));
  await screen.findByRole('radio', { name: AMEX });
  return { ...page, billing };
}

describe('a subscription’s card', () => {
  it('changes to another card of the customer', async () => {
    const page = await openDialog();
    expect(dialog().getByRole('radio', { name: 'Visa ending 4242' })).toBeChecked();
    expect(dialog().getByRole('button', { name: 'Change card' })).toHaveAccessibleDescription(
      'This card already pays for it',
    );
    expect(dialog().getByText(/^Practice Core follows the default card/)).toBeVisible();
    await page.user.click(dialog().getByRole('radio', { name: AMEX }));
    expect(dialog().getByText(/^Practice Core stays with this card/)).toBeVisible();
    await page.user.click(dialog().getByRole('button', { name: `Charge to ${AMEX}` }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.billing.recordedCalls.map(({ body }) => body)).toEqual([
      { subscription_id: 'sub_core', payment_method_id: 'pm_amex' },
    ]);
    expect(toast(page)).toEqual({ severity: 'success', message: `Practice Core is charged to ${AMEX} from now on` });
    expect(await card('Practice Core').findByText('Charged to American Express •••• 0005, its own card')).toBeVisible();
  });

  it('changes to a card added in the dialog', async () => {
    const page = await openDialog();
    await page.user.click(dialog().getByRole('button', { name: 'Add a card' }));
    await screen.findByRole('textbox', { name: 'Card number' });
    await page.user.click(button('Add card'));
    await page.user.click(await screen.findByRole('button', { name: 'Charge to Mastercard ending 4444' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.billing.recordedCalls.at(-1)?.body).toEqual({
      subscription_id: 'sub_core',
      payment_method_id: 'pm_added',
    });
  });

  it.each([
    [
      'a refusal',
      () => errorReply(409, 'being_confirmed', 'A change is being confirmed.'),
      'A change is being confirmed.',
    ],
    [
      'a lost response',
      connectionFailure,
      'We didn’t get a response. You can safely try again: this doesn’t charge anything.',
    ],
  ])('keeps the choice after %s', async (_, broken, words) => {
    const page = await openDialog();
    server.use(answer(setSubscriptionPaymentMethod, broken, { once: true }));
    await page.user.click(dialog().getByRole('radio', { name: AMEX }));
    await page.user.click(dialog().getByRole('button', { name: `Charge to ${AMEX}` }));
    expect(await dialog().findByText(words)).toBeVisible();
    await page.user.click(dialog().getByRole('button', { name: `Charge to ${AMEX}` }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows Retry when the cards can’t be loaded', async () => {
    // A customer whose cards aren't cached by another test.
    const billing = serve({ summary: aSummary({ subscriptions: [aSubscription({ customer_id: 'cus_unread' })] }) });
    billing.cards.set('cus_unread', [aCard()]);
    server.use(answer(listPaymentMethods, () => errorReply(502, 'provider_unavailable', 'Away'), { once: true }));
    const { user } = await openPlans();
    await user.click(button('Change card of Practice Core'));
    expect(await dialog().findByText('Couldn’t load the cards')).toBeVisible();
    expect(dialog().getByRole('button', { name: 'Change card' })).toHaveAccessibleDescription('Choose a card first');
    await user.click(dialog().getByRole('button', { name: 'Retry' }));
    expect(await dialog().findByRole('radio', { name: 'Visa ending 4242' })).toBeChecked();
  });

  it('explains why the card can’t be changed', async () => {
    const reason = 'Adding Two-way SMS is being confirmed.';
    const actions = {
      add_features: refused(reason),
      switch_plan: refused(reason),
      cancel: refused(reason),
      change_card: refused(reason),
    };
    serve({ summary: aSummary({ subscriptions: [aSubscription({ actions })] }) });
    await openPlans();
    expect(button('Change card of Practice Core')).toHaveAccessibleDescription(reason);
    expect(button('Add optional features to Practice Core')).toHaveAccessibleDescription(reason);
  });
});
