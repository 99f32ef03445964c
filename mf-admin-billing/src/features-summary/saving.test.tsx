import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { connectionFailure, errorReply } from 'shared-api/testing';
import { accessibilityViolations, dateField } from 'shared-ui/testing';
import { closeRoute } from '../testing/open-route';
import {
  button,
  type OpenPage,
  openSubscriptions,
  serve,
  toasts,
  withNetwork,
} from '../customer-subscriptions/testing/open-page';
import { openSaveDialog, changeBoth, chips, toggleChoice, saveAndConfirm, dialog } from './testing/edit';
import { aBundle, type FeaturesServer } from './testing/features-server';

withNetwork();

describe('saving access and flags', () => {
  it('adopts the saved values and versions as the new baseline', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await changeBoth(page);
    await saveAndConfirm(page);
    await waitFor(() => expect(chips('Bundles')).toEqual(['Growth added manually']));
    expect(features.saves.map(({ call, ifMatch }) => [call, ifMatch])).toEqual([
      ['access', '"1"'],
      ['flags', '"flags-1"'],
    ]);
    expect(toasts(page, 'success')).toEqual(['Practice features saved']);
    expect(page.shell.published).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
    await page.user.click(button('Clear Baseline Date'));
    await saveAndConfirm(page);
    expect(features.saves.at(-1)).toMatchObject({ call: 'access', ifMatch: '"2"' });
  });

  it('keeps the changes of the failed save and sends only those again', async () => {
    const { features } = serve();
    features.override = ({ call }) => (call === 'flags' ? errorReply(500, 'broken', 'The flags rest') : undefined);
    const page = await openSubscriptions();
    await changeBoth(page);
    await saveAndConfirm(page);
    expect(await screen.findByText('Failed to save feature flags: The flags rest')).toBeVisible();
    await waitFor(() => expect(chips('Bundles')).toEqual(['Growth added manually']));
    expect(chips('Feature Flags')).toEqual(['Beta reports (removed)']);
    expect(page.shell.unsaved).toEqual({ what: '1 unsaved change to practice features' });
    features.override = () => undefined;
    await saveAndConfirm(page);
    expect(features.saves.map(({ call }) => call)).toEqual(['access', 'flags', 'flags']);
    expect(screen.queryByText(/Failed to save/)).not.toBeInTheDocument();
  });

  it('shows both failures on separate lines and keeps the changes', async () => {
    const { features } = serve();
    features.override = ({ call }) => errorReply(500, 'broken', call === 'flags' ? 'Flags rest' : '');
    const page = await openSubscriptions();
    await changeBoth(page);
    await saveAndConfirm(page);
    const text = 'Failed to save features and bundles: Unknown error\nFailed to save feature flags: Flags rest';
    await waitFor(() => expect(toasts(page, 'error')).toEqual([text]));
    expect(chips('Bundles')).toEqual(['Core (removed) subscription', 'Growth (added)']);
  });

  it('detects what was saved even if the response was lost', async () => {
    const { features } = serve();
    features.override = () => {
      features.changeByOther({ features: [] }, 'Ivy Internal');
      return connectionFailure();
    };
    const page = await openSubscriptions();
    await page.user.click(button('Remove Beta reports'));
    await saveAndConfirm(page);
    await waitFor(() => expect(toasts(page, 'error')).toEqual(['An unexpected error occurred while saving changes']));
    expect(await screen.findByText(/has all of your changes/)).toBeVisible();
    expect(chips('Feature Flags')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
  });

  it('saves once on a double click', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await page.user.click(button('Remove Beta reports'));
    await openSaveDialog(page);
    await page.user.dblClick(dialog().getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(toasts(page, 'success')).toHaveLength(1));
    expect(features.saves).toHaveLength(1);
  });
});

describe('when someone else changed the record', () => {
  const choices = () => within(screen.getByRole('group', { name: 'Changed by someone else' }));

  it("merges changes that don't overlap, saves both together and shows what was merged", async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await toggleChoice(page, 'Bundles', 'Growth');
    await page.user.click(button('Clear Account Expiration'));
    features.changeByOther({ bundles: [aBundle('Core'), aBundle('Voice')], baseline_date: '2026-06-06' });
    await saveAndConfirm(page);
    await waitFor(() => expect(toasts(page, 'success')).toEqual(['Practice features saved']));
    expect(features.saves.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
    expect(features.saves.at(-1)?.body).toMatchObject({
      bundles: ['core', 'voice', 'growth'],
      account_expiration_date: null,
      baseline_date: '2026-06-06',
    });
    expect(toasts(page, 'info')).toEqual([
      'Merged with changes by Iris Okafor. Bundles: added Voice. Baseline Date: Jan 15, 2025 → Jun 6, 2026',
    ]);
    expect(toasts(page, 'error')).toEqual([]);
  });

  it('merges flags separately', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await toggleChoice(page, 'Feature Flags', 'Fast sync');
    features.changeByOther({ features: [] });
    await saveAndConfirm(page);
    await waitFor(() => expect(toasts(page, 'success')).toEqual(['Practice features saved']));
    expect(features.saves.map(({ call, body }) => [call, body])).toEqual([
      ['flags', { features: ['beta_reports', 'fast_sync'] }],
      ['flags', { features: ['fast_sync'] }],
    ]);
  });

  async function meet(): Promise<{ page: OpenPage; features: FeaturesServer }> {
    const { features } = serve();
    const page = await openSubscriptions();
    await page.user.click(button('Clear Baseline Date'));
    features.changeByOther({ bundles: [aBundle('Core'), aBundle('Voice')], baseline_date: '2026-06-06' });
    await saveAndConfirm(page);
    await screen.findByRole('group', { name: 'Changed by someone else' });
    return { page, features };
  }

  it('reports a conflict for a date that both changed, names who and when, and keeps everything', async () => {
    const { page, features } = await meet();
    const row = within(choices().getByRole('row', { name: /^Baseline Date/ }));
    expect(row.getByRole('radio', { name: 'Keep yours: Baseline Date: none' })).not.toBeChecked();
    expect(row.getByRole('radio', { name: 'Take theirs: Baseline Date: Jun 6, 2026' })).not.toBeChecked();
    expect(row.getByText('Iris Okafor, Nov 20, 2026, 9:42 AM CST')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    expect(choices().getByText(/1 other change of theirs is now on the page/)).toBeVisible();
    expect(toasts(page, 'info')).toEqual([]);
    expect(toasts(page, 'warning')).toEqual(['Iris Okafor changed fields that you have edited']);
    expect(chips('Bundles')).toEqual(['Core subscription', 'Voice subscription']);
    await page.user.click(button('Save Changes'));
    expect(screen.getByRole('group', { name: 'Changed by someone else' })).toHaveFocus();
    expect(features.saves).toHaveLength(1);
  });

  it('saves the person’s version after it is chosen', async () => {
    const { page, features } = await meet();
    await page.user.click(choices().getByRole('radio', { name: /^Keep yours/ }));
    await saveAndConfirm(page);
    expect(features.saves.at(-1)).toMatchObject({ ifMatch: '"2"', body: { baseline_date: null } });
    await waitFor(() =>
      expect(screen.queryByRole('group', { name: 'Changed by someone else' })).not.toBeInTheDocument(),
    );
  });

  it('leaves nothing to save after the other version is chosen', async () => {
    const { page } = await meet();
    await page.user.click(choices().getByRole('radio', { name: /^Take theirs/ }));
    expect(dateField('Baseline Date')).toHaveTextContent('06/06/2026');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
  });
});

describe('unsaved edits', () => {
  it('restores unsaved edits after a reload and merges them with later saves', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await toggleChoice(page, 'Bundles', 'Growth');
    await page.user.click(button('Clear Baseline Date'));
    await closeRoute();
    features.changeByOther({ bundles: [aBundle('Core'), aBundle('Voice')] });
    await openSubscriptions();
    await waitFor(() =>
      expect(chips('Bundles')).toEqual(['Core subscription', 'Voice subscription', 'Growth (added)']),
    );
    expect(dateField('Baseline Date')).toHaveTextContent('MM/DD/YYYY');
  });

  it('keeps an open choice of versions across a reload', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await page.user.click(button('Clear Baseline Date'));
    features.changeByOther({ baseline_date: '2026-06-06' });
    await saveAndConfirm(page);
    await screen.findByRole('radio', { name: /^Keep yours/ });
    await closeRoute();
    await openSubscriptions();
    expect(await screen.findByRole('radio', { name: /^Keep yours/ })).not.toBeChecked();
  });

  it('forgets the edits after they are discarded', async () => {
    serve();
    const page = await openSubscriptions();
    await toggleChoice(page, 'Bundles', 'Growth');
    await page.user.click(button('Discard'));
    await page.user.click(dialog().getByRole('button', { name: 'Discard 1 change' }));
    await closeRoute();
    await openSubscriptions();
    expect(chips('Bundles')).toEqual(['Core subscription']);
  });
});

describe('Ctrl+S', () => {
  it('opens the save dialog and does nothing without changes', async () => {
    serve();
    const page = await openSubscriptions();
    await page.user.keyboard('{Control>}s{/Control}');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await toggleChoice(page, 'Bundles', 'Growth');
    await page.user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByRole('alertdialog', { name: 'Save Changes' })).toBeVisible();
  });
});
