import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { addSubscriptionItems, cancelSubscription, previewChange, removeSubscriptionItem } from 'shared-api/contracts';
import { answer, connectionFailure, proxyErrorPage, errorReply, reply, neverAnswer } from 'shared-api/testing';
import {
  allowed,
  anItem,
  anOffer,
  aPlan,
  aPreview,
  aSubscription,
  aSummary,
  aWithheld,
  named,
  noon,
  refused,
  smsItem,
  superAdmin,
} from '../testing/builders';
import {
  button,
  card,
  findCard,
  type OpenPage,
  openPlans,
  serve,
  server,
  toast,
  withServer,
} from '../testing/open-page';

withServer();

const dialog = () => within(screen.getByRole('dialog'));
const add = () => dialog().getByRole('button', { name: /^Add \d feature/ });

/** Opens the add-on dialog, selects two features and waits for their cost. */
async function chooseTwo(flags = superAdmin): Promise<OpenPage> {
  const page = await openPlans(flags);
  await page.user.click(button('Add optional features to Practice Core'));
  await page.user.click(await screen.findByRole('checkbox', { name: 'Appointment reminders' }));
  await dialog().findByText('Charged today');
  return page;
}

describe('adding features', () => {
  it('shows the cost, adds the features and updates the page', async () => {
    const billing = serve();
    const page = await chooseTwo();
    expect(dialog().getByText('Next invoice, Dec 1, 2026')).toBeVisible();
    expect(dialog().getByText('Visa •••• 4242')).toBeVisible();
    expect(dialog().getByText('$537.00 / month')).toBeVisible();
    expect(add()).toHaveTextContent('Add 2 features — $12.40 today');
    const before = { ...billing.reads };
    await page.user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await card('Practice Core').findByText('Message archive')).toBeVisible();
    expect(billing.recordedCalls).toEqual([
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
          expected_due: 1240,
        },
      },
    ]);
    expect(toast(page)).toEqual({ severity: 'success', message: 'Features added' });
    expect(page.shell.published).toEqual([{ topic: 'entitlements-changed', payload: { practice: page.practiceId } }]);
    await waitFor(() => expect(billing.reads.plans).toBeGreaterThan(before.plans));
  });

  it('says that usage is charged in addition to the amounts', async () => {
    const billing = serve();
    billing.preview = aPreview({
      next_invoice: { amount: 53_700, date: noon('2026-12-01'), by_usage: true },
      recurring: { amount: 53_700, interval: 'month', by_usage: true },
    });
    await chooseTwo();
    expect(dialog().getByText('$537.00 + usage')).toBeVisible();
    expect(dialog().getByText('$537.00 + usage / month')).toBeVisible();
  });

  it('disables the button until the cost has loaded', async () => {
    const billing = serve();
    server.use(answer(previewChange, neverAnswer));
    const { user } = await openPlans();
    await user.click(button('Add optional features to Practice Core'));
    await user.click(await screen.findByRole('checkbox', { name: 'Appointment reminders' }));
    expect(add()).toHaveAccessibleDescription('Calculating the cost');
    await user.click(add());
    expect(billing.recordedCalls).toEqual([]);
  });

  it.each<[string, number, string, string]>([
    ['can’t be calculated', 502, 'provider_unavailable', 'The provider is away'],
    ['hits the rate limit', 429, 'too_many_requests', 'You’ve requested too many previews. Try again in 2 seconds.'],
  ])('offers Retry when the cost %s', async (_, status, code, message) => {
    serve();
    server.use(answer(previewChange, () => errorReply(status, code, message), { once: true }));
    const { user } = await openPlans();
    await user.click(button('Add optional features to Practice Core'));
    await user.click(await screen.findByRole('checkbox', { name: 'Appointment reminders' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(add()).toHaveAttribute('aria-disabled', 'true');
    await user.click(dialog().getByRole('button', { name: 'Retry' }));
    await dialog().findByText('Charged today');
    expect(add()).not.toHaveAttribute('aria-disabled');
  });

  it('makes one call on a double click', async () => {
    const billing = serve();
    const { user } = await chooseTwo();
    await user.dblClick(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.recordedCalls).toHaveLength(1);
  });

  it.each([
    ['no answer', connectionFailure],
    ['the answer of a proxy', () => proxyErrorPage()],
  ])('retries the change with the same key after %s', async (_, broken) => {
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
    expect(await dialog().findByText(/we don’t know whether this happened. You can safely try again/)).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to add features' });
    billing.preview = aPreview({ proration_date: 1 });
    await page.user.click(add());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([[billing.recordedCalls[0]?.key, billing.recordedCalls[0]?.body]]).toEqual(sent);
  });

  it('sends a new key after the choice changes', async () => {
    const billing = serve();
    const keys: (string | null)[] = [];
    server.use(
      answer(
        addSubscriptionItems,
        ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return connectionFailure();
        },
        { once: true },
      ),
    );
    const { user } = await chooseTwo();
    await user.click(add());
    await dialog().findByText(/we don’t know/);
    await user.click(dialog().getByRole('checkbox', { name: 'Route map' }));
    await waitFor(() => expect(add()).toHaveTextContent('Add 3 features — $12.40 today'));
    await user.click(add());
    await waitFor(() => expect(billing.recordedCalls).toHaveLength(1));
    expect(billing.recordedCalls[0]?.key).not.toBe(keys[0]);
  });

  it('asks a signed-out person to sign in and keeps the choices', async () => {
    serve();
    server.use(answer(addSubscriptionItems, () => errorReply(401, 'signed_out', 'Sign in'), { once: true }));
    const { user, shell } = await chooseTwo();
    await user.click(add());
    expect(await dialog().findByText(/You’re signed out. Nothing changed/)).toBeVisible();
    expect(shell.reauthentications).toBe(1);
    expect(dialog().getByRole('checkbox', { name: 'Appointment reminders' })).toBeChecked();
  });

  it('reports a change that is still being confirmed', async () => {
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
  it('lets the item end with the paid period', async () => {
    const billing = serve();
    const page = await openPlans();
    await page.user.click(button('Remove Two-way SMS'));
    const ask = within(screen.getByRole('alertdialog', { name: 'Remove Subscription Item' }));
    await ask.findByText('Charged today');
    await page.user.click(ask.getByRole('button', { name: 'Remove Two-way SMS' }));
    expect(await (await findCard('Practice Core')).findByText('Ends: Dec 1, 2026')).toBeVisible();
    expect(billing.recordedCalls.map(({ call, body }) => [call, body])).toEqual([
      ['remove', { subscription_item_id: 'si_sms' }],
    ]);
    expect(billing.previews).toEqual([{ kind: 'remove', subscription_id: 'sub_core', subscription_item_id: 'si_sms' }]);
    expect(screen.queryByRole('button', { name: 'Remove Two-way SMS' })).toBeNull();
  });

  it('shows the server’s reason when the removal is refused', async () => {
    serve();
    server.use(answer(removeSubscriptionItem, () => errorReply(409, 'shared', 'Another practice shares this item.')));
    const page = await openPlans();
    await page.user.click(button('Remove Two-way SMS'));
    await screen.findByText('Charged today');
    await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove Two-way SMS' }));
    expect(await screen.findByText('Another practice shares this item.')).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'error', message: 'Another practice shares this item.' });
  });

  it('shows the documented text when the server gives no reason', async () => {
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

describe('an item that others depend on', () => {
  const archive = anItem({
    id: 'si_archive',
    plan_name: 'Message archive',
    optional_feature: 'message_archive',
    required_by: [{ id: 'si_reminders', name: 'Appointment reminders' }],
  });
  const reminders = anItem({
    id: 'si_reminders',
    plan_name: 'Appointment reminders',
    optional_feature: 'appointment_reminders',
  });

  it('names the dependent items and removes them too', async () => {
    const billing = serve({ summary: aSummary({ subscriptions: [aSubscription({ items: [archive, reminders] })] }) });
    const page = await openPlans();
    await page.user.click(button('Remove Message archive'));
    const ask = within(await screen.findByRole('alertdialog', { name: 'Remove Subscription Item' }));
    expect(
      ask.getByText('Appointment reminders can’t be used without Message archive and is removed with it.'),
    ).toBeVisible();
    await ask.findByText('Charged today');
    await page.user.click(ask.getByRole('button', { name: 'Remove Message archive and Appointment reminders' }));
    await waitFor(() => expect(card('Practice Core').getAllByText('Ends: Dec 1, 2026')).toHaveLength(2));
    expect(billing.recordedCalls[0]?.body).toEqual({ subscription_item_id: 'si_archive', with_dependents: true });
  });
});

describe('undoing a removal', () => {
  it('keeps an item that was scheduled to end', async () => {
    const ending = { ...smsItem, stop_date: noon('2026-12-01'), actions: { remove: refused(), undo_removal: allowed } };
    const billing = serve({
      summary: aSummary({ subscriptions: [aSubscription({ items: [ending] })] }),
      preview: aPreview({ starts: ['Two-way SMS'] }),
    });
    const page = await openPlans();
    await page.user.click(button('Keep Two-way SMS'));
    const ask = within(await screen.findByRole('dialog', { name: 'Keep Subscription Item' }));
    await ask.findByText('Charged today');
    expect(ask.getByText('Stays')).toBeVisible();
    expect(ask.queryByText(/^(Starts|In effect from)$/)).toBeNull();
    await page.user.click(ask.getByRole('button', { name: 'Keep Two-way SMS' }));
    expect(await screen.findByRole('button', { name: 'Remove Two-way SMS' })).toBeVisible();
    expect(billing.previews).toEqual([
      { kind: 'undo-removal', subscription_id: 'sub_core', subscription_item_id: 'si_sms' },
    ]);
    expect(billing.recordedCalls.map(({ call, body }) => [call, body])).toEqual([
      ['undo-removal', { subscription_item_id: 'si_sms' }],
    ]);
  });
});

describe('switching a plan', () => {
  const target = aPlan({
    id: 'price_pro',
    name: 'Pro',
    amount: 60_000,
    offer: anOffer({ switch_from: [{ subscription_id: 'sub_core', plan_name: 'Practice Core' }] }),
  });

  it('shows the cost with what ends and starts, and switches the plan', async () => {
    const billing = serve({
      plans: [target, aPlan()],
      preview: aPreview({
        starts: ['Pro'],
        ends: [{ name: 'Practice Core', date: noon('2026-11-20') }],
        lifts: [aWithheld()],
        paid_twice: [{ ...named('Reviews'), through: 'Patient Engagement' }],
      }),
    });
    const page = await openPlans();
    await page.user.click(button('Switch plan of Practice Core'));
    await page.user.click(await screen.findByRole('radio', { name: 'Pro' }));
    expect(dialog().queryByRole('radio', { name: 'Growth' })).toBeNull();
    await dialog().findByText('Ends Nov 20, 2026');
    expect(dialog().getByText('Also restores Phones, withheld by Kim Support on Nov 3, 2026')).toBeVisible();
    // Also holds for a trial, which hasn't been paid yet.
    const twice = 'You would pay for Reviews twice: you have it through Patient Engagement.';
    expect(dialog().getByText(twice)).toBeVisible();
    await page.user.click(dialog().getByRole('button', { name: 'Switch to Pro — $12.40 today' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(billing.previews).toEqual([{ kind: 'switch', subscription_id: 'sub_core', plan_id: 'price_pro' }]);
    expect(billing.recordedCalls[0]).toMatchObject({
      call: 'switch',
      body: { plan_id: 'price_pro', expected_due: 1240, proration_date: aPreview().proration_date },
    });
  });

  it('offers the switch before a second subscription that would charge twice', async () => {
    const offer = { ...target.offer, paid_twice: [{ ...named('Reviews'), through: 'Practice Core' }] };
    serve({ plans: [{ ...target, offer }] });
    const page = await openPlans();
    const plan = await screen.findByRole('article', { name: 'Pro' });
    expect(plan).toHaveTextContent('You would pay for Reviews twice: you have it through Practice Core.');
    expect(card('Pro').getByRole('button', { name: 'Subscribe anyway: Pro' })).toBeVisible();
    await page.user.click(card('Pro').getByRole('button', { name: 'Switch from Practice Core: Pro' }));
    expect(await screen.findByRole('radio', { name: 'Pro' })).toBeChecked();
  });
});

describe('canceling a subscription', () => {
  async function ask(): Promise<OpenPage> {
    const page = await openPlans(superAdmin);
    await page.user.click(button('Cancel subscription Practice Core'));
    await screen.findByText('Charged today');
    return page;
  }
  const go = (): HTMLElement =>
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel Subscription' });

  it('ends the subscription immediately, with “Go back” as the default button', async () => {
    const billing = serve();
    const { user } = await ask();
    expect(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Go back' })).toHaveFocus();
    await user.click(go());
    await user.click(await screen.findByRole('button', { name: 'Show 1 ended subscription' }));
    expect(await card('Practice Core').findByText('Canceled')).toBeVisible();
    expect(billing.recordedCalls.map(({ call, body }) => [call, body])).toEqual([
      ['cancel', { subscription_id: 'sub_core' }],
    ]);
  });

  it('credits the unused time on request', async () => {
    const billing = serve();
    const { user } = await ask();
    await user.click(screen.getByRole('checkbox', { name: 'Credit the unused time to the account balance' }));
    await screen.findByText('Charged today');
    await user.click(go());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const withCredit = { subscription_id: 'sub_core', with_credit: true };
    expect(billing.previews.at(-1)).toEqual({ kind: 'cancel', ...withCredit });
    expect(billing.recordedCalls.map(({ call, body }) => [call, body])).toEqual([['cancel', withCredit]]);
  });

  it('ends an unpaid subscription, and asks what happens to its open invoices', async () => {
    const actions = { ...aSubscription().actions, cancel: refused('Only for an active subscription.') };
    const unpaid = aSubscription({ status: 'past_due', actions: { ...actions, end_unpaid: allowed } });
    const billing = serve({ summary: aSummary({ subscriptions: [unpaid] }) });
    const open = ['IN-7', 'IN-8'].map((number) => ({ number, amount_due: 20_800 }));
    billing.preview = aPreview({ open_invoices: open });
    const { user } = await openPlans(superAdmin);
    await user.click(button('End subscription Practice Core'));
    const dialog = within(screen.getByRole('alertdialog', { name: 'End Practice Core?' }));
    expect(await dialog.findByText(/^\$416\.00 stays owed for IN-7 and IN-8\./)).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: 'Void the 2 open invoices' }));
    expect(dialog.getByText('$416.00 isn’t owed anymore for IN-7 and IN-8.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'End Subscription' }));
    expect(await screen.findByRole('button', { name: 'Show 1 ended subscription' })).toBeVisible();
    expect(billing.recordedCalls.map(({ call, body }) => [call, body])).toEqual([
      ['end-unpaid', { subscription_id: 'sub_core', open_invoices: 'void' }],
    ]);
  });

  it('shows the documented text when canceling fails', async () => {
    serve();
    server.use(answer(cancelSubscription, connectionFailure));
    const page = await ask();
    await page.user.click(go());
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'error', message: 'Failed to cancel subscription' }));
  });
});

it('shows a credit and the end of all invoices when canceling', async () => {
  serve();
  const credit = aPreview({ due_today: -500, lines: [], next_invoice: null, recurring: null, credit: 700 });
  server.use(answer(previewChange, () => reply(previewChange, credit)));
  const { user } = await openPlans(superAdmin);
  await user.click(button('Cancel subscription Practice Core'));
  expect(await screen.findByText('Credited today')).toBeVisible();
  expect(screen.getByText('$5.00')).toBeVisible();
  expect(screen.getByText('No further invoice')).toBeVisible();
  expect(screen.getByText('Added to your balance for the next charges')).toBeVisible();
  expect(screen.getByText('$7.00')).toBeVisible();
});
