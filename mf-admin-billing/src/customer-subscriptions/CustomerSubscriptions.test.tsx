import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { listPracticeSubscriptions, listPracticeUsers, readUpcomingCharges } from 'shared-api/contracts';
import { answer, errorReply, neverAnswer } from 'shared-api/testing';
import { charges, debtOf, overdueOf } from '../testing/charges';
import { aCustomer, anItem, aSchedule, aSubscription, NORTH, noon, PRACTICE, staff } from './testing/builders';
import { button, network, openPage, openSubscriptions, region, serve, withNetwork } from './testing/open-page';
import { SubscriptionsServer } from './testing/subscriptions-server';

withNetwork();

/** A customer with a card, a subscription without one, and a scheduled change. */
const full = () =>
  aCustomer({
    subscriptions: [
      aSubscription({
        items: [
          anItem({ assigned_practices: [PRACTICE, NORTH], total_quantity: 3, stop_date: noon('2026-11-30') }),
          anItem({ id: 'si_voice', description: 'Voice', quantity: 1, amount: 7_400, bundles: [], features: [] }),
        ],
      }),
      aSchedule({ items: [anItem({ id: 'later', description: 'Growth', assigned_practices: [PRACTICE] })] }),
      aSubscription({
        id: 'sub_bill',
        status: 'past_due',
        payment_method_details: null,
        default_payment_method: null,
        items: [anItem({ id: 'si_eur', description: 'Phones', currency: 'eur', assigned_practices: [PRACTICE] })],
      }),
    ],
  });

it('opens with what is owed, and links to the payment methods', async () => {
  serve({ subscriptions: new SubscriptionsServer([full()]) });
  network.use(
    answer(readUpcomingCharges, () => charges({ debts: [debtOf(27_700)], overdue: [overdueOf('sub_bill')] })),
  );
  await openSubscriptions();
  expect(await screen.findByText('1 of 2 subscriptions owes $277.00.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Payment methods' })).toHaveAttribute(
    'href',
    `/internal/practices/${PRACTICE.id}/payment-methods`,
  );
});

describe('the customers of a practice', () => {
  it('shows subscriptions by payment method, with links to the provider', async () => {
    serve({ subscriptions: new SubscriptionsServer([full()]) });
    await openSubscriptions();
    expect(screen.getByText(`No. ${PRACTICE.id}`)).toBeVisible();
    const customer = region('Olivia Owner');
    expect(customer.getByRole('link', { name: /^Customer cus_olivia/ })).toHaveAttribute(
      'href',
      'https://dashboard.example/customers/cus_olivia',
    );
    expect(customer.getAllByRole('heading', { level: 3 }).map((heading: HTMLElement) => heading.textContent)).toEqual([
      'Visa ending 4242, expires 08/2027',
      'No payment method',
    ]);
    const core = within(customer.getByRole('article', { name: 'sub_core' }));
    expect(core.getByRole('link', { name: /^Subscription sub_core/ })).toHaveAttribute(
      'href',
      'https://dashboard.example/subscriptions/sub_core',
    );
    const row = core.getByRole('listitem', { name: 'Practice Core' });
    expect(row).toHaveTextContent('Quantity 3 2 of 3 seats used also used by Bright Smiles North');
    const item = within(row);
    expect(item.getByText(/\$450\.00/)).toHaveTextContent(/^\$450\.00 \/ month$/);
    expect(item.getByText('Ends: Nov 30, 2026')).toBeVisible();
    expect(item.getByRole('list', { name: 'What Core includes' })).toHaveTextContent(/^Recall listPatient search$/);
    expect(item.getByText('via Core')).toBeVisible();
    const bill = within(customer.getByRole('article', { name: 'sub_bill' }));
    expect(bill.getByText('Past due')).toBeVisible();
    expect(bill.getByText(/€450\.00/)).toBeVisible();
  });

  it('shows no menu for an item of another practice and nests scheduled changes', async () => {
    serve({ subscriptions: new SubscriptionsServer([full()]) });
    const { user } = await openSubscriptions();
    const core = within(screen.getByRole('article', { name: 'sub_core' }));
    expect(within(core.getByRole('listitem', { name: 'Voice' })).queryByRole('button')).not.toBeInTheDocument();
    expect(core.queryByText('Growth')).not.toBeInTheDocument();
    const toggle = core.getByRole('button', { name: /^Scheduled changes/, expanded: false });
    expect(toggle).toHaveTextContent('Jan 1, 2027 to Jan 1, 2028, renews afterwards 1 item');
    await user.click(toggle);
    const later = within(core.getByRole('list', { name: 'Scheduled changes of sub_core' }));
    expect(later.getByText('Growth')).toBeVisible();
    expect(core.getByRole('link', { name: /^Schedule sub_sched_growth/ })).toHaveAttribute(
      'href',
      'https://dashboard.example/subscription_schedules/sub_sched_growth',
    );
    await user.click(toggle);
    expect(core.queryByText('Growth')).not.toBeInTheDocument();
  });

  it('says that an amount depends on usage', async () => {
    const items = [anItem({ description: 'Calls', amount: 0, by_usage: true, assigned_practices: [PRACTICE] })];
    const customer = aCustomer({ subscriptions: [aSubscription({ items })] });
    serve({ subscriptions: new SubscriptionsServer([customer]) });
    await openSubscriptions();
    expect(screen.getByRole('listitem', { name: 'Calls' })).toHaveTextContent('By usage / month');
  });

  it('shows what a schedule changes, and who holds the seats of its items', async () => {
    const customer = aCustomer({
      subscriptions: [
        aSubscription({ items: [anItem({ assigned_practices: [PRACTICE] })] }),
        aSchedule({
          items: [anItem({ id: 'later', description: 'Growth', assigned_practices: [PRACTICE, NORTH] })],
          scheduled_differences: [
            {
              kind: 'ends',
              name: 'Treatment Plan Builder',
              amount_change: -3_900,
              currency: 'usd',
              interval: 'month',
              date: noon('2026-12-03'),
            },
          ],
        }),
      ],
    });
    serve({ subscriptions: new SubscriptionsServer([customer]) });
    const { user } = await openSubscriptions();
    const differences = within(await screen.findByRole('list', { name: 'What sub_sched_growth changes' }));
    expect(differences.getByText('Treatment Plan Builder ends, −$39.00 per month on Dec 3, 2026')).toBeVisible();
    await user.click(button(/^Scheduled changes/));
    expect(screen.getByRole('listitem', { name: 'Growth' })).toHaveTextContent(
      '2 of 2 seats used also used by Bright Smiles North',
    );
  });

  it('shows five features of a bundle, and all on request', async () => {
    const features = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => ({ name, display_name: name }));
    const bundles = [{ name: 'phones', display_name: 'Phones', features }];
    const items = [anItem({ bundles, assigned_practices: [PRACTICE] })];
    serve({ subscriptions: new SubscriptionsServer([aCustomer({ subscriptions: [aSubscription({ items })] })]) });
    const { user } = await openSubscriptions();
    const list = within(await screen.findByRole('list', { name: 'What Phones includes' }));
    expect(list.getAllByRole('listitem')).toHaveLength(5);
    await user.click(button('Show all 6 features of Phones'));
    expect(list.getByText('Six')).toBeVisible();
    expect(button('Show fewer features of Phones')).toHaveAttribute('aria-expanded', 'true');
  });

  it('collapses ended subscriptions', async () => {
    const mine = [anItem({ assigned_practices: [PRACTICE] })];
    const ended = ['sub_1', 'sub_2', 'sub_3'].map((id) => aSubscription({ id, status: 'canceled', items: mine }));
    serve({
      subscriptions: new SubscriptionsServer([
        aCustomer({ subscriptions: [...ended, aSubscription({ items: mine })] }),
      ]),
    });
    const { user } = await openSubscriptions();
    expect(await screen.findByRole('article', { name: 'sub_core' })).toBeVisible();
    expect(screen.queryByRole('article', { name: 'sub_1' })).not.toBeInTheDocument();
    await user.click(button('Show 3 ended subscriptions'));
    expect(within(screen.getByRole('article', { name: 'sub_1' })).getByText('Canceled')).toBeVisible();
    await user.click(button('Hide ended subscriptions'));
    expect(screen.queryByRole('article', { name: 'sub_1' })).not.toBeInTheDocument();
  });

  it('shows the error of one customer with Retry, its last known subscriptions, and the others', async () => {
    const error = 'The payment provider isn’t responding. Try again in a minute.';
    const mine = (id: string) =>
      aSubscription({ id, items: [anItem({ id: `si_${id}`, assigned_practices: [PRACTICE] })] });
    const healthy = aCustomer({ id: 'cus_noah', name: 'Noah New', subscriptions: [mine('sub_noah')] });
    const broken = aCustomer({
      error,
      payment_methods: [],
      subscriptions: [{ ...mine('sub_olivia'), payment_method_details: null }],
    });
    const { subscriptions } = serve({ subscriptions: new SubscriptionsServer([healthy, broken]) });
    const { user } = await openSubscriptions();
    const olivia = within(await screen.findByRole('region', { name: 'Olivia Owner' }));
    expect(olivia.getByText(`${error} Showing the last known subscriptions.`)).toBeVisible();
    expect(olivia.getByRole('article', { name: 'sub_olivia' })).toBeVisible();
    expect(olivia.getByRole('heading', { level: 3 })).toHaveTextContent('Payment method unknown');
    expect(region('Noah New').getByText(/Visa ending 4242/)).toBeVisible();
    subscriptions.customers = [healthy, { ...broken, error: null }];
    await user.click(olivia.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/last known/)).not.toBeInTheDocument());
  });

  it('shows plain ids without a dashboard', async () => {
    const subscriptions = new SubscriptionsServer([full()]);
    subscriptions.dashboard = null;
    serve({ subscriptions });
    await openSubscriptions();
    const customer = region('Olivia Owner');
    expect(customer.getByText('cus_olivia')).toBeVisible();
    expect(customer.queryByRole('link')).not.toBeInTheDocument();
  });

  it('explains how subscriptions are added when there are none', async () => {
    serve({ subscriptions: new SubscriptionsServer([]) });
    await openPage();
    expect(await screen.findByText('No subscriptions available')).toBeVisible();
  });

  it('shows a skeleton while loading, and an error with Retry', async () => {
    serve();
    network.use(answer(listPracticeSubscriptions, () => errorReply(502, 'provider_unavailable', 'No'), { once: true }));
    const { user } = await openSubscriptions();
    const failed = within(
      (await screen.findByText('Failed to load subscriptions. Please try again.')).closest(
        '[role=alert]',
      ) as HTMLElement,
    );
    network.use(answer(listPracticeSubscriptions, neverAnswer, { once: true }));
    await user.click(failed.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Loading subscriptions...')).toBeInTheDocument();
  });

  it.each([
    ['subscriptions', listPracticeSubscriptions],
    ['owners', listPracticeUsers],
  ])('names the call for %s that the server doesn’t implement', async (_, call) => {
    serve();
    network.use(answer(call, () => errorReply(404, 'unknown_call', 'Unknown')));
    await openPage();
    expect(await screen.findByText(new RegExp(`^This console doesn’t serve ${call.name} `))).toBeVisible();
  });
});

describe('the owners of the practice', () => {
  it('lists the people of the practice with the owner role', async () => {
    serve();
    await openSubscriptions();
    const table = within(screen.getByRole('table', { name: 'Practice Owners' }));
    expect(table.getAllByRole('columnheader').map((header: HTMLElement) => header.textContent)).toEqual([
      'Name',
      'Email',
      'Roles',
    ]);
    expect(table.getAllByRole('row')).toHaveLength(2);
    expect(table.getByText('Owner, Manager')).toBeVisible();
  });

  it('starts a customer search by name', async () => {
    const text = 'Olivia Owner';
    const { subscriptions } = serve();
    const { user } = await openSubscriptions();
    await user.click(button(`Search customers for ${text}`));
    const attach = within(await screen.findByRole('dialog', { name: 'Attach a Subscription' }));
    expect(attach.getByRole('searchbox', { name: 'Search for customers...' })).toHaveValue(text);
    expect(await attach.findByRole('region', { name: 'Olivia Owner' })).toBeVisible();
    expect(subscriptions.searchQueries).toEqual([text]);
  });

  it("shows when there are no owners and when they can't be loaded", async () => {
    const { subscriptions } = serve();
    subscriptions.users = [staff];
    network.use(answer(listPracticeUsers, () => errorReply(500, 'broken', 'No'), { once: true }));
    const { user } = await openPage();
    const failed = (await screen.findByText('Failed to load owner users. Please try again later.')).closest(
      '[role=alert]',
    );
    await user.click(within(failed as HTMLElement).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No owner users found.')).toBeVisible();
  });
});

describe('the product history', () => {
  it('shows and hides the history and keeps that in the URL', async () => {
    const { history } = serve();
    const { user, address } = await openSubscriptions();
    expect(history.queries).toEqual([]);
    await user.click(button('Show History'));
    expect(await screen.findByRole('list', { name: 'Product changes' })).toBeVisible();
    expect(address()).toMatch(/\?history=shown$/);
    await user.click(button('Page 2 of 3'));
    await waitFor(() => expect(address()).toMatch(/\?history=shown&history_page=2$/));
    await user.click(button('Hide History'));
    expect(screen.queryByRole('list', { name: 'Product changes' })).not.toBeInTheDocument();
    expect(address()).not.toContain('?');
  });
});

describe('when billing changed in another tab', () => {
  it('reloads when the person comes back, only if the revision changed', async () => {
    const { subscriptions } = serve({ subscriptions: new SubscriptionsServer([full()]) });
    await openSubscriptions();
    let reads = 0;
    network.events.on('request:start', ({ request }) => {
      if (request.url.endsWith('/practice_subscriptions/')) reads += 1;
    });
    const revisions = countRevisions();
    await refocusUntil(() => revisions() > 1);
    expect(reads).toBe(0);
    subscriptions.customers = [aCustomer({ ...full(), name: 'Olivia Renamed' })];
    subscriptions.revision = 'r2';
    await refocusUntil(() => screen.queryByRole('region', { name: 'Olivia Renamed' }) !== null);
    expect(reads).toBe(1);
    network.events.removeAllListeners();
  });
});

/** Returns a counter of the revision requests since this call. */
function countRevisions(): () => number {
  let count = 0;
  network.events.on('response:mocked', ({ request }) => {
    if (request.url.endsWith('/revision/')) count += 1;
  });
  return () => count;
}

/** Refocuses the page repeatedly, because a focus during a request does not start another one. */
async function refocusUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await act(async () => {
      window.dispatchEvent(new Event('focus'));
      await new Promise((resolve) => setTimeout(resolve, 10));
    });
  }
}
