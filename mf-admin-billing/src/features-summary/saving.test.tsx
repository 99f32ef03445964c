import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { noConnection, refusal } from 'shared-api/testing';
import {
  button,
  type OpenPage,
  openSubscriptions,
  serve,
  toasts,
  withNetwork,
} from '../customer-subscriptions/testing/open-page';
import { ask, changeBoth, chips, choose, confirm, dialog } from './testing/edit';
import { aBundle, aFlag, aRecord, type FeaturesServer } from './testing/features-server';

withNetwork();

describe('the two saves', () => {
  it('adopts what was saved as the new baseline, with its versions', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await changeBoth(page);
    await confirm(page);
    await waitFor(() => expect(chips('Bundles')).toEqual(['Growth added manually']));
    expect(features.saves.map(({ call, ifMatch }) => [call, ifMatch])).toEqual([
      ['access', '"1"'],
      ['flags', '"flags-1"'],
    ]);
    expect(toasts(page, 'success')).toEqual(['Practice features saved']);
    expect(page.shell.published).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
    await page.user.click(button('Clear Baseline Date'));
    await confirm(page);
    expect(features.saves.at(-1)).toMatchObject({ call: 'access', ifMatch: '"2"' });
  });

  it('keeps the changes of the save that failed, and sends only those again', async () => {
    const { features } = serve();
    features.otherwise = ({ call }) => (call === 'flags' ? refusal(500, 'broken', 'The flags rest') : undefined);
    const page = await openSubscriptions();
    await changeBoth(page);
    await confirm(page);
    expect(await screen.findByText('Failed to save feature flags: The flags rest')).toBeVisible();
    await waitFor(() => expect(chips('Bundles')).toEqual(['Growth added manually']));
    expect(chips('Feature Flags')).toEqual(['Beta reports (removed)']);
    expect(page.shell.unsaved).toEqual({ what: '1 unsaved change to practice features' });
    features.otherwise = () => undefined;
    await confirm(page);
    expect(features.saves.map(({ call }) => call)).toEqual(['access', 'flags', 'flags']);
    expect(screen.queryByText(/Failed to save/)).not.toBeInTheDocument();
  });

  it('words both failures on lines of their own, and loses nothing', async () => {
    const { features } = serve();
    features.otherwise = ({ call }) => refusal(500, 'broken', call === 'flags' ? 'Flags rest' : '');
    const page = await openSubscriptions();
    await changeBoth(page);
    await confirm(page);
    const text = 'Failed to save features and bundles: Unknown error\nFailed to save feature flags: Flags rest';
    await waitFor(() => expect(toasts(page, 'error')).toEqual([text]));
    expect(chips('Bundles')).toEqual(['Core (removed) subscription', 'Growth (added)']);
  });

  it('finds what was saved although the answer was lost', async () => {
    const { features } = serve();
    features.otherwise = () => {
      features.changeBySomebody({ features: [] }, 'Ivy Internal');
      return noConnection();
    };
    const page = await openSubscriptions();
    await page.user.click(button('Remove Beta reports'));
    await confirm(page);
    await waitFor(() => expect(toasts(page, 'error')).toEqual(['An unexpected error occurred while saving changes']));
    expect(await screen.findByText(/has all of your changes/)).toBeVisible();
    expect(chips('Feature Flags')).toEqual(['None']);
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
  });

  it('saves once on a double click', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await page.user.click(button('Remove Beta reports'));
    await ask(page);
    await page.user.dblClick(dialog().getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(toasts(page, 'success')).toHaveLength(1));
    expect(features.saves).toHaveLength(1);
  });
});

describe('a record that somebody else has changed', () => {
  async function meet(): Promise<{ page: OpenPage; features: FeaturesServer }> {
    const { features } = serve();
    const page = await openSubscriptions();
    await choose(page, 'Bundles', 'Growth');
    features.changeBySomebody({ bundles: [aBundle('Core'), aBundle('Voice')] });
    await confirm(page);
    return { page, features };
  }
  const panel = async () => within(await screen.findByRole('group', { name: 'Newer features and dates' }));

  it('names who changed it and when, and keeps the edits until the person chooses', async () => {
    const { page, features } = await meet();
    const newer = await panel();
    expect(newer.getByText(/were changed by Iris Okafor on Nov 20, 2026, 9:42 AM/)).toBeVisible();
    expect(newer.getByText('Bundles: added Voice')).toBeVisible();
    expect(newer.getByText('Bundles: added Growth')).toBeVisible();
    expect(chips('Bundles')).toEqual(['Core subscription', 'Growth (added)']);
    await page.user.click(button('Save Changes'));
    expect(screen.getByRole('group', { name: 'Newer features and dates' })).toHaveFocus();
    expect(features.saves).toHaveLength(1);
  });

  it('reapplies the edits on request', async () => {
    const { page, features } = await meet();
    await page.user.click((await panel()).getByRole('button', { name: 'Reapply my edits' }));
    expect(chips('Bundles')).toEqual(['Core subscription', 'Voice subscription', 'Growth (added)']);
    await confirm(page);
    expect(features.saves.at(-1)).toMatchObject({ ifMatch: '"2"', body: { bundles: ['core', 'voice', 'growth'] } });
    await waitFor(() => expect(toasts(page, 'success')).toEqual(['Practice features saved']));
  });

  it('uses the newer version on request', async () => {
    const { page } = await meet();
    await page.user.click((await panel()).getByRole('button', { name: 'Use the newer version' }));
    expect(chips('Bundles')).toEqual(['Core subscription', 'Voice subscription']);
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
  });

  it('leaves the other save alone when only flags changed', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await page.user.click(button('Remove Beta reports'));
    await choose(page, 'Feature Flags', 'Fast sync');
    features.changeBySomebody({ features: [aFlag('Beta reports'), aFlag('Fast sync')] });
    await confirm(page);
    expect(await screen.findByRole('group', { name: 'Newer feature flags' })).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Newer features and dates' })).not.toBeInTheDocument();
    expect(features.record).toEqual(
      aRecord({ features: [aFlag('Beta reports'), aFlag('Fast sync')], flags_etag: '"flags-2"' }),
    );
  });
});
