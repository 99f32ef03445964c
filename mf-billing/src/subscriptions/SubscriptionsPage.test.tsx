import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { assignSubscriptionItem, listTrialPlans, readFeatureSummary } from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import {
  aBundle,
  aCharge,
  aDifference,
  aFeature,
  anItem,
  anOffer,
  anOverdue,
  aPlan,
  aSchedule,
  aSubscription,
  aSummary,
  coreItem,
  named,
  noon,
  noTrial,
  refused,
  smsItem,
  superAdmin,
  trialUsed,
  upcomingCharges,
} from '../testing/builders';
import {
  button,
  card,
  openPage,
  openPlans,
  PLANS,
  region,
  serve,
  server,
  setNarrow,
  toast,
  withServer,
} from '../testing/open-page';

withServer();

const dashboard_url = 'https://dashboard.example';
const ending = anItem({ id: 'si_x', plan_name: 'Scheduling', optional_feature: 'x', stop_date: noon('2026-11-30') });

describe('current subscriptions', () => {
  it('offers to pay a debt only once on a phone, in the notice above', async () => {
    setNarrow(true);
    const late = aSubscription({
      id: 'sub_late',
      plan_name: 'Phones',
      status: 'past_due',
      payment_url: 'https://pay.example/in_late',
    });
    const other = aSubscription({ ...late, id: 'sub_other', plan_name: 'Imaging', customer_id: 'cus_other' });
    serve({
      summary: aSummary({ subscriptions: [late, other] }),
      charges: upcomingCharges({ overdue: [anOverdue()] }),
    });
    const { user } = await openPlans();
    expect(await screen.findByRole('button', { name: 'Pay $208.00 now for Olivia Owner' })).toBeVisible();
    await user.click(button(/^Phones .* Past due/));
    expect(card('Phones').queryByRole('link', { name: /^Pay/ })).toBeNull();
    expect(card('Imaging').getByRole('link', { name: /^Pay the open invoice/ })).toBeVisible();
  });

  it('repeats nothing in an expanded subscription on a phone', async () => {
    setNarrow(true);
    const trial = { status: 'trialing', trial_end: noon('2026-12-10') } as const;
    serve({ summary: aSummary({ subscriptions: [aSubscription({ ...trial, amount: 34_500 })] }) });
    const { user } = await openPlans();
    await user.click(button(/^Practice Core .*On trial Trial until Dec 10, 2026$/));
    const head = card('Practice Core').getByText('Since Mar 3, 2025').closest('header');
    expect(head).not.toHaveTextContent(/Practice Core|On trial|Monthly|\$345/);
  });

  it('lists unused items and lets the practice use them', async () => {
    const free = anItem({ id: 'si_free', plan_name: 'Market Insights', used_by: 'nobody' });
    const taken = anItem({ id: 'si_taken', plan_name: 'Call Recording', used_by: 'others' });
    serve({ summary: aSummary({ subscriptions: [aSubscription({ items: [coreItem, free, taken] })] }) });
    const assigned: unknown[] = [];
    server.use(
      answer(assignSubscriptionItem, ({ params, body }) => {
        assigned.push(params.subscription, body);
        return reply(assignSubscriptionItem, { status: 'success', message: 'Item assigned' });
      }),
    );
    const page = await openPlans();
    expect(card('Practice Core').getByText('Nobody uses it')).toBeVisible();
    expect(card('Practice Core').getByText('Used by another practice')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Call Recording' })).toBeNull();
    await page.user.click(button('Assign Market Insights to this practice'));
    await waitFor(() =>
      expect(toast(page)).toEqual({ severity: 'success', message: 'This practice uses Market Insights now' }),
    );
    expect(assigned).toEqual(['sub_core', { subscription_item_id: 'si_free' }]);
  });

  it('shows status, plan, interval, amount, day, items, quantities and ends', async () => {
    const two = { ...smsItem, quantity: 2 };
    serve({ summary: aSummary({ subscriptions: [aSubscription({ items: [coreItem, two, ending] })] }) });
    await openPlans();
    const sub = card('Practice Core');
    expect(sub.getByText('Active')).toBeVisible();
    expect(sub.getByText('Monthly')).toBeVisible();
    expect(sub.getByText('since Mar 3, 2025')).toBeVisible();
    expect(sub.getByText('$949.00')).toBeVisible();
    expect(sub.getByText('Quantity 2')).toBeInTheDocument();
    expect(sub.getByText('Ends: Nov 30, 2026')).toBeVisible();
    expect(sub.getByText('$49.00')).toBeVisible();
  });

  it('shows a seat of another organization without amounts or actions', async () => {
    const actions = { add_features: refused(), switch_plan: refused(), cancel: refused() };
    const item = { ...smsItem, amount: 0, actions: { remove: refused(), undo_removal: refused() } };
    const provided = aSubscription({
      plan_name: 'Practice Analytics',
      amount: 0,
      customer_id: '',
      customer_name: null,
      payment_method: null,
      current_phase: null,
      provided_by: { name: 'Amber Dental Alliance' },
      items: [item, { ...item, id: 'si_ending', plan_name: 'Scheduling', stop_date: noon('2026-11-30') }],
      actions,
    });
    serve({ summary: aSummary({ subscriptions: [provided] }) });
    await openPlans(superAdmin);
    const seat = card('Practice Analytics');
    expect(seat.getByText(/^Provided by Amber Dental Alliance’s subscription/)).toBeVisible();
    expect(seat.getByText('Ends: Nov 30, 2026')).toBeVisible();
    expect(seat.queryByText(/\$/)).toBeNull();
    expect(seat.queryByRole('button', { name: /Add|Remove|Undo|Switch|Cancel/ })).toBeNull();
  });

  describe('on a phone screen', () => {
    const halved = {
      subscription_id: 'sub_core',
      currency: 'usd',
      date: noon('2026-12-01'),
      list: 18_900,
      discount: 9450,
      tax: 0,
      amount: 9450,
      changes: null,
    };

    it('collapses a paid subscription to its price per period', async () => {
      setNarrow(true);
      serve({
        summary: aSummary({ subscriptions: [aSubscription()] }),
        charges: upcomingCharges({ prices: [halved] }),
      });
      const { user } = await openPage(PLANS);
      const line = await screen.findByRole('button', { name: 'Practice Core $94.50 / month Active' });
      await user.click(line);
      expect(card('Practice Core').getByText('List price per month')).toBeVisible();
    });

    it('folds what is active and what the practice has to names', async () => {
      setNarrow(true);
      serve({ plans: [aPlan({ name: 'Voice', offer: anOffer({ state: 'active' }) })] });
      const { user } = await openPage(PLANS);
      await user.click(await screen.findByRole('button', { name: 'Already Have All Features Voice', expanded: false }));
      expect(screen.getByRole('list', { name: 'Already Have All Features' })).toHaveTextContent('$189.00 / month');
      const bundles = region('Active Bundles');
      expect(bundles.getByText('Core')).toBeVisible();
      expect(bundles.queryByRole('list')).toBeNull();
      await user.click(bundles.getByRole('button', { name: 'Active Bundles', expanded: false }));
      expect(bundles.getByRole('button', { name: /^Core/, expanded: false })).toBeVisible();
    });

    it('collapses a seat of another organization without an amount', async () => {
      setNarrow(true);
      const provided = aSubscription({ amount: 0, provided_by: { name: 'Aspen Dental Partners' } });
      serve({ summary: aSummary({ subscriptions: [provided] }) });
      await openPage(PLANS);
      expect(await screen.findByRole('button', { name: 'Practice Core Active' })).toBeVisible();
    });
  });

  it('shows five features and the rest on request', async () => {
    serve();
    const { user } = await openPlans();
    const list = () => card('Practice Core').getByRole('list', { name: 'Features of Practice Core' });
    expect(within(list()).getAllByRole('listitem')).toHaveLength(5);
    await user.click(card('Practice Core').getByRole('button', { name: /^Show all 7/ }));
    expect(within(list()).getAllByRole('listitem')).toHaveLength(7);
    await user.click(card('Practice Core').getByRole('button', { name: 'Show fewer' }));
    expect(within(list()).getAllByRole('listitem')).toHaveLength(5);
  });

  it('shows scheduled changes under their subscription without actions', async () => {
    serve({
      summary: aSummary({ subscriptions: [aSubscription(), aSchedule({ scheduled_differences: [aDifference()] })] }),
    });
    const { user } = await openPlans(superAdmin);
    expect(screen.getByText('Treatment Plan Builder ends, −$39.00 per month, Dec 3, 2026')).toBeVisible();
    expect(screen.getByText('from Jan 1, 2027')).toBeVisible();
    const toggle = button('Show the item from then on: Scheduled Changes of Practice Core');
    expect(screen.queryByText('Practice Core 2027')).toBeNull();
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    const scheduled = within(screen.getByRole('list', { name: 'Scheduled Changes' }));
    expect(scheduled.getByText('Practice Core 2027')).toBeVisible();
    expect(scheduled.getByText('Scheduled')).toBeVisible();
    expect(scheduled.queryByRole('button')).toBeNull();
  });

  it.each([
    ['members', undefined, [], 0],
    ['super admins', superAdmin, ['Cancel subscription Practice Core'], 3],
  ])('offers %s their actions', async (_, flags, names, links) => {
    serve({ summary: aSummary({ dashboard_url }) });
    await openPlans(flags);
    const sub = card('Practice Core');
    const offered = sub
      .getAllByRole('button')
      .map((found: HTMLElement) => found.getAttribute('aria-label') ?? found.textContent);
    expect(offered).toEqual([
      'Add optional features to Practice Core',
      'Switch plan of Practice Core',
      'Change card of Practice Core',
      ...names,
      'Show all 7: Features of Practice Core',
      'Remove Two-way SMS',
    ]);
    expect(sub.queryAllByRole('link')).toHaveLength(links);
    expect(sub.queryAllByText('Non-cancellable')).toHaveLength(links > 0 ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: 'New Subscription' })).toHaveLength(links > 0 ? 1 : 0);
  });

  it('shows super admins the ids, linked to the provider', async () => {
    serve({ summary: aSummary({ dashboard_url }) });
    await openPlans(superAdmin);
    const links = card('Practice Core').getAllByRole('link');
    expect(links.map((link: HTMLElement) => link.textContent?.replace(' (opens in a new tab)', ''))).toEqual([
      'sub_core',
      'price_core',
      'price_sms',
    ]);
    expect(links.map((link: HTMLElement) => link.getAttribute('href'))).toEqual([
      `${dashboard_url}/subscriptions/sub_core`,
      `${dashboard_url}/prices/price_core`,
      `${dashboard_url}/prices/price_sms`,
    ]);
  });

  it('explains payment issues and how to fix them', async () => {
    const late = aSubscription({
      id: 'sub_late',
      plan_name: 'Voice',
      status: 'past_due',
      payment_url: 'https://pay.example/1',
    });
    serve({ summary: aSummary({ subscriptions: [late] }) });
    const { user, shell, practiceId: practice } = await openPlans(superAdmin);
    expect(
      screen.getByText('One or more of your subscriptions has payment issues. Please update your payment method.'),
    ).toBeVisible();
    expect(card('Voice').getByRole('link', { name: /Pay the open invoice/ })).toHaveAttribute(
      'href',
      'https://pay.example/1',
    );
    expect(card('Voice').queryByRole('button', { name: /Add optional|Cancel|Remove/ })).toBeNull();
    await user.click(button('Update payment method'));
    expect(shell.visited).toEqual([`/settings/${practice}/subscriptions/payment-methods`]);
  });

  it('shows an empty state without subscriptions', async () => {
    serve({ summary: aSummary({ subscriptions: [] }) });
    await openPlans();
    expect(region('Current Subscriptions').getByText('No subscriptions yet')).toBeVisible();
  });

  it('summarizes the next charge in one sentence', async () => {
    serve();
    await openPlans();
    expect(await screen.findByText(/Next charge \$499\.00 on Dec 1, 2026, to Visa •••• 4242\.$/)).toBeVisible();
  });
});

describe('available plans', () => {
  const yearly = aPlan({ id: 'y', name: 'Growth yearly', interval: 'year', amount: 189_000 });

  it('shows monthly plans, and yearly plans from the URL', async () => {
    serve({ plans: [aPlan(), yearly] });
    const { user, shell } = await openPlans();
    const plans = region('Available Plans');
    expect(await plans.findByRole('article', { name: 'Growth' })).toBeVisible();
    expect(plans.getByText('$189.00 / month')).toBeVisible();
    await user.click(button('Yearly'));
    expect(plans.getAllByRole('article')).toHaveLength(1);
    expect(plans.getByText('$1,890.00 / year')).toBeVisible();
    expect(shell.visited.at(-1)).toContain('?interval=year');
  });

  it.each<[string, Parameters<typeof aPlan>[0], string[], string[]]>([
    ['eligible', {}, ['Try 14 Days Free: Growth', 'Subscribe: Growth'], ['14-day free trial', '1 of 1 trial left']],
    ['used up', trialUsed, ['Subscribe: Growth'], ['All trials of this plan are used.']],
    ['without trials', noTrial, ['Subscribe: Growth'], []],
  ])('shows a plan that is %s', async (_, over, buttons, texts) => {
    serve({ plans: [aPlan(over)] });
    await openPlans();
    await screen.findByRole('article', { name: 'Growth' });
    const plan = card('Growth');
    const actions = plan.queryAllByRole('button').map((found: HTMLElement) => found.getAttribute('aria-label'));
    expect(actions.filter(Boolean)).toEqual(buttons);
    for (const text of texts) expect(plan.getByText(text)).toBeVisible();
    expect(plan.queryAllByText('14-day free trial')).toHaveLength(texts.includes('14-day free trial') ? 1 : 0);
  });

  it('shows the remaining days of a trial, its conversion and its first charge with add-ons', async () => {
    const trial = { id: 'sub_trial', trial_start: 1, trial_end: noon('2026-11-29'), days_left: 9 };
    const conversion = aCharge({
      id: 'c',
      kind: 'trial_conversion',
      date: noon('2026-11-29'),
      amount: 22_700,
      subscription: { id: 'sub_trial', name: 'Growth' },
    });
    serve({ plans: [aPlan({ active_trial: trial })], charges: upcomingCharges({ charges: [conversion] }) });
    await openPlans();
    await screen.findByRole('article', { name: 'Growth' });
    const plan = card('Growth');
    expect(plan.getByText('Trial Active')).toBeVisible();
    expect(plan.getByText('9 days left')).toBeVisible();
    expect(
      await plan.findByText(/on Nov 29, 2026\. First charge \$227\.00 on Nov 29, 2026, to Visa •••• 4242\./),
    ).toBeVisible();
    expect(plan.queryByRole('button', { name: /Subscribe/ })).toBeNull();
  });

  it('shows an error instead of the plans, without a toast', async () => {
    serve();
    server.use(answer(listTrialPlans, () => errorReply(500, 'broken', 'Not now'), { once: true }));
    const { user, shell } = await openPlans();
    expect(await screen.findByText('Couldn’t load the plans')).toBeVisible();
    expect(shell.notifications).toEqual([]);
    await user.click(region('Available Plans').getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('article', { name: 'Growth' })).toBeVisible();
  });
});

it('shows the sources of active bundles and additional features', async () => {
  serve({
    summary: aSummary({
      bundles: [
        aBundle(),
        aBundle({
          id: 2,
          name: 'phones',
          display_name: 'Phones',
          features: [named('Calls')],
          included_features: ['calls'],
          is_trial: true,
          trial_end_date: noon('2026-11-29'),
          sources: ['trial'],
        }),
        aBundle({ id: 3, display_name: 'Gone', is_active: false }),
      ],
      features: [
        aFeature('Two-way SMS', { addon: true }),
        aFeature('Beta reports', { sources: ['grant'] }),
        aFeature('Calls', { addon: true }),
      ],
    }),
  });
  const { user } = await openPlans();
  const bundles = region('Active Bundles');
  expect(bundles.getAllByRole('listitem').map((row: HTMLElement) => row.textContent)).toEqual([
    expect.stringMatching(/^Core \d+ features?Subscription$/),
    'Phones 1 featureOn trial until Nov 29, 2026',
  ]);
  await user.click(bundles.getByRole('button', { name: /^Phones/, expanded: false }));
  expect(bundles.getByRole('list', { name: 'Features of Phones' })).toHaveTextContent('Calls');
  const rows = region('Additional Features').getAllByRole('listitem');
  expect(rows.map((row: HTMLElement) => row.textContent)).toEqual([
    'Two-way SMSSubscription',
    'Beta reportsAdded manually',
    'CallsSubscription',
  ]);
  expect(region('Additional Features').getByRole('list', { name: 'via Phones' })).toHaveTextContent('Calls');
});

it('shows an error without a toast, and Retry, when the page can’t be loaded', async () => {
  serve();
  server.use(answer(readFeatureSummary, () => errorReply(500, 'broken', 'Not now'), { once: true }));
  const { user, shell } = await openPage(PLANS);
  expect(await screen.findByText('Couldn’t load the subscriptions')).toBeVisible();
  expect(shell.notifications).toEqual([]);
  await user.click(button('Retry'));
  expect(await screen.findByRole('article', { name: 'Practice Core' })).toBeVisible();
});

it('hides charges from a practice that never had any', async () => {
  const months = upcomingCharges().months.map((month) => ({ ...month, paid: 0, upcoming: 0 }));
  serve({ summary: aSummary({ subscriptions: [] }), charges: upcomingCharges({ charges: [], months }) });
  await openPlans();
  expect(screen.getByText('No subscriptions yet')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Charges' })).toBeNull();
});

it('collapses ended subscriptions', async () => {
  const ended = aSubscription({ id: 'sub_old', plan_name: 'Starter', status: 'canceled' });
  serve({ summary: aSummary({ subscriptions: [ended, aSubscription()] }) });
  const { user } = await openPlans();
  expect(screen.queryByRole('article', { name: 'Starter' })).toBeNull();
  await user.click(button('Show 1 ended subscription'));
  expect(card('Starter').getByText('Canceled')).toBeVisible();
  expect(card('Starter').queryByRole('button', { name: /Add optional|Switch|Remove/ })).toBeNull();
  await user.click(button('Hide ended subscriptions'));
  expect(screen.queryByRole('article', { name: 'Starter' })).toBeNull();
});

it('disables a refused action with the server’s reason', async () => {
  const actions = {
    add_features: refused('Only for an active subscription.'),
    switch_plan: refused(),
    cancel: refused(),
  };
  serve({ summary: aSummary({ subscriptions: [aSubscription({ status: 'paused', actions })] }) });
  await openPlans(superAdmin);
  const add = card('Practice Core').getByRole('button', { name: 'Add optional features to Practice Core' });
  expect(add).toHaveAttribute('aria-disabled', 'true');
  expect(add).toHaveAccessibleDescription('Only for an active subscription.');
  expect(card('Practice Core').getByText('Add Optional Features: Only for an active subscription.')).toBeVisible();
  expect(card('Practice Core').queryByRole('button', { name: /Switch plan|Cancel/ })).toBeNull();
});

it('hides actions that wait for an overdue payment', async () => {
  const reason = 'Only for an active subscription.';
  const actions = { add_features: refused(reason), switch_plan: refused(reason), cancel: refused(reason) };
  serve({ summary: aSummary({ subscriptions: [aSubscription({ status: 'past_due', actions })] }) });
  await openPlans(superAdmin);
  expect(card('Practice Core').queryByRole('button', { name: /Add optional|Switch plan|Cancel/ })).toBeNull();
});

it('lists the contents of bundles and never an add-on as its own feature', async () => {
  const phones = { ...named('Phones'), features: ['Calls', 'Voicemail'].map(named) };
  const sms = { ...smsItem, features: [{ name: 'two_way_sms', display_name: 'Two-way SMS' }] };
  serve({
    summary: aSummary({
      subscriptions: [aSubscription({ items: [{ ...coreItem, features: [], bundles: [phones] }, sms] })],
    }),
    plans: [aPlan({ features: [], bundles: [phones], offer: anOffer({ yearly_saving: 37_800 }) })],
  });
  await openPlans();
  const list = card('Practice Core').getByRole('list', { name: 'Features of Practice Core' });
  expect(list).toHaveTextContent('CallsVoicemail');
  expect(card('Practice Core').queryByRole('list', { name: 'Features of Two-way SMS' })).toBeNull();
  const plan = within(await screen.findByRole('article', { name: 'Growth' }));
  expect(plan.getByText('Includes: Phones')).toBeVisible();
  expect(plan.getByRole('list', { name: 'Features of Growth' })).toHaveTextContent('CallsVoicemail');
  expect(plan.getByText('Saves $378.00 a year')).toBeVisible();
  expect(plan.getByText('New for you: Recall campaigns, Reviews, Referral tracking')).toBeVisible();
});

describe('when the page stays open', () => {
  it('refetches everything only when billing changed elsewhere', async () => {
    const billing = serve();
    await openPlans();
    await waitFor(() => expect(billing.reads.revision).toBe(1));
    const { summary } = billing.reads;
    act(() => void globalThis.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(billing.reads.revision).toBe(2));
    expect(billing.reads.summary).toBe(summary);
    billing.summary = aSummary({ revision: '2', subscriptions: [aSubscription({ plan_name: 'Paid elsewhere' })] });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('article', { name: 'Paid elsewhere' })).toBeVisible();
    expect(billing.reads.summary).toBe(summary + 1);
  });

  it('updates an open dialog when the subscription changes', async () => {
    const billing = serve();
    const { user } = await openPlans();
    await waitFor(() => expect(billing.reads.revision).toBe(1));
    await user.click(button('Add optional features to Practice Core'));
    expect(await screen.findByRole('dialog', { name: 'Add Optional Features to Practice Core' })).toBeVisible();
    billing.summary = aSummary({ revision: '2', subscriptions: [aSubscription({ plan_name: 'Switched elsewhere' })] });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('dialog', { name: 'Add Optional Features to Switched elsewhere' })).toBeVisible();
  });
});
