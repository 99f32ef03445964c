import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  previewPracticeFeatures,
  readFeaturesMetadata,
  readPracticeFeatures,
  restoreWithheld,
} from 'shared-api/contracts';
import { answer, errorReply, neverAnswer } from 'shared-api/testing';
import { dateField, typeDate } from 'shared-ui/testing';
import {
  button,
  network,
  openPage,
  openSubscriptions,
  region,
  serve,
  toasts,
  withNetwork,
} from '../customer-subscriptions/testing/open-page';
import { openSaveDialog, chips, toggleChoice, saveAndConfirm, dialog } from './testing/edit';
import { aFeature, aFlag, aRecord, aWithheldFeature, FeaturesServer } from './testing/features-server';

withNetwork();

describe('features withheld by staff', () => {
  const withheldServer = () => new FeaturesServer(aRecord({ withheld: [aWithheldFeature('Call tracking')] }));

  it('shows who removed it and when, and restores it', async () => {
    const { features } = serve({ features: withheldServer() });
    const page = await openSubscriptions();
    const row = screen.getByRole('listitem', { name: 'Call tracking' });
    expect(row).toHaveTextContent('Withheld by Iris Okafor on Nov 20, 2026 Paid through Practice Core');
    await page.user.click(within(row).getByRole('button', { name: 'Restore Call tracking' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Withheld' })).not.toBeInTheDocument());
    expect(features.restored).toEqual(['call_tracking']);
    expect(chips('Features')).toContain('Call tracking subscription');
    expect(toasts(page, 'success')).toEqual(['Call tracking is restored']);
  });

  it('keeps unsaved edits on top of the restored record', async () => {
    const { features } = serve({ features: withheldServer() });
    const page = await openSubscriptions();
    await page.user.click(button('Remove Team chat'));
    await page.user.click(button('Restore Call tracking'));
    await waitFor(() => expect(chips('Features')).toContain('Call tracking subscription'));
    expect(chips('Features')).toContain('Team chat (removed) added manually');
    expect(screen.queryByRole('group', { name: 'Newer features and dates' })).not.toBeInTheDocument();
    await saveAndConfirm(page);
    expect(features.saves.at(-1)).toMatchObject({
      ifMatch: '"2"',
      body: { product_features: ['recall_list', 'patient_search', 'call_tracking'] },
    });
  });

  it("keeps the feature listed when it can't be restored, and shows why", async () => {
    serve({ features: withheldServer() });
    network.use(answer(restoreWithheld, () => errorReply(409, 'not_withheld', 'None of this can be restored here.')));
    const page = await openSubscriptions();
    await page.user.click(button('Restore Call tracking'));
    expect(await screen.findByText('None of this can be restored here.')).toBeVisible();
    expect(toasts(page, 'error')).toEqual(['Couldn’t restore Call tracking']);
    expect(button('Restore Call tracking')).toBeEnabled();
  });
});

describe('the features summary', () => {
  it('groups features under the bundle that includes them', async () => {
    const record = aRecord({
      product_features: [
        aFeature('Team chat', ['grant']),
        aFeature('Recall list', ['subscription'], ['Core']),
        aFeature('Call tracking', ['subscription'], ['Voice']),
        aFeature('Patient search', ['subscription'], ['Core']),
      ],
    });
    serve({ features: new FeaturesServer(record) });
    await openSubscriptions();
    expect(chips('Features')).toEqual([
      'Recall list via Core',
      'Patient search via Core',
      'Call tracking via Voice',
      'Team chat added manually',
    ]);
  });

  it('summarizes the dates in a line on a phone, and expands their fields', async () => {
    const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    serve();
    const { user } = await openSubscriptions();
    expect(screen.getByText('Account Expiration Mar 31, 2027')).toBeVisible();
    expect(screen.getByText('Date changes take effect after saving.')).not.toBeVisible();
    await user.click(button('Practice Dates'));
    expect(screen.getByText('Date changes take effect after saving.')).toBeVisible();
    media.mockRestore();
  });

  it('shows the practice’s features, sources and dates, with nothing to save', async () => {
    serve();
    await openSubscriptions();
    expect(chips('Bundles')).toEqual(['Core subscription']);
    expect(chips('Features')).toEqual([
      'Recall list subscription',
      'Patient search subscription',
      'Team chat added manually',
    ]);
    expect(chips('Feature Flags')).toEqual(['Beta reports']);
    expect(dateField('Account Expiration')).toHaveTextContent('03/31/2027');
    expect(dateField('Snapshot Expiration')).toHaveTextContent('MM/DD/YYYY');
    expect(screen.getByText('Date changes take effect after saving.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
    expect(screen.queryByText('RESTRICTED ACCESS ZONE')).not.toBeInTheDocument();
  });

  it('says which modules use a flag', async () => {
    serve();
    await openSubscriptions();
    expect(await screen.findByText('Used by modules: Beta reports (Hours).')).toBeVisible();
  });

  it.each([
    ['an empty list', () => undefined],
    ['a 404', () => network.use(answer(readPracticeFeatures, () => errorReply(404, 'not_found', 'None')))],
  ])('shows an empty summary for a practice without a record: %s', async (_, prepare) => {
    serve({ features: new FeaturesServer(null) });
    prepare();
    const page = await openSubscriptions();
    expect(chips('Bundles')).toEqual([]);
    expect(dateField('Baseline Date')).toHaveTextContent('MM/DD/YYYY');
    expect(toasts(page, 'error')).toEqual([]);
  });

  it.each([
    ['the record', readPracticeFeatures],
    ['the catalog', readFeaturesMetadata],
  ])("shows an error when %s can't be read, and retries", async (_, call) => {
    serve();
    network.use(answer(call, () => errorReply(500, 'broken', 'No'), { once: true }));
    const page = await openPage();
    const failed = within(await screen.findByRole('alert'));
    expect(failed.getByText('Failed to load practice features')).toBeVisible();
    expect(toasts(page, 'error')).toContain('Failed to load practice features');
    // It is busy until the other call ends.
    const retry = failed.getByRole('button', { name: 'Retry' });
    await waitFor(() => expect(retry).not.toHaveAttribute('aria-disabled', 'true'));
    await page.user.click(retry);
    expect(await screen.findByRole('button', { name: 'Choose Bundles' })).toBeVisible();
  });
});

describe('a call that the console doesn’t serve', () => {
  it.each([
    ['the record', readPracticeFeatures],
    ['the catalog', readFeaturesMetadata],
  ])('shows an error instead of an empty summary: %s', async (_, call) => {
    serve();
    network.use(answer(call, () => errorReply(404, 'unknown_call', 'Unknown')));
    await openPage();
    const failed = within(await screen.findByRole('alert'));
    expect(failed.getByText(new RegExp(`^This console doesn’t serve ${call.name} `))).toBeVisible();
  });
});

describe('an unsaved change', () => {
  it('shows the restricted zone for bundles, guards against leaving and discards on request', async () => {
    serve();
    const page = await openSubscriptions();
    await toggleChoice(page, 'Bundles', 'Growth');
    expect(screen.getByText('RESTRICTED ACCESS ZONE')).toBeVisible();
    for (const statement of [/permanently logged and tracked/, /explicit authorization/, /trigger an investigation/]) {
      expect(screen.getByText(statement)).toBeVisible();
    }
    expect(page.shell.unsaved).toEqual({ what: '1 unsaved change to practice features' });
    await page.user.click(button('Discard'));
    await page.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard 1 change' }),
    );
    expect(chips('Bundles')).toEqual(['Core subscription']);
    await waitFor(() => expect(page.shell.unsaved).toBeNull());
  });

  it('skips the restricted zone for dates or flags and sends a cleared date as null', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await page.user.click(button('Clear Account Expiration'));
    expect(screen.queryByText('RESTRICTED ACCESS ZONE')).not.toBeInTheDocument();
    await saveAndConfirm(page);
    expect(features.saves).toHaveLength(1);
    expect(features.saves[0]).toMatchObject({
      call: 'access',
      ifMatch: '"1"',
      body: { account_expiration_date: null, snapshot_expiration_date: null, baseline_date: '2025-01-15' },
    });
  });

  it('marks an invalid date at its field and focuses it on Save', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    const field = dateField('Snapshot Expiration');
    await typeDate(page.user, field, '02/30');
    expect(field).toHaveAccessibleDescription(/Enter the year/);
    await page.user.click(button('Save Changes'));
    await waitFor(() => expect(within(field).getByRole('spinbutton', { name: 'Month' })).toHaveFocus());
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(features.saves).toEqual([]);
  });
});

describe('on a phone', () => {
  it('counts each long list by its own noun', async () => {
    const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    const flags = ['Beta reports', 'Dark dashboard', 'Fast sync', 'New grid', 'Recall', 'Smart search'].map(aFlag);
    serve({ features: new FeaturesServer(aRecord({ features: flags })) });
    await openSubscriptions();
    expect(region('Practice Features').getByText('Feature Flags').nextSibling).toHaveTextContent('6 flags');
    media.mockRestore();
  });

  it('shows the lists as lines until the person edits them', async () => {
    const media = jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: true });
    serve();
    const { user } = await openSubscriptions();
    const panel = region('Practice Features');
    expect(panel.getByText('Feature Flags').nextSibling).toHaveTextContent('Beta reports');
    expect(panel.queryByRole('combobox')).toBeNull();
    const edit = panel.getByRole('button', { name: 'Edit practice features', expanded: false });
    await user.click(edit);
    expect(edit).toHaveFocus();
    await user.click(button('Remove Team chat'));
    // Changed fields stay open.
    expect(panel.queryByRole('button', { name: /editing practice features$/ })).toBeNull();
    expect(panel.getByRole('combobox', { name: 'Features' })).toBeVisible();
    media.mockRestore();
  });
});

describe('confirming a save', () => {
  it('shows gained, lost and kept features and the critical warning', async () => {
    serve();
    const page = await openSubscriptions();
    await toggleChoice(page, 'Bundles', 'Growth');
    await page.user.click(button('Remove Core'));
    await openSaveDialog(page);
    expect(dialog().getByText('Bundles: added Growth; removed Core')).toBeVisible();
    expect(dialog().getByText('Critical warning')).toBeVisible();
    expect(dialog().getByText(/immediately deactivates.*no way to recover/)).toBeVisible();
    expect(dialog().getByText(/^Add the new bundle before/)).toBeVisible();
    const gained = within(await dialog().findByRole('list', { name: 'Gained' }));
    expect(gained.getAllByRole('listitem')[0]).toHaveTextContent('Gained Growth bundle');
    expect(gained.getByText(/Reviews/)).toBeVisible();
    expect(within(dialog().getByRole('list', { name: 'Lost' })).getByText(/Patient search/)).toBeVisible();
    expect(dialog().getByRole('list', { name: 'Kept' })).toHaveTextContent('Recall list through bundle Growth');
    expect(dialog().getByRole('button', { name: 'Keep editing' })).toHaveFocus();
  });

  it('shows no critical warning when no bundle is removed', async () => {
    serve();
    const page = await openSubscriptions();
    await toggleChoice(page, 'Features', 'Reviews');
    await openSaveDialog(page);
    expect(await dialog().findByRole('list', { name: 'Gained' })).toBeVisible();
    expect(dialog().queryByText('Critical warning')).not.toBeInTheDocument();
  });

  it('disables the button until the effect is known, and retries', async () => {
    const { features } = serve();
    network.use(answer(previewPracticeFeatures, () => errorReply(500, 'broken', 'Not now'), { once: true }));
    const page = await openSubscriptions();
    await toggleChoice(page, 'Bundles', 'Growth');
    await openSaveDialog(page);
    expect(await dialog().findByText('Not now')).toBeVisible();
    const save = dialog().getByRole('button', { name: 'Save Changes' });
    expect(save).toHaveAccessibleDescription(/has to be calculated first/);
    await page.user.click(save);
    expect(features.saves).toEqual([]);
    await page.user.click(dialog().getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled'));
  });

  it('explains on the button why it waits for the effect', async () => {
    serve();
    network.use(answer(previewPracticeFeatures, neverAnswer));
    const page = await openSubscriptions();
    await toggleChoice(page, 'Bundles', 'Growth');
    await openSaveDialog(page);
    expect(dialog().getByRole('button', { name: 'Save Changes' })).toHaveAccessibleDescription(/^Wait until/);
  });
});
