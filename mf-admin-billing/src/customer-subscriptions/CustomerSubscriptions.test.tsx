import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { listPracticeSubscriptions, listPracticeUsers } from 'shared-api/contracts';
import { answer, refusal, silence } from 'shared-api/testing';
import { aCustomer, anItem, aSchedule, aSubscription, NORTH, noon, PRACTICE, staff } from './testing/builders';
import { button, network, openPage, openSubscriptions, region, serve, withNetwork } from './testing/open-page';
import { SubscriptionsServer } from './testing/subscriptions-server';

withNetwork();

/** A customer with a card, a subscription without one, and a change that is scheduled. */
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

describe('the customers of a practice', () => {
  it('are cards with their subscriptions by payment method, and links to the provider', async () => {
    serve({ subscriptions: new SubscriptionsServer([full()]) });
    await openSubscriptions();
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
    const item = within(core.getByRole('listitem', { name: 'Practice Core' }));
    expect(item.getByText('Quantity 3 · 2 of 3 seats used · also used by Bright Smiles North')).toBeVisible();
    expect(item.getByText(/\$450\.00/)).toHaveTextContent(/^\$450\.00 \/ month$/);
    expect(item.getByText('Ends: Nov 30, 2026')).toBeVisible();
    expect(item.getByRole('list', { name: 'What Practice Core gives' })).toHaveTextContent(
      /Core.*Recall list.*Patient search/,
    );
    const bill = within(customer.getByRole('article', { name: 'sub_bill' }));
    expect(bill.getByText('Past due')).toBeVisible();
    expect(bill.getByText(/€450\.00/)).toBeVisible();
  });

  it('have an item of somebody else without a button, and what is scheduled folded under its parent', async () => {
    serve({ subscriptions: new SubscriptionsServer([full()]) });
    const { user } = await openSubscriptions();
    const core = within(screen.getByRole('article', { name: 'sub_core' }));
    expect(within(core.getByRole('listitem', { name: 'Voice' })).queryByRole('button')).not.toBeInTheDocument();
    expect(core.queryByText('Growth')).not.toBeInTheDocument();
    const toggle = core.getByRole('button', { name: /^Scheduled changes/, expanded: false });
    expect(toggle).toHaveTextContent('Jan 1, 2027 to Jan 1, 2028, goes on afterwards · 1 item');
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

  it('without a dashboard have plain ids', async () => {
    const subscriptions = new SubscriptionsServer([full()]);
    subscriptions.dashboard = null;
    serve({ subscriptions });
    await openSubscriptions();
    const customer = region('Olivia Owner');
    expect(customer.getByText('cus_olivia')).toBeVisible();
    expect(customer.queryByRole('link')).not.toBeInTheDocument();
  });

  it('that are none say how one gets here', async () => {
    serve({ subscriptions: new SubscriptionsServer([]) });
    await openPage();
    expect(await screen.findByText('No subscriptions available')).toBeVisible();
  });

  it('are awaited with their shape, and say when they cannot be read', async () => {
    serve();
    network.use(answer(listPracticeSubscriptions, () => refusal(502, 'provider_unavailable', 'No'), { once: true }));
    const { user } = await openSubscriptions();
    const failed = within(
      (await screen.findByText('Failed to load subscriptions. Please try again.')).closest(
        '[role=alert]',
      ) as HTMLElement,
    );
    network.use(answer(listPracticeSubscriptions, silence, { once: true }));
    await user.click(failed.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Loading subscriptions...')).toBeInTheDocument();
  });
});

describe('the owners', () => {
  it('are those of the practice’s people with that role', async () => {
    serve();
    await openSubscriptions();
    const table = within(screen.getByRole('table', { name: 'Practice Owners' }));
    expect(table.getAllByRole('columnheader').map((header: HTMLElement) => header.textContent)).toEqual([
      'Name',
      'Email',
      'Roles',
    ]);
    expect(table.getAllByRole('row')).toHaveLength(2);
    expect(table.getByText('owner, manager')).toBeVisible();
  });

  it.each(['Olivia Owner', 'owner@bright-smiles.example'])('start a customer search by %s', async (text) => {
    const { subscriptions } = serve();
    const { user } = await openSubscriptions();
    await user.click(button(`Search customers for ${text}`));
    const attach = within(await screen.findByRole('dialog', { name: 'Attach a Subscription' }));
    expect(attach.getByRole('searchbox', { name: 'Search for customers...' })).toHaveValue(text);
    expect(await attach.findByRole('region', { name: 'Olivia Owner' })).toBeVisible();
    expect(subscriptions.searched).toEqual([text]);
  });

  it('that are none, or cannot be read, are said', async () => {
    const { subscriptions } = serve();
    subscriptions.users = [staff];
    network.use(answer(listPracticeUsers, () => refusal(500, 'broken', 'No'), { once: true }));
    const { user } = await openPage();
    const failed = (await screen.findByText('Failed to load owner users. Please try again later.')).closest(
      '[role=alert]',
    );
    await user.click(within(failed as HTMLElement).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No owner users found.')).toBeVisible();
  });
});

describe('the history', () => {
  it('is shown and hidden on the page, and the address says so', async () => {
    const { history } = serve();
    const { user, address } = await openSubscriptions();
    expect(history.asked).toEqual([]);
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
