import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { previewRemoval } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import { aCustomer, anItem, aSchedule, aSubscription, noon, PRACTICE } from './testing/builders';
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

/** Chooses an entry from a row's menu. */
async function ask({ user }: OpenPage, menu: string, entry = 'Remove'): Promise<void> {
  await user.click(button(menu));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
  await screen.findByRole('alertdialog', { name: 'Confirm Remove' });
}

const ready = (name?: string | RegExp) => waitFor(() => expect(remove(name)).not.toHaveAttribute('aria-disabled'));

describe('removing an item', () => {
  it('asks first, shows lost and kept features, and deactivates features by default', async () => {
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
    expect(dialog().getByText(/^The customer keeps paying/)).toBeVisible();
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
    expect(failed.getByText('Removed: Practice Core.')).toBeVisible();
    expect(failed.getByText('Voice: It is being changed.')).toBeVisible();
    expect(toasts(page, 'error')).toEqual(['Failed to remove subscription. Please try again.']);
    expect(toasts(page, 'success')).toEqual(['Removed Practice Core']);
    subscriptions.override = () => undefined;
    await ready('Retry');
    await page.user.click(remove('Retry'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(subscriptions.removeCalls.map(({ subscription_item_id: id }) => id)).toEqual([
      'si_core',
      'si_voice',
      'si_voice',
    ]);
    expect(await screen.findByText('No subscriptions available')).toBeVisible();
  });

  it('names the item without a response', async () => {
    const { page, subscriptions } = await open();
    subscriptions.override = () => connectionFailure();
    await ask(page, 'Actions for Voice');
    await ready();
    await page.user.click(remove());
    const failed = within(await dialog().findByRole('alert'));
    expect(failed.getByText('The server didn’t answer')).toBeVisible();
    expect(failed.getByRole('listitem')).toHaveTextContent('Voice: No answer, so it may be removed already');
    expect(toasts(page, 'error')).toEqual([]);
    expect(toasts(page, 'warning')).toEqual(['The server didn’t answer. This page shows what is left.']);
  });

  it('says what is gone and what is left when a response was lost', async () => {
    const { page, subscriptions } = await open();
    subscriptions.override = (_, body) => {
      if (!('subscription_item_id' in body)) return undefined;
      if (body.subscription_item_id === 'si_voice') return errorReply(409, 'busy', 'It is being changed.');
      subscriptions.remove(body.subscription_item_id);
      return connectionFailure();
    };
    await ask(page, 'Actions for subscription sub_core', 'Remove all items');
    await ready('Remove 2 items');
    await page.user.click(remove('Remove 2 items'));
    expect(await dialog().findByText('Removed: Practice Core.')).toBeVisible();
    expect(within(dialog().getByRole('alert')).getAllByRole('listitem')).toHaveLength(1);
  });
});

describe('seats on scheduled changes', () => {
  const starting = noon('2027-01-01');
  const mine = { assigned_practices: [PRACTICE], bundles: [], features: [] };
  const phase = (at: number) => `sub_sched_growth:phase:${at}`;

  /** Two phases: the first continues both items and starts Growth, the second continues all three. */
  async function openScheduled(): ReturnType<typeof open> {
    const items = [anItem(mine), anItem({ id: 'si_voice', description: 'Voice', ...mine })];
    const later = (at: number, starts_at: number, growth: string | null) => [
      anItem({ id: `${phase(at)}:0`, continues: 'si_core', starts_at, ...mine }),
      anItem({ id: `${phase(at)}:1`, description: 'Voice', continues: 'si_voice', starts_at, ...mine }),
      anItem({ id: `${phase(at)}:2`, description: 'Growth', continues: growth, starts_at, ...mine }),
    ];
    const scheduled = [...later(1, starting, null), ...later(2, noon('2027-02-01'), `${phase(1)}:2`)];
    const customer = aCustomer({ subscriptions: [aSubscription({ items }), aSchedule({ items: scheduled })] });
    const { subscriptions } = serve({ subscriptions: new SubscriptionsServer([customer]) });
    const page = await openSubscriptions();
    await page.user.click(await screen.findByRole('button', { name: /^Scheduled changes/ }));
    return { page, subscriptions };
  }

  it('are removed with the seats that they continue, and named separately', async () => {
    const { page, subscriptions } = await openScheduled();
    await ask(page, 'Actions for subscription sub_core', 'Remove all items');
    const names = dialog()
      .getAllByRole('listitem')
      .map((item: HTMLElement) => item.textContent);
    expect(names.slice(0, 3)).toEqual([
      'Practice Core, also its scheduled seat from Jan 1, 2027',
      'Voice, also its scheduled seat from Jan 1, 2027',
      'Growth, scheduled from Jan 1, 2027',
    ]);
    await ready('Remove 3 items');
    await page.user.click(remove('Remove 3 items'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(subscriptions.removeCalls.map(({ subscription_item_id: id }) => id)).toEqual([
      'si_core',
      'si_voice',
      `${phase(1)}:2`,
    ]);
    expect(await screen.findByText('No subscriptions available')).toBeVisible();
  });

  it('are marked as scheduled, and can be removed only if they don’t come with another seat', async () => {
    const { page, subscriptions } = await openScheduled();
    const core = within(screen.getByRole('listitem', { name: 'Practice Core, scheduled from Jan 1, 2027' }));
    expect(core.getByText('Scheduled from Jan 1, 2027')).toBeVisible();
    expect(core.getByText('its seat comes with Practice Core')).toBeVisible();
    expect(core.queryByRole('button')).toBeNull();
    await ask(page, 'Actions for Growth, scheduled from Jan 1, 2027');
    expect(dialog().getByText(/gives up its seat on Growth, scheduled from Jan 1, 2027\.$/)).toBeVisible();
    await ready();
    await page.user.click(remove());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(subscriptions.removeCalls.map(({ subscription_item_id: id }) => id)).toEqual([`${phase(1)}:2`]);
  });
});

describe('seats that no longer exist when removed', () => {
  it('are reported as already removed after another tab removed them', async () => {
    const { page, subscriptions } = await open();
    subscriptions.remove('si_voice');
    await ask(page, 'Actions for Voice');
    expect(await dialog().findByText('The practice no longer has a seat here.')).toBeVisible();
    await page.user.click(
      within(screen.getByRole('alertdialog')).getAllByRole('button', { name: 'Close' })[0] as HTMLElement,
    );
    expect(screen.queryByRole('button', { name: 'Actions for Voice' })).toBeNull();
  });

  it('don’t prevent removing the others', async () => {
    const { page, subscriptions } = await open();
    subscriptions.remove('si_voice');
    await ask(page, 'Actions for subscription sub_core', 'Remove all items');
    await ready();
    await page.user.click(remove());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(subscriptions.removeCalls.map(({ subscription_item_id: id }) => id)).toEqual(['si_core']);
  });

  it('are reported as already removed when the first response was lost', async () => {
    const { page, subscriptions } = await open();
    await ask(page, 'Actions for Voice');
    await ready();
    subscriptions.override = (_, body) => {
      if ('subscription_item_id' in body) subscriptions.remove(body.subscription_item_id);
      return connectionFailure();
    };
    await page.user.click(remove());
    expect(await dialog().findByText('Removed: Voice.')).toBeVisible();
    expect(toasts(page, 'error')).toEqual([]);
  });

  it('count as removed when the server doesn’t find them', async () => {
    const { page, subscriptions } = await open();
    await ask(page, 'Actions for Voice');
    await ready();
    subscriptions.remove('si_voice');
    await page.user.click(remove());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(toasts(page, 'success')).toEqual([]);
    expect(toasts(page, 'info')).toEqual(['Already removed: Voice']);
    expect(toasts(page, 'error')).toEqual([]);
  });
});
