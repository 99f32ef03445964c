import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { bulkUpdateFeatures, previewBulkUpdate, readAllFeaturesMetadata } from 'shared-api/contracts';
import { answer, noConnection, refusal } from 'shared-api/testing';
import { button, dialog, network, type OpenRoute, toasts, withNetwork } from '../testing/open-route';
import { begin, openPractices, pick, serve, shown, tick } from './testing/open-practices';
import type { PracticesServer } from './testing/practices-server';
import { aRecord, bundleOf, flagOf } from './testing/practice-records';

withNetwork();

async function withTwo(server: PracticesServer = serve()): Promise<OpenRoute & { server: PracticesServer }> {
  const page = await openPractices();
  await page.user.click(tick('Select Practice 1'));
  await page.user.click(tick('Select Practice 2'));
  return { ...page, server };
}

const outcomes = (): string[] =>
  within(screen.getByRole('table', { name: 'Result for each practice' }))
    .getAllByRole('row')
    .slice(1)
    .map((item: HTMLElement) => item.textContent);

// First: names that were read once are kept.
it('a list of names that cannot be read says so, and is read again', async () => {
  const server = serve();
  network.use(answer(readAllFeaturesMetadata, noConnection));
  const page = await withTwo(server);
  await begin(page, 'Add…', 'Bundles');
  expect(await dialog().findByText('The list to choose from could not be loaded')).toBeVisible();
  network.use(...server.handlers());
  await page.user.click(dialog().getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('checkbox', { name: 'Phones' })).toBeVisible();
});

describe('before a change', () => {
  it('practices have to be selected', async () => {
    serve();
    const page = await openPractices();
    await begin(page, 'Add…', 'Bundles');
    expect(toasts(page)).toEqual(['warning: Please select practices first']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('something has to be chosen, and the list can be searched', async () => {
    const page = await withTwo();
    await begin(page, 'Add…', 'Features');
    expect(dialog().getByText('To the 2 selected practices.')).toBeVisible();
    expect(button('See what changes')).toHaveAccessibleDescription('Choose at least one feature');
    await page.user.type(await screen.findByRole('searchbox', { name: 'Search Features' }), 'recall');
    expect(dialog().getAllByRole('checkbox')).toHaveLength(2);
  });

  it('its effect is told in figures, with what subscriptions hold', async () => {
    const server = serve();
    server.held = 2;
    const page = await withTwo(server);
    await begin(page, 'Remove…', 'Features');
    await pick(page, 'Call tracking', 'Patient search');
    expect(await screen.findByRole('button', { name: 'Change 2 practices' })).toBeVisible();
    const told = dialog();
    expect(told.getByText('Have none of them')).toBeVisible();
    expect(told.getByText('2 practices lose it')).toBeVisible();
    expect(told.getByText('0 practices lose it')).toBeVisible();
    expect(told.getByText(/^2 practices have it from a subscription or a trial/)).toBeVisible();
    expect(told.getByText('RESTRICTED ACCESS ZONE')).toBeVisible();
    expect(server.bulk).toEqual([]);
    await page.user.click(button('Back'));
    expect(tick('Call tracking')).toBeChecked();
  });

  it('an effect of nothing cannot be confirmed', async () => {
    const page = await withTwo();
    await begin(page, 'Add…', 'Bundles');
    await pick(page, 'Core 2025');
    expect(await screen.findByRole('button', { name: 'Change 0 practices' })).toHaveAccessibleDescription(
      'Nothing would change.',
    );
  });

  it('what cannot be read says so, and is read again', async () => {
    const page = await withTwo();
    network.use(
      answer(previewBulkUpdate, () => refusal(500, 'broken', 'The effect could not be counted.'), { once: true }),
    );
    await begin(page, 'Add…', 'Bundles');
    await pick(page, 'Phones');
    expect(await screen.findByText('The effect could not be counted.')).toBeVisible();
    await page.user.click(button('Retry'));
    expect(await screen.findByRole('button', { name: 'Change 2 practices' })).toBeVisible();
  });
});

describe('a change of a few', () => {
  it('is made, told for each practice, and drawn in the list', async () => {
    const server = serve();
    server.records[1] = aRecord(2, { bundles: [bundleOf('Core 2025'), bundleOf('Phones')] });
    const page = await withTwo(server);
    await begin(page, 'Add…', 'Bundles');
    await pick(page, 'Phones');
    await page.user.click(await screen.findByRole('button', { name: 'Change 1 practice' }));
    const result = within(await screen.findByRole('region', { name: /^Result/ }));
    expect(result.getByText('1 changed, 1 unchanged, 0 failed')).toBeVisible();
    expect(outcomes()).toEqual(['Practice 1Changed', 'Practice 2Unchanged']);
    expect(toasts(page)).toEqual(['success: Successfully added bundles']);
    expect(server.bulk.map(({ body }) => body)).toEqual([
      { action: 'add', type: 'bundle', items: ['phones'], practice_ids: [1, 2] },
    ]);
    await shown();
    expect(within(screen.getByRole('row', { name: /Select Practice 1\b/ })).getByText('Phones')).toBeVisible();
    expect(screen.getByText('2 practices selected')).toBeVisible();
    await page.user.click(result.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: /^Result/ })).toBeNull();
  });

  it.each([
    ['Add…', 'Feature flags', 'beta_phone', 'success: Successfully added feature flag', 'feature_flag'],
    ['Remove…', 'Features', 'Patient search', 'success: Successfully removed features', 'feature'],
  ] as const)('%s %s', async (menu, entry, item, said, type) => {
    const page = await withTwo();
    await begin(page, menu, entry);
    await pick(page, item);
    await page.user.click(await screen.findByRole('button', { name: 'Change 2 practices' }));
    await waitFor(() => expect(toasts(page)).toEqual([said]));
    expect(page.server.bulk[0]?.body.type).toBe(type);
  });

  it('for insider practices needs no selection, and goes by the filter', async () => {
    const server = serve();
    server.insiders = [3, 7];
    server.records[6] = aRecord(7, { features: [flagOf('hours_v2')] });
    const page = await openPractices();
    await begin(page, 'Add…', 'Feature flags for insider practices');
    expect(await dialog().findByText('To all 2 insider practices.')).toBeVisible();
    await pick(page, 'hours_v2');
    await page.user.click(await screen.findByRole('button', { name: 'Change 1 practice' }));
    await waitFor(() =>
      expect(toasts(page)).toEqual(['success: Successfully added feature flag for insider practices']),
    );
    expect(server.bulk[0]?.body).toEqual({
      action: 'add',
      type: 'feature_flag',
      items: ['hours_v2'],
      filter: { insider: true },
    });
  });

  it('in which some failed names them first, and tries those again', async () => {
    const server = serve();
    server.failing.set(2, 'It was being changed by somebody else.');
    const page = await withTwo(server);
    await begin(page, 'Add…', 'Bundles');
    await pick(page, 'Phones');
    await page.user.click(await screen.findByRole('button', { name: 'Change 2 practices' }));
    expect(await screen.findByText('1 changed, 0 unchanged, 1 failed')).toBeVisible();
    expect(outcomes()).toEqual(['Practice 2FailedIt was being changed by somebody else.', 'Practice 1Changed']);
    expect(toasts(page)).toEqual(['warning: Failed to add bundles (1 of 2 practices)']);
    server.failing.clear();
    await page.user.click(button('Retry the failed one'));
    expect(await screen.findByText('2 changed, 0 unchanged, 0 failed')).toBeVisible();
    expect(server.bulk.map(({ body }) => body.practice_ids)).toEqual([[1, 2], [2]]);
    expect(server.bulk[0]?.key).not.toBe(server.bulk[1]?.key);
    expect(toasts(page).at(-1)).toBe('success: Successfully added bundles');
  });

  it('that is refused says why, and changes nothing', async () => {
    const page = await withTwo();
    network.use(answer(bulkUpdateFeatures, () => refusal(400, 'unknown_name', 'There is no bundle phones.')));
    await begin(page, 'Remove…', 'Bundles');
    await pick(page, 'Core 2025');
    await page.user.click(await screen.findByRole('button', { name: 'Change 2 practices' }));
    expect(await screen.findByText('There is no bundle phones.')).toBeVisible();
    expect(toasts(page)).toEqual(['error: Failed to remove bundles']);
  });

  it('whose answer was lost is sent again as the same change, however often', async () => {
    const server = serve();
    const page = await withTwo(server);
    const keys: (string | null)[] = [];
    network.use(
      answer(
        bulkUpdateFeatures,
        ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return noConnection();
        },
        { once: true },
      ),
    );
    await begin(page, 'Add…', 'Bundles');
    await pick(page, 'Phones');
    await page.user.click(await screen.findByRole('button', { name: 'Change 2 practices' }));
    expect(await screen.findByText(/it is not known whether this happened/)).toBeVisible();
    await page.user.dblClick(button('Try again'));
    expect(await screen.findByText('2 changed, 0 unchanged, 0 failed')).toBeVisible();
    expect(server.bulk.map(({ key }) => key)).toEqual(keys);
  });
});
