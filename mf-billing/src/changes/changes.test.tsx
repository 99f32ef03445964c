import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { addSubscriptionItems, cancelSubscription, previewChange, removeSubscriptionItem } from 'shared-api/contracts';
import { answer, noConnection, pageOfProxy, refusal, reply, silence } from 'shared-api/testing';
import { aPreview, aSummary, superAdmin } from '../testing/builders';
import { button, card, type OpenPage, openPlans, serve, server, stripe, toast, withServer } from '../testing/open-page';

withServer();

const dialog = () => within(screen.getByRole('dialog'));
const add = () => dialog().getByRole('button', { name: /^Add \d feature/ });

/** The add-ons' dialog with two chosen, at a price. */
async function chooseTwo(flags = superAdmin): Promise<OpenPage> {
  const page = await openPlans(flags);
  await page.user.click(button('Add optional features to Practice Core'));
  await page.user.click(await screen.findByRole('checkbox', { name: 'Appointment reminders' }));
  await dialog().findByText('Charged today');
  return page;
}

describe('adding features', () => {
  it('shows what it costs, is made, and is shown without a reload', async () => {
    const billing = serve();
    const page = await chooseTwo();
    expect(dialog().getByText('Next invoice, Dec 1, 2026')).toBeVisible();
    expect(dialog().getByText('Nov 20, 2026')).toBeVisible();
    expect(add()).toHaveTextContent('Add 2 features — $12.40 today');
    const before = { ...billing.reads };
    await page.user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await card('Practice Core').findByText('Message archive')).toBeVisible();
    expect(billing.made).toEqual([
      {
        call: 'add',
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        body: {
          optional_features: [
            {
              feature_name: 'appointment_reminders',
              plan_id: 'price_appointment_reminders_month',
              bundle_name: 'core',
            },
            { feature_name: 'message_archive', plan_id: 'price_message_archive_month', bundle_name: 'core' },
          ],
          proration_date: aPreview().proration_date,
        },
      },
    ]);
    expect(toast(page)).toEqual({ severity: 'success', message: 'Features added' });
    expect(page.shell.published).toEqual([{ topic: 'entitlements-changed', payload: { practice: page.practice } }]);
    await waitFor(() => expect(billing.reads.plans).toBeGreaterThan(before.plans));
  });

  it('waits for what it costs', async () => {
    const billing = serve();
    server.use(answer(previewChange, silence));
    const { user } = await openPlans();
    await user.click(button('Add optional features to Practice Core'));
    await user.click(await screen.findByRole('checkbox', { name: 'Appointment reminders' }));
    expect(add()).toHaveAccessibleDescription('Wait for what it costs');
    await user.click(add());
    expect(billing.made).toEqual([]);
  });

  it('is not possible while its cost cannot be had', async () => {
    serve();
    server.use(
      answer(previewChange, () => refusal(502, 'provider_unavailable', 'The provider is away'), { once: true }),
    );
    const { user } = await openPlans();
    await user.click(button('Add optional features to Practice Core'));
    await user.click(await screen.findByRole('checkbox', { name: 'Appointment reminders' }));
    expect(await screen.findByText('The provider is away')).toBeVisible();
    expect(add()).toHaveAttribute('aria-disabled', 'true');
    await user.click(dialog().getByRole('button', { name: 'Retry' }));
    await dialog().findByText('Charged today');
    expect(add()).not.toHaveAttribute('aria-disabled');
  });

  it('by a double click is one call', async () => {
    const billing = serve();
    const { user } = await chooseTwo();
    await user.dblClick(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.made).toHaveLength(1);
  });

  it('that is declined says so in the dialog and in a toast, loses nothing, and is a new attempt next time', async () => {
    const billing = serve();
    const keys: (string | null)[] = [];
    const decline = answer(
      addSubscriptionItems,
      ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        return refusal(402, 'card_declined', 'Your card was declined.');
      },
      { once: true },
    );
    server.use(decline);
    const page = await chooseTwo();
    await page.user.click(add());
    expect(await dialog().findByText('Your card was declined.')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Your card was declined.' });
    expect(dialog().getByRole('checkbox', { name: 'Message archive' })).toBeChecked();
    await waitFor(() => expect(add()).not.toHaveAttribute('aria-disabled'));
    await page.user.click(add());
    await waitFor(() => expect(billing.made).toHaveLength(1));
    expect(billing.made[0]?.key).not.toBe(keys[0]);
  });

  it.each([
    ['no answer', noConnection],
    ['an answer of a proxy', () => pageOfProxy()],
  ])('with %s says that it is not known, and is the same change when tried again', async (_, broken) => {
    const billing = serve();
    const sent: unknown[] = [];
    const lost = answer(
      addSubscriptionItems,
      ({ idempotencyKey, body }) => {
        sent.push([idempotencyKey, body]);
        return broken();
      },
      { once: true },
    );
    server.use(lost);
    const page = await chooseTwo();
    await page.user.click(add());
    expect(await dialog().findByText(/it is not known whether this happened. Trying again is safe/)).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to add features' });
    billing.preview = aPreview({ proration_date: 1 });
    await page.user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([[billing.made[0]?.key, billing.made[0]?.body]]).toEqual(sent);
  });

  it('at a price that does not hold any more shows the new one, and is a new attempt', async () => {
    const billing = serve();
    const outdated = 'The preview is out of date. Look at the new one first.';
    server.use(answer(addSubscriptionItems, () => refusal(409, 'preview_outdated', outdated), { once: true }));
    const { user } = await chooseTwo();
    billing.preview = aPreview({ due_today: 1300, proration_date: 7 });
    await user.click(add());
    expect(await dialog().findByText(outdated)).toBeVisible();
    await waitFor(() => expect(add()).toHaveTextContent('Add 2 features — $13.00 today'));
    await user.click(add());
    await waitFor(() => expect(billing.made).toHaveLength(1));
    expect(billing.made[0]?.body).toMatchObject({ proration_date: 7 });
  });

  it('after another choice is another change', async () => {
    const billing = serve();
    const keys: (string | null)[] = [];
    server.use(
      answer(
        addSubscriptionItems,
        ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return noConnection();
        },
        { once: true },
      ),
    );
    const { user } = await chooseTwo();
    await user.click(add());
    await dialog().findByText(/it is not known/);
    await user.click(dialog().getByRole('checkbox', { name: 'Route map' }));
    await waitFor(() => expect(add()).toHaveTextContent('Add 3 features — $12.40 today'));
    await user.click(add());
    await waitFor(() => expect(billing.made).toHaveLength(1));
    expect(billing.made[0]?.key).not.toBe(keys[0]);
  });

  it('of a person who is signed out asks them to sign in, and loses nothing', async () => {
    serve();
    server.use(answer(addSubscriptionItems, () => refusal(401, 'signed_out', 'Sign in'), { once: true }));
    const { user, shell } = await chooseTwo();
    await user.click(add());
    expect(await dialog().findByText(/You are signed out. Nothing was changed/)).toBeVisible();
    expect(shell.reauthentications).toBe(1);
    expect(dialog().getByRole('checkbox', { name: 'Appointment reminders' })).toBeChecked();
  });

  it('asks the bank where it must, and goes on with its yes', async () => {
    const billing = serve();
    billing.outcome = { status: 'requires_action', message: '', client_secret: 'pi_1_secret_1' };
    const page = await chooseTwo();
    const { summary } = billing.reads;
    await page.user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stripe.asked).toEqual(['pi_1_secret_1']);
    expect(toast(page)).toEqual({ severity: 'success', message: 'Features added' });
    await waitFor(() => expect(billing.reads.summary).toBeGreaterThan(summary));
  });

  it('says what the bank objects to, and can be tried again', async () => {
    const billing = serve();
    billing.outcome = { status: 'requires_action', message: '', client_secret: 'pi_1_secret_1' };
    stripe.bank = 'We are unable to authenticate your payment method.';
    const page = await chooseTwo();
    await page.user.click(add());
    expect(await dialog().findByText('We are unable to authenticate your payment method.')).toBeVisible();
    stripe.bank = null;
    await waitFor(() => expect(add()).not.toHaveAttribute('aria-disabled'));
    await page.user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(new Set(billing.made.map(({ key }) => key)).size).toBe(2);
  });

  it('that is still being confirmed is told so', async () => {
    const billing = serve();
    billing.outcome = { status: 'confirming', message: 'Your change is being confirmed.' };
    const page = await chooseTwo();
    billing.summary = aSummary({ confirming: true });
    await page.user.click(add());
    expect(await screen.findByText(/is being confirmed by the payment provider/)).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'info', message: 'Your change is being confirmed.' });
  });
});

describe('removing an item', () => {
  it('says what it means, and lets it end with the paid period', async () => {
    const billing = serve();
    const page = await openPlans();
    await page.user.click(button('Remove Two-way SMS'));
    const ask = within(screen.getByRole('alertdialog', { name: 'Remove Subscription Item' }));
    await ask.findByText('Charged today');
    await page.user.click(ask.getByRole('button', { name: 'Remove Two-way SMS' }));
    expect(await card('Practice Core').findByText('Ends: Dec 1, 2026')).toBeVisible();
    expect(billing.made.map(({ call, body }) => [call, body])).toEqual([
      ['remove', { subscription_item_id: 'si_sms' }],
    ]);
    expect(billing.previews).toEqual([{ kind: 'remove', subscription_id: 'sub_core', subscription_item_id: 'si_sms' }]);
    expect(screen.queryByRole('button', { name: 'Remove Two-way SMS' })).toBeNull();
  });

  it('that is refused carries the server’s words', async () => {
    serve();
    server.use(answer(removeSubscriptionItem, () => refusal(409, 'shared', 'Another practice shares this item.')));
    const page = await openPlans();
    await page.user.click(button('Remove Two-way SMS'));
    await screen.findByText('Charged today');
    await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove Two-way SMS' }));
    expect(await screen.findByText('Another practice shares this item.')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Another practice shares this item.' });
  });

  it('that fails without words says the documented ones', async () => {
    serve();
    server.use(answer(removeSubscriptionItem, () => Response.json({}, { status: 400 })));
    const page = await openPlans();
    await page.user.click(button('Remove Two-way SMS'));
    await screen.findByText('Charged today');
    await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove Two-way SMS' }));
    await waitFor(() =>
      expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to remove subscription item' }),
    );
  });
});

describe('cancelling a subscription', () => {
  async function ask(): Promise<OpenPage> {
    const page = await openPlans(superAdmin);
    await page.user.click(button('Cancel subscription Practice Core'));
    await screen.findByText('Charged today');
    return page;
  }
  const go = (): HTMLElement =>
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel Subscription' });

  it('ends it at once; the way back is the default', async () => {
    const billing = serve();
    const { user } = await ask();
    expect(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Go back' })).toHaveFocus();
    await user.click(go());
    expect(await card('Practice Core').findByText('Canceled')).toBeVisible();
    expect(billing.made.map(({ call, body }) => [call, body])).toEqual([['cancel', { subscription_id: 'sub_core' }]]);
  });

  it('that fails says the documented words', async () => {
    serve();
    server.use(answer(cancelSubscription, noConnection));
    const page = await ask();
    await page.user.click(go());
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to cancel subscription' }));
  });
});

it('what is credited is called so, and an end of all invoices too', async () => {
  serve();
  const credit = aPreview({ due_today: -500, lines: [], next_invoice: null });
  server.use(answer(previewChange, () => reply(previewChange, credit)));
  const { user } = await openPlans(superAdmin);
  await user.click(button('Cancel subscription Practice Core'));
  expect(await screen.findByText('Credited today')).toBeVisible();
  expect(screen.getByText('$5.00')).toBeVisible();
  expect(screen.getByText('No further invoice')).toBeVisible();
});
