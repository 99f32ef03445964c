import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { previewRemoval } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import { aCustomer, anItem, aSubscription, PRACTICE } from './testing/builders';
import { button, network, type OpenPage, openSubscriptions, serve, toasts, withNetwork } from './testing/open-page';
import { SubscriptionsServer } from './testing/subscriptions-server';

withNetwork();

const dialog = () => within(screen.getByRole('alertdialog', { name: 'Confirm Remove' }));
const remove = (name: string | RegExp = 'Remove') => dialog().getByRole('button', { name });

async function open(): Promise<{ page: OpenPage; subscriptions: SubscriptionsServer }> {
  const customer = aCustomer({
    subscriptions: [
      aSubscription({
        items: [
          anItem({ assigned_practices: [PRACTICE] }),
          anItem({ id: 'si_voice', description: 'Voice', assigned_practices: [PRACTICE], bundles: [], features: [] }),
        ],
      }),
    ],
  });
  const { subscriptions } = serve({ subscriptions: new SubscriptionsServer([customer]) });
  const page = await openSubscriptions();
  await screen.findByRole('article', { name: 'sub_core' });
  return { page, subscriptions };
}

/** Chooses an entry of a row's menu. */
async function ask({ user }: OpenPage, menu: string, entry = 'Remove'): Promise<void> {
  await user.click(button(menu));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
  await screen.findByRole('alertdialog', { name: 'Confirm Remove' });
}

const ready = (name?: string | RegExp) => waitFor(() => expect(remove(name)).not.toHaveAttribute('aria-disabled'));

describe('removing an item', () => {
  it('asks first, shows what is lost and kept, and deactivates features by default', async () => {
    const { page, subscriptions } = await open();
    await ask(page, 'Actions for Practice Core');
    expect(dialog().getByRole('checkbox', { name: 'Deactivate features' })).toBeChecked();
    const lost = within(await dialog().findByRole('list', { name: 'Lost' }));
    expect(lost.getByText(/Patient search/)).toBeVisible();
    expect(dialog().getByText('Critical warning')).toBeVisible();
    expect(dialog().getByText(/^Removing Core immediately deactivates the features of the bundle/)).toBeVisible();
    expect(dialog().getByRole('list', { name: 'Kept' })).toHaveTextContent('Recall list through bundle Growth');
    expect(dialog().getByRole('button', { name: 'Keep' })).toHaveFocus();
    await page.user.dblClick(remove());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(subscriptions.removeCalls).toEqual([{ subscription_item_id: 'si_core', deactivate_features: true }]);
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Actions for Practice Core' })).not.toBeInTheDocument(),
    );
    expect(button('Actions for Voice')).toBeVisible();
    expect(toasts(page, 'success')).toEqual(['Removed Practice Core']);
    expect(page.shell.published).toEqual([{ topic: 'entitlements-changed', payload: { practice: PRACTICE.id } }]);
  });

  it('warns when features are not deactivated, and loses nothing', async () => {
    const { page, subscriptions } = await open();
    await ask(page, 'Actions for Practice Core');
    await dialog().findByRole('list', { name: 'Lost' });
    await page.user.click(dialog().getByRole('checkbox', { name: 'Deactivate features' }));
    expect(dialog().getByText('The features may stay active and cause billing or behavior problems.')).toBeVisible();
    await waitFor(() => expect(dialog().queryByRole('list', { name: 'Lost' })).not.toBeInTheDocument());
    expect(dialog().queryByText('Critical warning')).toBeNull();
    await ready();
    await page.user.click(remove());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(subscriptions.removeCalls).toEqual([{ subscription_item_id: 'si_core', deactivate_features: false }]);
  });

  it('waits until the effect is known', async () => {
    const { page, subscriptions } = await open();
    network.use(answer(previewRemoval, () => errorReply(500, 'broken', 'Not now'), { once: true }));
    await ask(page, 'Actions for Practice Core');
    expect(await dialog().findByText('Not now')).toBeVisible();
    await page.user.click(remove());
    expect(subscriptions.removeCalls).toEqual([]);
    await page.user.click(dialog().getByRole('button', { name: 'Retry' }));
    await ready();
  });

  it('opens the menu and removes by keyboard only', async () => {
    const { page } = await open();
    act(() => button('Actions for Voice').focus());
    await page.user.keyboard('{Enter}');
    expect(await screen.findByRole('menuitem', { name: 'Remove' })).toHaveFocus();
    await page.user.keyboard('{Enter}');
    expect(await screen.findByRole('alertdialog', { name: 'Confirm Remove' })).toBeVisible();
  });

  it('keeps everything when the person chooses Keep', async () => {
    const { page, subscriptions } = await open();
    await ask(page, 'Actions for Voice');
    await page.user.click(dialog().getByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(subscriptions.removeCalls).toEqual([]);
  });
});

describe('removing several items', () => {
  it('calls once per item, names the one that failed and retries only that one', async () => {
    const { page, subscriptions } = await open();
    subscriptions.override = (_, body) =>
      'subscription_item_id' in body && body.subscription_item_id === 'si_voice'
        ? errorReply(409, 'busy', 'It is being changed.')
        : undefined;
    await ask(page, 'Actions for subscription sub_core', 'Remove all items');
    expect(
      dialog()
        .getAllByRole('listitem')
        .map((item: HTMLElement) => item.textContent),
    ).toEqual(expect.arrayContaining(['Practice Core', 'Voice']));
    await ready('Remove 2 items');
    await page.user.click(remove('Remove 2 items'));
    const failed = within(await dialog().findByRole('alert'));
    expect(failed.getByText('Failed to remove subscription. Please try again.')).toBeVisible();
    expect(failed.getByText(/Failed to remove subscription item/)).toBeVisible();
    expect(failed.getByText('Voice: It is being changed.')).toBeVisible();
    expect(toasts(page, 'error')).toEqual(['Failed to remove subscription. Please try again.']);
    expect(toasts(page, 'success')).toEqual(['Removed Practice Core']);
    subscriptions.override = () => undefined;
    await ready();
    await page.user.click(remove());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(subscriptions.removeCalls.map(({ subscription_item_id: id }) => id)).toEqual([
      'si_core',
      'si_voice',
      'si_voice',
    ]);
    expect(await screen.findByText('No subscriptions available')).toBeVisible();
  });

  it('names the item when there is no answer', async () => {
    const { page, subscriptions } = await open();
    subscriptions.override = () => connectionFailure();
    await ask(page, 'Actions for Voice');
    await ready();
    await page.user.click(remove());
    const failed = within(await dialog().findByRole('alert'));
    expect(failed.getByRole('listitem')).toHaveTextContent(/^Voice$/);
  });
});
