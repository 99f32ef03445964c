import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { previewPracticeFeatures, readFeaturesMetadata, readPracticeFeatures } from 'shared-api/contracts';
import { answer, noConnection, refusal, silence } from 'shared-api/testing';
import {
  button,
  network,
  type OpenPage,
  openPage,
  openSubscriptions,
  serve,
  toasts,
  withNetwork,
} from '../customer-subscriptions/testing/open-page';
import { aBundle, aFlag, aRecord, FeaturesServer } from './testing/features-server';

withNetwork();

const chips = (field: string): string[] =>
  within(screen.getByRole('list', { name: field }))
    .getAllByRole('listitem')
    .map((chip: HTMLElement) => chip.textContent ?? '');

const dialog = () => within(screen.getByRole('alertdialog'));

async function choose({ user }: OpenPage, field: string, name: string): Promise<void> {
  await user.click(button(`Choose ${field}`));
  const list = within(await screen.findByRole('dialog', { name: `Choose ${field}` }));
  await user.click(list.getByRole('checkbox', { name }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

/** Asks for the save and waits until its effect is known. */
async function ask({ user }: OpenPage): Promise<void> {
  await user.click(button('Save Changes'));
  await screen.findByRole('alertdialog', { name: 'Save Changes' });
}

async function confirm(page: OpenPage): Promise<void> {
  await ask(page);
  const save = dialog().getByRole('button', { name: 'Save Changes' });
  await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled'));
  await page.user.click(save);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
}

/** Swaps the bundle and takes a flag: both saves have something to do. */
async function changeBoth(page: OpenPage): Promise<void> {
  await choose(page, 'Bundles', 'Growth');
  await page.user.click(button('Remove Core'));
  await page.user.click(button('Remove Beta reports'));
}

describe('the summary', () => {
  it('shows what the practice has, where it comes from, and its dates; nothing is to be saved', async () => {
    serve();
    await openSubscriptions();
    expect(chips('Bundles')).toEqual(['Coresubscription']);
    expect(chips('Features')).toEqual(['Recall listsubscription', 'Patient searchsubscription', 'Team chatgrant']);
    expect(chips('Feature Flags')).toEqual(['Beta reports']);
    expect(screen.getByRole('textbox', { name: 'Account Expiration' })).toHaveValue('03/31/2027');
    expect(screen.getByRole('textbox', { name: 'Snapshot Expiration' })).toHaveValue('');
    expect(screen.getByText('Date changes take effect after saving.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument();
    expect(screen.queryByText('RESTRICTED ACCESS ZONE')).not.toBeInTheDocument();
  });

  it.each([
    ['an empty list', () => undefined],
    ['a 404', () => network.use(answer(readPracticeFeatures, () => refusal(404, 'not_found', 'None')))],
  ])('of a practice without a record is empty: %s', async (_, prepare) => {
    serve({ features: new FeaturesServer(null) });
    prepare();
    const page = await openSubscriptions();
    expect(chips('Bundles')).toEqual(['None']);
    expect(screen.getByRole('textbox', { name: 'Baseline Date' })).toHaveValue('');
    expect(toasts(page, 'error')).toEqual([]);
  });

  it.each([
    ['the record', readPracticeFeatures],
    ['the catalogue', readFeaturesMetadata],
  ])('says so when %s cannot be read, and reads it again', async (_, call) => {
    serve();
    network.use(answer(call, () => refusal(500, 'broken', 'No'), { once: true }));
    const page = await openPage();
    const failed = within(await screen.findByRole('alert'));
    expect(failed.getByText('Failed to load practice features')).toBeVisible();
    expect(toasts(page, 'error')).toContain('Failed to load practice features');
    await page.user.click(failed.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Choose Bundles' })).toBeVisible();
  });
});

describe('a change', () => {
  it('of bundles shows the restricted zone, guards leaving, and goes with Discard', async () => {
    serve();
    const page = await openSubscriptions();
    await choose(page, 'Bundles', 'Growth');
    expect(screen.getByText('RESTRICTED ACCESS ZONE')).toBeVisible();
    for (const statement of [/permanently logged and tracked/, /explicit authorization/, /trigger an investigation/]) {
      expect(screen.getByText(statement)).toBeVisible();
    }
    expect(page.shell.unsaved).toEqual({ what: '1 unsaved change to practice features' });
    await page.user.click(button('Discard'));
    await page.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard 1 change' }),
    );
    expect(chips('Bundles')).toEqual(['Coresubscription']);
    await waitFor(() => expect(page.shell.unsaved).toBeNull());
  });

  it('of dates or flags alone is not restricted; a cleared date is sent as null', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await page.user.click(button('Clear Account Expiration'));
    expect(screen.queryByText('RESTRICTED ACCESS ZONE')).not.toBeInTheDocument();
    await confirm(page);
    expect(features.saves).toHaveLength(1);
    expect(features.saves[0]).toMatchObject({
      call: 'access',
      ifMatch: '"1"',
      body: { account_expiration_date: null, snapshot_expiration_date: null, baseline_date: '2025-01-15' },
    });
  });

  it('that is no date is said at the field, and Save goes there', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    const field = screen.getByRole('textbox', { name: 'Snapshot Expiration' });
    await page.user.type(field, '13/45');
    expect(field).toHaveAccessibleDescription(/Enter a date/);
    await page.user.click(button('Save Changes'));
    expect(field).toHaveFocus();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(features.saves).toEqual([]);
  });
});

describe('before the save', () => {
  it('it is asked, with what is gained, lost and kept, and the critical warning', async () => {
    serve();
    const page = await openSubscriptions();
    await choose(page, 'Bundles', 'Growth');
    await page.user.click(button('Remove Core'));
    await ask(page);
    expect(dialog().getByText('Bundles: added Growth; removed Core')).toBeVisible();
    expect(dialog().getByText('Critical warning')).toBeVisible();
    expect(dialog().getByText(/immediately deactivates/)).toHaveTextContent(
      /no way to recover.*Add the new bundle before/,
    );
    const gained = within(await dialog().findByRole('list', { name: 'Gained' }));
    expect(gained.getByText(/Growth/)).toHaveTextContent('Gained Growth · bundle');
    expect(gained.getByText(/Reviews/)).toBeVisible();
    expect(within(dialog().getByRole('list', { name: 'Lost' })).getByText(/Patient search/)).toBeVisible();
    expect(within(dialog().getByRole('list', { name: 'Kept' })).getByText(/Recall list/)).toHaveTextContent(
      'through bundle Growth',
    );
    expect(dialog().getByRole('button', { name: 'Keep editing' })).toHaveFocus();
  });

  it('without a bundle that goes there is no critical warning', async () => {
    serve();
    const page = await openSubscriptions();
    await choose(page, 'Features', 'Reviews');
    await ask(page);
    expect(await dialog().findByRole('list', { name: 'Gained' })).toBeVisible();
    expect(dialog().queryByText('Critical warning')).not.toBeInTheDocument();
  });

  it('the button waits for what the change does, and says when that cannot be had', async () => {
    const { features } = serve();
    network.use(answer(previewPracticeFeatures, () => refusal(500, 'broken', 'Not now'), { once: true }));
    const page = await openSubscriptions();
    await choose(page, 'Bundles', 'Growth');
    await ask(page);
    expect(await dialog().findByText('Not now')).toBeVisible();
    const save = dialog().getByRole('button', { name: 'Save Changes' });
    expect(save).toHaveAccessibleDescription(/has to be known first/);
    await page.user.click(save);
    expect(features.saves).toEqual([]);
    await page.user.click(dialog().getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled'));
  });

  it('while it is being worked out, the button says that it waits', async () => {
    serve();
    network.use(answer(previewPracticeFeatures, silence));
    const page = await openSubscriptions();
    await choose(page, 'Bundles', 'Growth');
    await ask(page);
    expect(dialog().getByRole('button', { name: 'Save Changes' })).toHaveAccessibleDescription(/^Wait until/);
  });
});

describe('the two saves', () => {
  it('both succeed: what is saved is the new baseline, with its own versions', async () => {
    const { features } = serve();
    const page = await openSubscriptions();
    await changeBoth(page);
    await confirm(page);
    await waitFor(() => expect(chips('Bundles')).toEqual(['Growthgrant']));
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
    await waitFor(() => expect(chips('Bundles')).toEqual(['Growthgrant']));
    expect(chips('Feature Flags')).toEqual(['Beta reports(removed)']);
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
    expect(chips('Bundles')).toEqual(['Core(removed)subscription', 'Growth(added)']);
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
    expect(chips('Bundles')).toEqual(['Coresubscription', 'Growth(added)']);
    await page.user.click(button('Save Changes'));
    expect(screen.getByRole('group', { name: 'Newer features and dates' })).toHaveFocus();
    expect(features.saves).toHaveLength(1);
  });

  it('the edits can be kept over it', async () => {
    const { page, features } = await meet();
    await page.user.click((await panel()).getByRole('button', { name: 'Keep my edits over the fresh record' }));
    expect(chips('Bundles')).toEqual(['Coresubscription', 'Voicesubscription', 'Growth(added)']);
    await confirm(page);
    expect(features.saves.at(-1)).toMatchObject({ ifMatch: '"2"', body: { bundles: ['core', 'voice', 'growth'] } });
    await waitFor(() => expect(toasts(page, 'success')).toEqual(['Practice features saved']));
  });

  it('it can be taken', async () => {
    const { page } = await meet();
    await page.user.click((await panel()).getByRole('button', { name: 'Take the fresh record' }));
    expect(chips('Bundles')).toEqual(['Coresubscription', 'Voicesubscription']);
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
