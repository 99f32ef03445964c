import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  previewPracticeFeatures,
  readPracticeFeatures,
  restoreWithheld,
  updatePracticeFeatures,
} from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply } from 'shared-api/testing';
import { aWithheldFeature } from '../features-summary/testing/features-server';
import { button, closeRoute, network, openRoute, type OpenRoute, toasts, withNetwork } from '../testing/open-route';
import { openPractices, ROUTE, serve, shownPractices } from './testing/open-practices';
import { bundleOf, featureOf, flagOf } from './testing/practice-records';

withNetwork();

const edit = () => within(screen.getByRole('dialog', { name: 'Edit Practice Features' }));
const features = () => within(edit().getByRole('group', { name: 'Features' }));
const bundles = () => within(edit().getByRole('group', { name: 'Bundles' }));

async function opened(): Promise<OpenRoute> {
  const page = await openPractices();
  await page.user.click(button('Edit Practice 5'));
  return page;
}

async function openWithSelection(): Promise<OpenRoute> {
  const page = await opened();
  await screen.findByRole('group', { name: 'Features' });
  await page.user.click(features().getByRole('checkbox', { name: 'Recall SMS' }));
  await page.user.click(features().getByRole('checkbox', { name: 'Patient search' }));
  return page;
}

const save = async (page: OpenRoute): Promise<void> => {
  await waitFor(() => expect(button('Save 2 changes')).not.toHaveAttribute('aria-disabled'));
  await page.user.click(button('Save 2 changes'));
};

describe('the dialog of one practice', () => {
  it('shows gained and lost features, saves based on the loaded version and confirms it', async () => {
    const server = serve(5, { features: [flagOf('hours_v2')] });
    const page = await openWithSelection();
    expect(page.shell.unsaved).toEqual({ what: 'changes to the features of Practice 5' });
    const effect = within(await screen.findByRole('region', { name: 'Effect of this change' }));
    expect(await effect.findByText('Recall SMS')).toBeVisible();
    expect(effect.getByText('Patient search')).toBeVisible();
    await save(page);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.saveCalls).toEqual([
      {
        practiceId: 5,
        ifMatch: '"1"',
        body: {
          bundles: [{ name: 'core_2025' }],
          product_features: [{ name: 'appointment_list' }, { name: 'recall_sms' }],
          features: [{ name: 'hours_v2' }],
        },
      },
    ]);
    expect(toasts(page)).toEqual(['success: Successfully updated practice features']);
    expect(page.shell.published).toEqual([{ topic: 'entitlements-changed', payload: { practice: 5 } }]);
    expect(page.shell.unsaved).toBeNull();
    await shownPractices();
    expect(within(screen.getByRole('row', { name: /Select Practice 5/ })).getByText('2 features')).toBeVisible();
  });

  it('shows withheld features, restores one and keeps unsaved changes', async () => {
    const server = serve();
    server.edit(5, { withheld: [aWithheldFeature('Call tracking')] });
    network.use(
      answer(restoreWithheld, ({ body }) => {
        expect(body).toEqual({ items: [{ kind: 'feature', name: 'call_tracking' }] });
        server.edit(5, { withheld: [], product_features: ['Patient search', 'Call tracking'].map(featureOf) });
        return reply(restoreWithheld, { status: 'success', message: 'Restored' });
      }),
    );
    const page = await opened();
    const row = within(await screen.findByRole('listitem', { name: 'Call tracking' }));
    expect(row.getByText(/^Withheld by Iris Okafor on Nov 20, 2026/)).toBeVisible();
    await page.user.click(features().getByRole('checkbox', { name: 'Recall SMS' }));
    await page.user.click(row.getByRole('button', { name: 'Restore Call tracking' }));
    await waitFor(() => expect(features().getByRole('checkbox', { name: 'Call tracking' })).toBeChecked());
    expect(features().getByRole('checkbox', { name: 'Recall SMS' })).toBeChecked();
    expect(screen.queryByRole('region', { name: 'Withheld' })).toBeNull();
    expect(toasts(page)).toEqual(['success: Call tracking is restored']);
  });

  it('refetches the record each time it opens', async () => {
    const server = serve();
    const page = await opened();
    await screen.findByRole('group', { name: 'Bundles' });
    expect(bundles().getByRole('checkbox', { name: 'Growth' })).not.toBeChecked();
    await page.user.click(edit().getByRole('button', { name: 'Cancel' }));
    server.edit(5, { bundles: [bundleOf('Growth')] });
    await page.user.click(button('Edit Practice 5'));
    await screen.findByRole('group', { name: 'Bundles' });
    expect(bundles().getByRole('checkbox', { name: 'Growth' })).toBeChecked();
  });

  it('disables Save without changes and until the effect is known', async () => {
    serve();
    const page = await opened();
    await screen.findByRole('group', { name: 'Features' });
    expect(button('Save changes')).toHaveAccessibleDescription('No changes yet');
    network.use(answer(previewPracticeFeatures, () => errorReply(500, 'broken', 'No figures today.')));
    await page.user.click(bundles().getByRole('checkbox', { name: 'Growth' }));
    expect(await edit().findByText('No figures today.')).toBeVisible();
    expect(button('Save 1 change')).toHaveAttribute('aria-disabled', 'true');
  });

  it('asks before discarding changes', async () => {
    serve();
    const page = await openWithSelection();
    await page.user.click(edit().getByRole('button', { name: 'Cancel' }));
    const ask = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }));
    expect(ask.getByText('2 changes are not saved.')).toBeVisible();
    await page.user.click(ask.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(features().getByRole('checkbox', { name: 'Recall SMS' })).toBeChecked();
    await page.user.click(edit().getByRole('button', { name: 'Close' }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('bundle removal', () => {
  const sure = () => within(screen.getByRole('alertdialog', { name: 'Save Changes' }));
  async function removing(): Promise<OpenRoute> {
    const page = await opened();
    await screen.findByRole('group', { name: 'Bundles' });
    await page.user.click(bundles().getByRole('checkbox', { name: 'Core 2025' }));
    await waitFor(() => expect(button('Save 1 change')).not.toHaveAttribute('aria-disabled'));
    await page.user.click(button('Save 1 change'));
    return page;
  }

  it('shows the critical warning and saves only after confirmation', async () => {
    const server = serve();
    const page = await removing();
    expect(sure().getByText('Critical warning')).toBeVisible();
    expect(sure().getByText(/^Removing Core 2025 immediately deactivates/)).toBeVisible();
    expect(sure().getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    expect(server.saveCalls).toEqual([]);
    await page.user.click(sure().getByRole('button', { name: 'Save 1 change' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.saveCalls.map(({ body }) => body.bundles)).toEqual([[]]);
  });

  it('keeps the edits without the confirmation', async () => {
    const server = serve();
    const page = await removing();
    await page.user.click(sure().getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(bundles().getByRole('checkbox', { name: 'Core 2025' })).not.toBeChecked();
    expect(server.saveCalls).toEqual([]);
  });
});

describe("when a save doesn't succeed", () => {
  it("merges with someone else's save, saves both together and shows what was merged", async () => {
    const server = serve(5, { features: [flagOf('hours_v2')] });
    const page = await openWithSelection();
    server.edit(5, { bundles: [bundleOf('Core 2025'), bundleOf('Growth')] });
    await save(page);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts(page)).toEqual([
      'info: Merged with changes by Ivy Internal. Bundles: added Growth',
      'success: Successfully updated practice features',
    ]);
    expect(server.saveCalls).toMatchObject([
      {
        ifMatch: '"2"',
        body: {
          bundles: [{ name: 'core_2025' }, { name: 'growth' }],
          product_features: [{ name: 'appointment_list' }, { name: 'recall_sms' }],
        },
      },
    ]);
  });

  it('keeps the changes and shows the server’s message', async () => {
    serve();
    const page = await openWithSelection();
    network.use(answer(updatePracticeFeatures, () => errorReply(500, 'broken', 'The database isn’t responding.')));
    await save(page);
    expect(await edit().findByText('The database isn’t responding.')).toBeVisible();
    expect(toasts(page)).toEqual(['error: Failed to update practice features']);
    expect(features().getByRole('checkbox', { name: 'Recall SMS' })).toBeChecked();
  });
});

describe('unsaved edits in the dialog', () => {
  it('reopens with restored edits after a reload and saves them with Ctrl+S', async () => {
    const server = serve();
    await openWithSelection();
    await closeRoute();
    server.edit(5, { bundles: [bundleOf('Core 2025'), bundleOf('Growth')] });
    const page = await openRoute(ROUTE);
    await screen.findByRole('group', { name: 'Features' });
    expect(await edit().findByText('2 unsaved changes restored')).toBeVisible();
    expect(features().getByRole('checkbox', { name: 'Recall SMS' })).toBeChecked();
    expect(bundles().getByRole('checkbox', { name: 'Growth' })).toBeChecked();
    await waitFor(() => expect(button('Save 2 changes')).not.toHaveAttribute('aria-disabled'));
    await page.user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.saveCalls).toHaveLength(1);
  });

  it('says no more that edits are restored once they are reverted', async () => {
    serve();
    await openWithSelection();
    await closeRoute();
    const page = await openRoute(ROUTE);
    await screen.findByRole('group', { name: 'Features' });
    expect(await edit().findByText('2 unsaved changes restored')).toBeVisible();
    await page.user.click(features().getByRole('checkbox', { name: 'Recall SMS' }));
    expect(edit().getByText('1 unsaved change restored')).toBeVisible();
    await page.user.click(bundles().getByRole('checkbox', { name: 'Growth' }));
    await page.user.click(features().getByRole('checkbox', { name: 'Patient search' }));
    expect(edit().queryByText(/restored$/)).toBeNull();
  });

  it('forgets the edits after they are discarded', async () => {
    serve();
    const page = await openWithSelection();
    await page.user.click(edit().getByRole('button', { name: 'Cancel' }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await closeRoute();
    await openPractices();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('shows an error when the record fails to load, and retries', async () => {
  const server = serve(5, { product_features: [featureOf('Team chat')] });
  network.use(answer(readPracticeFeatures, connectionFailure));
  const page = await opened();
  expect(await edit().findByText('Failed to load practice features')).toBeVisible();
  network.use(...server.handlers());
  await page.user.click(edit().getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('checkbox', { name: 'Team chat' })).toBeChecked();
});
