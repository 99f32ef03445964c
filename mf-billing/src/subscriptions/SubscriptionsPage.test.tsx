import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { listTrialPlans, readFeatureSummary } from 'shared-api/contracts';
import { answer, refusal } from 'shared-api/testing';
import {
  aBundle,
  aFeature,
  anItem,
  aPlan,
  aSchedule,
  aSubscription,
  aSummary,
  coreItem,
  named,
  noon,
  noTrial,
  smsItem,
  superAdmin,
  trialUsed,
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
  stopClock,
  until,
  withServer,
  type OpenPage,
} from '../testing/open-page';
import type { BillingServer } from '../testing/billing-server';

withServer();

const dashboard_url = 'https://dashboard.example';
const ending = anItem({ id: 'si_x', plan_name: 'Scheduling', optional_feature: 'x', stop_date: noon('2026-11-30') });

describe('current subscriptions', () => {
  it('show status, plan, interval, amount, day, items, quantities and ends', async () => {
    const two = { ...smsItem, quantity: 2 };
    serve({ summary: aSummary({ subscriptions: [aSubscription({ items: [coreItem, two, ending] })] }) });
    await openPlans();
    const sub = card('Practice Core');
    expect(sub.getByText('Active')).toBeVisible();
    expect(sub.getByText('Monthly · since Mar 3, 2025')).toBeVisible();
    expect(sub.getByText('$949.00')).toBeVisible();
    expect(sub.getByText('Quantity 2')).toBeInTheDocument();
    expect(sub.getByText('Ends: Nov 30, 2026')).toBeVisible();
    expect(sub.getByText('$49.00')).toBeVisible();
  });

  it('show five features and, when asked, the rest', async () => {
    serve();
    const { user } = await openPlans();
    const list = () => card('Practice Core').getByRole('list', { name: 'Features of Practice Core' });
    expect(within(list()).getAllByRole('listitem')).toHaveLength(5);
    await user.click(card('Practice Core').getByRole('button', { name: 'Show 2 more' }));
    expect(within(list()).getAllByRole('listitem')).toHaveLength(7);
    await user.click(card('Practice Core').getByRole('button', { name: 'Show fewer' }));
    expect(within(list()).getAllByRole('listitem')).toHaveLength(5);
  });

  it('hold what is scheduled under its parent, without any action', async () => {
    serve({ summary: aSummary({ subscriptions: [aSubscription(), aSchedule()] }) });
    const { user } = await openPlans(superAdmin);
    const toggle = button(/^Scheduled Changes · from Jan 1, 2027 · 1 item$/);
    expect(screen.queryByText('Practice Core 2027')).toBeNull();
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    const scheduled = within(screen.getByRole('list', { name: 'Scheduled Changes' }));
    expect(scheduled.getByText('Practice Core 2027')).toBeVisible();
    expect(scheduled.getByText('Scheduled')).toBeVisible();
    expect(scheduled.queryByRole('button')).toBeNull();
  });

  it.each([
    ['members', undefined, ['Add optional features to Practice Core', 'Show 2 more', 'Remove Two-way SMS'], 0],
    [
      'super admins',
      superAdmin,
      [
        'Add optional features to Practice Core',
        'Cancel subscription Practice Core',
        'Show 2 more',
        'Remove Two-way SMS',
      ],
      3,
    ],
  ])('offer to %s what is theirs', async (_, flags, names, links) => {
    serve({ summary: aSummary({ dashboard_url }) });
    await openPlans(flags);
    const sub = card('Practice Core');
    const offered = sub
      .getAllByRole('button')
      .map((found: HTMLElement) => found.getAttribute('aria-label') ?? found.textContent);
    expect(offered).toEqual(names);
    expect(sub.queryAllByRole('link')).toHaveLength(links);
    expect(sub.queryAllByText('Non-cancellable')).toHaveLength(links > 0 ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: 'New Subscription' })).toHaveLength(links > 0 ? 1 : 0);
  });

  it('link super admins to subscription and price at the provider', async () => {
    serve({ summary: aSummary({ dashboard_url }) });
    await openPlans(superAdmin);
    const links = card('Practice Core').getAllByRole('link');
    expect(links.map((link: HTMLElement) => link.getAttribute('href'))).toEqual([
      `${dashboard_url}/subscriptions/sub_core`,
      `${dashboard_url}/prices/price_core`,
      `${dashboard_url}/prices/price_sms`,
    ]);
  });

  it('that have payment issues are told of, with the ways to mend them', async () => {
    const late = aSubscription({
      id: 'sub_late',
      plan_name: 'Voice',
      status: 'past_due',
      payment_url: 'https://pay.example/1',
    });
    serve({ summary: aSummary({ subscriptions: [late] }) });
    const { user, shell, practice } = await openPlans(superAdmin);
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

  it('say when there are none', async () => {
    serve({ summary: aSummary({ subscriptions: [] }) });
    await openPlans();
    expect(region('Current Subscriptions').getByText('No subscription yet')).toBeVisible();
  });

  it('say in one sentence what is charged next', async () => {
    serve();
    await openPlans();
    expect(screen.getByText(/Next charge \$499.00 on Dec 1, 2026, Visa ending 4242\.$/)).toBeVisible();
  });
});

describe('available plans', () => {
  const yearly = aPlan({ id: 'y', name: 'Growth yearly', interval: 'year', amount: 189_000 });

  it('are the monthly ones, and the yearly ones by an address', async () => {
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
    ['used up', trialUsed, ['Subscribe: Growth'], ['No trials left']],
    ['without trials', noTrial, ['Subscribe: Growth'], []],
    ['had already', { features: coreItem.features }, [], ['Already Have All Features']],
  ])('%s', async (_, over, buttons, texts) => {
    serve({ plans: [aPlan(over)] });
    await openPlans();
    await screen.findByRole('article', { name: 'Growth' });
    const plan = card('Growth');
    const actions = plan.queryAllByRole('button').map((found: HTMLElement) => found.getAttribute('aria-label'));
    expect(actions.filter(Boolean)).toEqual(buttons);
    for (const text of texts) expect(plan.getByText(text)).toBeVisible();
    expect(plan.queryAllByText('14-day free trial')).toHaveLength(texts.includes('14-day free trial') ? 1 : 0);
  });

  it('on trial say how long, what it becomes and the first charge', async () => {
    const trial_end = Math.floor(Date.now() / 1000) + 9 * 86_400 - 60;
    serve({ plans: [aPlan({ active_trial: { id: 't', trial_start: 1, trial_end } })] });
    await openPlans();
    await screen.findByRole('article', { name: 'Growth' });
    const plan = card('Growth');
    expect(plan.getByText('Trial Active')).toBeVisible();
    expect(plan.getByText('9 days left')).toBeVisible();
    expect(plan.getByText(/Becomes \$189.00 \/ month on .* First charge \$189.00 on /)).toBeVisible();
    expect(plan.queryByRole('button', { name: /Subscribe/ })).toBeNull();
  });

  it('that could not be read say so in their place, without a toast', async () => {
    serve();
    server.use(answer(listTrialPlans, () => refusal(500, 'broken', 'Not now'), { once: true }));
    const { user, shell } = await openPlans();
    expect(await screen.findByText('The plans could not be loaded')).toBeVisible();
    expect(shell.notifications).toEqual([]);
    await user.click(region('Available Plans').getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('article', { name: 'Growth' })).toBeVisible();
  });
});

it('active bundles and additional features say where they come from', async () => {
  serve({
    summary: aSummary({
      bundles: [
        aBundle(),
        aBundle({
          id: 2,
          display_name: 'Phones',
          features: [named('Calls')],
          is_trial: true,
          trial_end_date: noon('2026-11-29'),
          sources: ['trial'],
        }),
        aBundle({ id: 3, display_name: 'Gone', is_active: false }),
      ],
      features: [aFeature('Two-way SMS', { addon: true }), aFeature('Beta reports', { sources: ['grant'] })],
    }),
  });
  await openPlans();
  const bundles = region('Active Bundles');
  expect(bundles.getAllByRole('article').map((found: HTMLElement) => found.getAttribute('aria-label'))).toEqual([
    'Core',
    'Phones',
  ]);
  expect(bundles.getByText('Trial until Nov 29, 2026')).toBeVisible();
  const rows = region('Additional Features').getAllByRole('listitem');
  expect(rows.map((row: HTMLElement) => row.textContent)).toEqual(['Two-way SMSSubscription', 'Beta reportsGranted']);
});

it('a page that could not be read says so, without a toast, and is read again', async () => {
  serve();
  server.use(answer(readFeatureSummary, () => refusal(500, 'broken', 'Not now'), { once: true }));
  const { user, shell } = await openPage(PLANS);
  expect(await screen.findByText('The subscriptions could not be loaded')).toBeVisible();
  expect(shell.notifications).toEqual([]);
  await user.click(button('Retry'));
  expect(await screen.findByRole('article', { name: 'Practice Core' })).toBeVisible();
});

describe('while the provider’s word is still to come', () => {
  /** A trial is cancelled, and the clock stands still. */
  async function waitForWord(): Promise<{ page: OpenPage; billing: BillingServer }> {
    const trial = { id: 'sub_trial', trial_start: 1, trial_end: Math.floor(Date.now() / 1000) + 86_400 };
    const billing = serve({ plans: [aPlan({ active_trial: trial })] });
    const page = await openPlans();
    await screen.findByRole('button', { name: 'Cancel Trial: Growth' });
    stopClock();
    billing.outcome = { status: 'confirming', message: '' };
    billing.summary = aSummary({ confirming: true });
    act(() => button('Cancel Trial: Growth').click());
    await until(() => !button('Cancel Trial').hasAttribute('aria-disabled'));
    act(() => button('Cancel Trial').click());
    await until(() => screen.queryByText(/is being confirmed by the payment provider/) !== null);
    return { page, billing };
  }

  it('the page asks every two seconds, and tells the others once it is there', async () => {
    const { page, billing } = await waitForWord();
    const { plans } = billing.reads;
    billing.summary = aSummary({ subscriptions: [aSubscription({ plan_name: 'Changed' })] });
    act(() => jest.advanceTimersByTime(2100));
    await until(() => screen.queryByText('Changed') !== null);
    expect(screen.queryByText(/is being confirmed by the payment provider/)).toBeNull();
    await until(() => page.shell.published.length === 2);
    await until(() => billing.reads.plans > plans);
  });

  it('for more than a minute, the page stops asking and offers to look again', async () => {
    const { billing } = await waitForWord();
    act(() => jest.advanceTimersByTime(60_000));
    await until(() => screen.queryByText('Look again') !== null);
    billing.summary = aSummary();
    act(() => screen.getByText('Look again').click());
    await until(() => screen.queryByText('Look again') === null);
  });
});
