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
  it('both succeed: what is saved is the new baseline, with its own versions', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await changeBoth(page);
    await confirm(page);
    await waitFor(() => expect(chips('Bundles')).toEqual(['Growth grant']));
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

  it('one fails: its changes stay, the other one’s are saved, and only it is sent again', async () => {
    const { features } = serve();
    features.otherwise = ({ call }) => (call === 'flags' ? refusal(500, 'broken', 'The flags rest') : undefined);
    const page = await openSubscriptions();
    await changeBoth(page);
    await confirm(page);
    expect(await screen.findByText('Failed to save feature flags: The flags rest')).toBeVisible();
    await waitFor(() => expect(chips('Bundles')).toEqual(['Growth grant']));
    expect(chips('Feature Flags')).toEqual(['Beta reports (removed)']);
    expect(page.shell.unsaved).toEqual({ what: '1 unsaved change to practice features' });
    features.otherwise = () => undefined;
    await confirm(page);
    expect(features.saves.map(({ call }) => call)).toEqual(['access', 'flags', 'flags']);
    expect(screen.queryByText(/Failed to save/)).not.toBeInTheDocument();
  });

  it('both fail: each is said on a line of its own, and nothing is lost', async () => {
    const { features } = serve();
    features.otherwise = ({ call }) => refusal(500, 'broken', call === 'flags' ? 'Flags rest' : '');
    const page = await openSubscriptions();
    await changeBoth(page);
    await confirm(page);
    const text = 'Failed to save features and bundles: Unknown error\nFailed to save feature flags: Flags rest';
    await waitFor(() => expect(toasts(page, 'error')).toEqual([text]));
    expect(chips('Bundles')).toEqual(['Core (removed) subscription', 'Growth (added)']);
  });

  it('without an answer says so; what had been saved nevertheless is found', async () => {
    const { features } = serve();
    features.otherwise = () => {
      features.changeBySomebody({ features: [] }, 'Ivy Internal');
      return noConnection();
    };
    const page = await openSubscriptions();
    await page.user.click(button('Remove Beta reports'));
    await confirm(page);
    await waitFor(() => expect(toasts(page, 'error')).toEqual(['An unexpected error occurred while saving changes']));
    expect(await screen.findByText(/it has all of your changes/)).toBeVisible();
    expect(chips('Feature Flags')).toEqual(['None']);
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
  });

  it('by a double click are one save', async () => {
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

  it('is told with who and when; the edits stay until one has chosen, and Save leads there', async () => {
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

  it('the edits can be kept over it', async () => {
    const { page, features } = await meet();
    await page.user.click((await panel()).getByRole('button', { name: 'Keep my edits over the fresh record' }));
    expect(chips('Bundles')).toEqual(['Core subscription', 'Voice subscription', 'Growth (added)']);
    await confirm(page);
    expect(features.saves.at(-1)).toMatchObject({ ifMatch: '"2"', body: { bundles: ['core', 'voice', 'growth'] } });
    await waitFor(() => expect(toasts(page, 'success')).toEqual(['Practice features saved']));
  });

  it('it can be taken', async () => {
    const { page } = await meet();
    await page.user.click((await panel()).getByRole('button', { name: 'Take the fresh record' }));
    expect(chips('Bundles')).toEqual(['Core subscription', 'Voice subscription']);
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
  });

  it('in its flags alone leaves the other save alone', async () => {
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
