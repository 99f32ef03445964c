import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { previewAttachment, saveSubscriptions, searchCustomers } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { aWithheldFeature } from '../features-summary/testing/features-server';
import { aCustomer, anItem, aSchedule, aSubscription, mastercard, NORTH, PRACTICE } from './testing/builders';
import { button, network, type OpenPage, openSubscriptions, serve, toasts, withNetwork } from './testing/open-page';
import { SubscriptionsServer } from './testing/subscriptions-server';

withNetwork();

const MIXED =
  'You have selected subscriptions from different payment methods. This may cause billing confusion for the customer.';

const dialog = () => within(screen.getByRole('dialog', { name: 'Attach a Subscription' }));
const search = () => dialog().getByRole('searchbox', { name: 'Search for customers...' });
const save = () => dialog().getByRole('button', { name: 'Save Selected Subscriptions' });
const staged = () => within(dialog().getByRole('list', { name: 'Selected Subscriptions' }));
/** The text of a result's button. */
const stateOf = (id: string): string =>
  dialog().getByRole('button', { name: new RegExp(`: ${id}$`) }).textContent ?? '';

const voice = () => anItem({ id: 'si_voice', description: 'Voice', quantity: 1, assigned_practices: [NORTH] });

/** Olivia's subscriptions in every state; Noah has none. */
function customers() {
  return [
    aCustomer({
      subscriptions: [
        aSubscription({ items: [anItem(), voice()] }),
        aSchedule(),
        aSubscription({ id: 'sub_mine', items: [anItem({ id: 'si_mine', assigned_practices: [PRACTICE] })] }),
        aSubscription({ id: 'sub_full', items: [voice()] }),
        aSubscription({ id: 'sub_old', status: 'canceled' }),
        aSubscription({
          id: 'sub_other',
          items: [anItem({ id: 'si_other' })],
          payment_method_details: { id: 'pm_mc', card: mastercard },
        }),
      ],
    }),
    aCustomer({ id: 'cus_noah', name: null, email: 'noah@practice.example', subscriptions: [] }),
  ];
}

async function openDialog(term = 'o'): Promise<{ page: OpenPage; subscriptions: SubscriptionsServer }> {
  const { subscriptions } = serve({ subscriptions: new SubscriptionsServer(customers()) });
  const page = await openSubscriptions();
  await page.user.click(button('Add Subscription'));
  await screen.findByRole('dialog', { name: 'Attach a Subscription' });
  if (term !== '') {
    await page.user.type(search(), term);
    await dialog().findByRole('region', { name: 'Olivia Owner' });
  }
  return { page, subscriptions };
}

const attach = ({ user }: OpenPage, id: string): Promise<void> =>
  user.click(dialog().getByRole('button', { name: `Attach: ${id}` }));

describe('the search', () => {
  it('focuses the field, waits for a pause in typing and ignores blanks', async () => {
    const { page, subscriptions } = await openDialog('');
    expect(search()).toHaveFocus();
    expect(search()).toHaveAttribute('placeholder', 'Search for customers...');
    await page.user.type(search(), '   ');
    expect(dialog().getByText('Search for a customer')).toBeVisible();
    await page.user.type(search(), 'noah');
    expect(await dialog().findByRole('region', { name: 'noah@practice.example' })).toBeVisible();
    expect(subscriptions.searchQueries).toEqual(['noah']);
    expect(dialog().getByText('No subscriptions available')).toBeVisible();
    await page.user.clear(search());
    expect(dialog().queryByRole('region', { name: 'noah@practice.example' })).not.toBeInTheDocument();
    expect(dialog().getByText('Search for a customer')).toBeVisible();
  });

  it('names a search term without matches', async () => {
    const { page } = await openDialog('');
    await page.user.type(search(), 'zzz');
    expect(await dialog().findByText('No customers found matching “zzz”')).toBeVisible();
  });

  it('names the call that the server doesn’t implement', async () => {
    const { page } = await openDialog('');
    network.use(answer(searchCustomers, () => errorReply(404, 'unknown_call', 'Unknown')));
    await page.user.type(search(), 'olivia');
    expect(await dialog().findByText(/^This console doesn’t serve searchCustomers/)).toBeVisible();
  });

  it('shows a failed search and retries', async () => {
    const { page } = await openDialog('');
    network.use(answer(searchCustomers, () => errorReply(502, 'provider_unavailable', 'No'), { once: true }));
    await page.user.type(search(), 'olivia');
    const failed = within(await dialog().findByRole('alert'));
    expect(failed.getByText('Failed to search customers. Please try again.')).toBeVisible();
    await page.user.click(failed.getByRole('button', { name: 'Retry' }));
    expect(await dialog().findByRole('region', { name: 'Olivia Owner' })).toBeVisible();
  });

  it('says that there are more matches', async () => {
    const { subscriptions } = serve({ subscriptions: new SubscriptionsServer(customers()) });
    subscriptions.hasMore = true;
    const { user } = await openSubscriptions();
    await user.click(button('Search customers for Olivia Owner'));
    expect(await screen.findByText('There are more matches. Narrow the search.')).toBeVisible();
  });
});

describe('a search result', () => {
  it('shows a button for each state, enabled only with a free seat', async () => {
    const { page } = await openDialog();
    expect(stateOf('sub_core')).toBe('Attach');
    expect(stateOf('sub_mine')).toBe('Already Attached');
    expect(stateOf('sub_full')).toBe('No Availability');
    expect(stateOf('sub_old')).toBe('Cancelled');
    expect(dialog().queryByRole('button', { name: /sub_sched/ })).not.toBeInTheDocument();
    expect(button('No Availability: sub_full')).toHaveAttribute('aria-disabled', 'true');
    await attach(page, 'sub_core');
    expect(stateOf('sub_core')).toBe('Selected');
    await page.user.click(dialog().getByRole('button', { name: 'No Availability: sub_full' }));
    expect(staged().getAllByRole('button')).toHaveLength(1);
  });

  it('keeps the staged subscriptions across a reload until the person discards them', async () => {
    const { page } = await openDialog();
    await attach(page, 'sub_other');
    const { user } = await page.reload();
    await screen.findByRole('dialog', { name: 'Attach a Subscription' });
    expect(staged().getAllByRole('listitem').length).toBeGreaterThan(0);
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^Discard/ }));
    const again = await page.reload();
    await again.user.click(await screen.findByRole('button', { name: 'Add Subscription' }));
    expect(dialog().queryByRole('list', { name: 'Selected Subscriptions' })).toBeNull();
  });

  it('stages free and scheduled items, names the others, and unstages them', async () => {
    const { page } = await openDialog();
    expect(save()).toHaveAccessibleDescription('Attach at least one subscription first');
    await attach(page, 'sub_core');
    expect(staged().getByText('Practice Core')).toBeVisible();
    expect(staged().getByText(/^Growth/)).toHaveTextContent('Growth Scheduled from Jan 1, 2027');
    expect(staged().getByText('Without a free seat, not selected: Voice')).toBeVisible();
    expect(staged().getByText('Visa ending 4242, expires 08/2027')).toBeVisible();
    await page.user.click(staged().getByRole('button', { name: 'Unselect sub_core' }));
    expect(dialog().getByText('Nothing selected yet')).toBeVisible();
    expect(stateOf('sub_core')).toBe('Attach');
  });

  it('shows prices per interval, free seats and who holds the others', async () => {
    await openDialog();
    const result = dialog().getByRole('listitem', { name: 'sub_core' });
    expect(result).toHaveTextContent('Practice Core $450.00 per month Seats: 2 of 2 free');
    expect(result).toHaveTextContent('Seats: 0 of 1 free Bright Smiles North');
  });

  it("shows when a customer can't be loaded, and retries", async () => {
    const { page, subscriptions } = await openDialog();
    const error = 'The payment provider isn’t responding. Try again in a minute.';
    subscriptions.customers = subscriptions.customers.map((one) => ({ ...one, error, payment_methods: [] }));
    await page.user.type(search(), 'livia');
    expect((await dialog().findAllByText(error))[0]).toBeVisible();
    subscriptions.customers = customers();
    const olivia = within(dialog().getByRole('region', { name: 'Olivia Owner' }));
    await page.user.click(olivia.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(dialog().queryByText(error)).not.toBeInTheDocument());
  });

  it('warns about mixed payment methods, and saves anyway', async () => {
    const { page, subscriptions } = await openDialog();
    await attach(page, 'sub_core');
    expect(dialog().queryByText(MIXED)).not.toBeInTheDocument();
    await attach(page, 'sub_other');
    expect(dialog().getByText(MIXED)).toBeVisible();
    await page.user.click(save());
    await waitFor(() => expect(subscriptions.saveCalls).toHaveLength(1));
  });
});

describe('features withheld by staff', () => {
  const withheld = () => [aWithheldFeature('Recall list')];

  it('names withheld features and restores them on attaching unless unchecked', async () => {
    const { page, subscriptions } = await openDialog();
    subscriptions.withheld = withheld();
    await attach(page, 'sub_core');
    expect(await dialog().findByText('Recall list was removed by Iris Okafor on Nov 20, 2026.')).toBeVisible();
    const restore = dialog().getByRole('checkbox', { name: 'Also restore Recall list' });
    expect(restore).toBeChecked();
    expect(await dialog().findByRole('list', { name: 'Gained' })).toHaveTextContent('Recall list');
    await page.user.click(restore);
    await waitFor(() => expect(dialog().getByRole('list', { name: 'Gained' })).not.toHaveTextContent('Recall list'));
    await page.user.click(save());
    await waitFor(() => expect(subscriptions.saveCalls).toHaveLength(1));
    expect(subscriptions.saveCalls[0]).toMatchObject({ lift_withheld: false });
  });

  it('shows no question when nothing is withheld', async () => {
    const { page } = await openDialog();
    await attach(page, 'sub_core');
    expect(await dialog().findByRole('list', { name: 'Gained' })).toBeVisible();
    expect(dialog().queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('offers Retry when the preview failed', async () => {
    const { page } = await openDialog();
    network.use(answer(previewAttachment, () => errorReply(500, 'broken', 'Not now'), { once: true }));
    await attach(page, 'sub_core');
    expect(await dialog().findByText('Not now')).toBeVisible();
    await page.user.click(dialog().getByRole('button', { name: 'Retry' }));
    expect(await dialog().findByRole('list', { name: 'Gained' })).toBeVisible();
  });
});

describe('saving the selection', () => {
  it('sends customers and items, including scheduled ones, closes and shows them', async () => {
    const { page, subscriptions } = await openDialog();
    await attach(page, 'sub_core');
    await page.user.dblClick(save());
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(subscriptions.saveCalls).toEqual([
      {
        customers: ['cus_olivia'],
        subscription_items: ['si_core', 'sub_sched_growth:phase:1:growth'],
        lift_withheld: true,
      },
    ]);
    expect(await screen.findByRole('article', { name: 'sub_core' })).toBeVisible();
    expect(toasts(page, 'success')).toEqual(['Subscriptions saved']);
    expect(page.shell.published).toEqual([{ topic: 'entitlements-changed', payload: { practice: PRACTICE.id } }]);
    expect(page.shell.unsaved).toBeNull();
    await page.user.click(button('Add Subscription'));
    expect(dialog().getByText('Nothing selected yet')).toBeVisible();
  });

  it('names the holder of the last seat, keeps the selection and searches again', async () => {
    const { page, subscriptions } = await openDialog();
    await attach(page, 'sub_core');
    subscriptions.override = () =>
      errorReply(409, 'already_assigned', 'The last seat of Practice Core is taken.', { practices: [NORTH] });
    const asked = subscriptions.searchQueries.length;
    await page.user.click(save());
    const problem = await dialog().findByRole('alert');
    expect(problem).toHaveTextContent(
      'The last seat of Practice Core is taken.Already assigned to:Bright Smiles North',
    );
    expect(await accessibilityViolations()).toEqual([]);
    expect(staged().getByText('Practice Core')).toBeVisible();
    expect(toasts(page, 'error')).toEqual(['The last seat of Practice Core is taken.']);
    await waitFor(() => expect(subscriptions.searchQueries.length).toBeGreaterThan(asked));
  });

  it('shows the documented text without a response', async () => {
    const { page } = await openDialog();
    network.use(answer(saveSubscriptions, connectionFailure));
    await attach(page, 'sub_core');
    await page.user.click(save());
    expect(await dialog().findByText('Failed to save subscriptions. Please try again.')).toBeVisible();
    expect(staged().getByText('Practice Core')).toBeVisible();
  });
});

describe('closing the dialog', () => {
  it('closes immediately without a selection', async () => {
    const { page } = await openDialog();
    await page.user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('asks before discarding a selection, even when leaving the page', async () => {
    const { page } = await openDialog();
    await attach(page, 'sub_core');
    expect(page.shell.unsaved).toEqual({ what: '1 selected subscription that is not saved' });
    await page.user.click(dialog().getByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Close without saving?' }));
    await page.user.click(question.getByRole('button', { name: 'Keep selecting' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(staged().getByText('Practice Core')).toBeVisible();
    await page.user.click(dialog().getByRole('button', { name: 'Close' }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard selection' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(page.shell.unsaved).toBeNull();
  });
});
