import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { bulkUpdateFeatures, previewBulkUpdate, readAllFeaturesMetadata } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply } from 'shared-api/testing';
import { accessibilityViolations, catchDownloads } from 'shared-ui/testing';
import { button, dialog, network, type OpenRoute, toasts, withNetwork } from '../testing/open-route';
import { openBulkDialog, openPractices, chooseAndContinue, serve, checkbox } from './testing/open-practices';
import type { PracticesServer } from './testing/practices-server';
import { aRecord, bundleOf, flagOf } from './testing/practice-records';

withNetwork();

async function withTwo(server: PracticesServer = serve()): Promise<OpenRoute & { server: PracticesServer }> {
  const page = await openPractices();
  await page.user.click(checkbox('Select Practice 1'));
  await page.user.click(checkbox('Select Practice 2'));
  return { ...page, server };
}

const outcomes = (): string[] =>
  within(screen.getByRole('table', { name: 'Result for each practice' }))
    .getAllByRole('row')
    .slice(1)
    .map((item: HTMLElement) => item.textContent);

// This test is first, because names are cached after one load.
it('shows an error when the list of names fails to load, and retries', async () => {
  const server = serve();
  network.use(answer(readAllFeaturesMetadata, connectionFailure));
  const page = await withTwo(server);
  await openBulkDialog(page, 'Add…', 'Bundles');
  expect(await dialog().findByText('Couldn’t load the list')).toBeVisible();
  network.use(...server.handlers());
  const retry = dialog().getByRole('button', { name: 'Retry' });
  await waitFor(() => expect(retry).not.toHaveAttribute('aria-disabled', 'true'));
  await page.user.click(retry);
  expect(await screen.findByRole('checkbox', { name: 'Phones' })).toBeInTheDocument();
});

describe('preparing a bulk change', () => {
  it('asks for a selection first', async () => {
    serve();
    const page = await openPractices();
    await openBulkDialog(page, 'Add…', 'Bundles');
    expect(toasts(page)).toEqual(['warning: Please select practices first']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('requires at least one choice and searches the list', async () => {
    const page = await withTwo();
    await openBulkDialog(page, 'Add…', 'Features');
    expect(dialog().getByText('To the 2 selected practices.')).toBeVisible();
    expect(button('Preview changes')).toHaveAccessibleDescription('Choose at least one feature');
    await page.user.type(await screen.findByRole('searchbox', { name: 'Search Features' }), 'recall');
    expect(dialog().getAllByRole('checkbox')).toHaveLength(2);
  });

  it('shows the effect in numbers, including what subscriptions provide', async () => {
    const server = serve();
    server.heldBySubscriptions = 2;
    const page = await withTwo(server);
    await openBulkDialog(page, 'Remove…', 'Features');
    await chooseAndContinue(page, 'Call tracking', 'Patient search');
    expect(await screen.findByRole('button', { name: 'Change 2 practices' })).toBeVisible();
    const preview = dialog();
    expect(preview.getByText('Have none of them')).toBeVisible();
    expect(preview.getByText('2 practices lose Patient search')).toBeVisible();
    expect(preview.getByText('0 practices lose Call tracking')).toBeVisible();
    expect(preview.getByText(/^2 practices have it from a subscription or a trial/)).toBeVisible();
    expect(preview.getByText('RESTRICTED ACCESS ZONE')).toBeVisible();
    expect(server.bulkCalls).toEqual([]);
    await page.user.click(button('Back'));
    expect(checkbox('Call tracking')).toBeChecked();
  });

  it('disables the confirmation when nothing would change', async () => {
    const page = await withTwo();
    await openBulkDialog(page, 'Add…', 'Bundles');
    await chooseAndContinue(page, 'Core 2025');
    expect(await screen.findByRole('button', { name: 'Change 0 practices' })).toHaveAccessibleDescription(
      'Nothing would change.',
    );
  });

  it('shows an error when the effect fails to load, and retries', async () => {
    const page = await withTwo();
    network.use(
      answer(previewBulkUpdate, () => errorReply(500, 'broken', 'The effect could not be counted.'), { once: true }),
    );
    await openBulkDialog(page, 'Add…', 'Bundles');
    await chooseAndContinue(page, 'Phones');
    expect(await screen.findByText('The effect could not be counted.')).toBeVisible();
    await page.user.click(button('Retry'));
    expect(await screen.findByRole('button', { name: 'Change 2 practices' })).toBeVisible();
  });
});

describe('a bulk change of a few practices', () => {
  it("applies the change, shows each practice's outcome and updates the list", async () => {
    const server = serve();
    server.records[1] = aRecord(2, { bundles: [bundleOf('Core 2025'), bundleOf('Phones')] });
    const page = await withTwo(server);
    await openBulkDialog(page, 'Add…', 'Bundles');
    await chooseAndContinue(page, 'Phones');
    await page.user.click(await screen.findByRole('button', { name: 'Change 1 practice' }));
    const result = within(await screen.findByRole('region', { name: /^Result/ }));
    expect(result.getByText('1 changed, 1 unchanged, 0 failed')).toBeVisible();
    expect(outcomes()).toEqual(['Practice 11ChangedNonephones', 'Practice 22Unchangedphonesphones']);
    expect(toasts(page)).toEqual(['success: Successfully added bundles']);
    expect(server.bulkCalls.map(({ body }) => body)).toEqual([
      { action: 'add', type: 'bundle', items: ['phones'], practice_ids: [1, 2] },
    ]);
    await waitFor(() =>
      expect(within(screen.getByRole('row', { name: /Select Practice 1\b/ })).getByText('Phones')).toBeVisible(),
    );
    expect(screen.getByRole('group', { name: 'Selection' })).toHaveTextContent('2 practices selected');
    await page.user.click(result.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('region', { name: /^Result/ })).toBeNull();
  });

  it.each([
    ['Add…', 'Feature flags', 'beta_phone', 'success: Successfully added feature flag', 'feature_flag'],
    ['Remove…', 'Features', 'Patient search', 'success: Successfully removed features', 'feature'],
  ] as const)('applies "%s" to %s', async (menu, entry, item, said, type) => {
    const page = await withTwo();
    await openBulkDialog(page, menu, entry);
    await chooseAndContinue(page, item);
    await page.user.click(await screen.findByRole('button', { name: 'Change 2 practices' }));
    await waitFor(() => expect(toasts(page)).toEqual([said]));
    expect(page.server.bulkCalls[0]?.body.type).toBe(type);
  });

  it('applies to insider practices by filter, without a selection', async () => {
    const server = serve(7);
    server.insiders = [3, 7];
    server.records[6] = aRecord(7, { features: [flagOf('hours_v2')] });
    const page = await openPractices();
    await openBulkDialog(page, 'Add…', 'Feature flags for insider practices');
    expect(await dialog().findByText('To all 2 insider practices.')).toBeVisible();
    await chooseAndContinue(page, 'hours_v2');
    await page.user.click(await screen.findByRole('button', { name: 'Change 1 practice' }));
    await waitFor(() =>
      expect(toasts(page)).toEqual(['success: Successfully added feature flag for insider practices']),
    );
    expect(server.bulkCalls[0]?.body).toEqual({
      action: 'add',
      type: 'feature_flag',
      items: ['hours_v2'],
      filter: { insider: true },
    });
  });

  it('lists failed practices first and retries only those', async () => {
    const server = serve();
    server.failing.set(2, 'It was being changed by somebody else.');
    const page = await withTwo(server);
    await openBulkDialog(page, 'Add…', 'Bundles');
    await chooseAndContinue(page, 'Phones');
    await page.user.click(await screen.findByRole('button', { name: 'Change 2 practices' }));
    expect(await screen.findByText('1 changed, 0 unchanged, 1 failed')).toBeVisible();
    expect(outcomes()).toEqual([
      'Practice 22FailedIt was being changed by somebody else.',
      'Practice 11ChangedNonephones',
    ]);
    expect(toasts(page)).toEqual(['warning: Failed to add bundles (1 of 2 practices)']);
    expect(await accessibilityViolations()).toEqual([]);
    server.failing.clear();
    await page.user.click(button('Retry the failed one'));
    expect(await screen.findByText('2 changed, 0 unchanged, 0 failed')).toBeVisible();
    expect(server.bulkCalls.map(({ body }) => body.practice_ids)).toEqual([[1, 2], [2]]);
    expect(server.bulkCalls[0]?.key).not.toBe(server.bulkCalls[1]?.key);
    expect(toasts(page).at(-1)).toBe('success: Successfully added bundles');
  });

  it('downloads the results with the number and name of each practice', async () => {
    const server = serve();
    server.records[0] = aRecord(1, { practice: '=Elm, Dental' });
    server.failing.set(2, 'Not now.');
    const files = new Map<string, Blob>();
    catchDownloads(files);
    const page = await openPractices();
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select =Elm, Dental' }));
    await page.user.click(checkbox('Select Practice 2'));
    await openBulkDialog(page, 'Add…', 'Bundles');
    await chooseAndContinue(page, 'Phones');
    await page.user.click(await screen.findByRole('button', { name: 'Change 2 practices' }));
    const result = within(await screen.findByRole('region', { name: /^Result/ }));
    await page.user.click(result.getByRole('button', { name: 'Export CSV' }));
    expect(await files.get('bulk-change.csv')?.text()).toBe(
      'Number,Practice,Outcome,Before,After,Note\r\n2,Practice 2,Failed,,,Not now.\r\n1,"\'=Elm, Dental",Changed,,phones,\r\n',
    );
  });

  it('warns before bundles are removed', async () => {
    const page = await withTwo();
    await openBulkDialog(page, 'Remove…', 'Bundles');
    await chooseAndContinue(page, 'Core 2025');
    expect(dialog().getByText('Critical warning')).toBeVisible();
    expect(dialog().getByText(/^Removing Core 2025 immediately deactivates the features of the bundle/)).toBeVisible();
    expect(dialog().getByText('Add the new bundle before you remove the old one.')).toBeVisible();
    await page.user.click(button('Back'));
    await page.user.click(button('Cancel'));
    await page.user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openBulkDialog(page, 'Remove…', 'Features');
    await chooseAndContinue(page, 'Patient search');
    expect(dialog().queryByText('Critical warning')).toBeNull();
  });

  it('shows the reason of a refusal and changes nothing', async () => {
    const page = await withTwo();
    network.use(answer(bulkUpdateFeatures, () => errorReply(400, 'unknown_name', 'There is no bundle phones.')));
    await openBulkDialog(page, 'Remove…', 'Bundles');
    await chooseAndContinue(page, 'Core 2025');
    await page.user.click(await screen.findByRole('button', { name: 'Change 2 practices' }));
    expect(await screen.findByText('There is no bundle phones.')).toBeVisible();
    expect(toasts(page)).toEqual(['error: Failed to remove bundles']);
  });

  it('retries the request with the same key after a lost response', async () => {
    const server = serve();
    const page = await withTwo(server);
    const keys: (string | null)[] = [];
    network.use(
      answer(
        bulkUpdateFeatures,
        ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return connectionFailure();
        },
        { once: true },
      ),
    );
    await openBulkDialog(page, 'Add…', 'Bundles');
    await chooseAndContinue(page, 'Phones');
    await page.user.click(await screen.findByRole('button', { name: 'Change 2 practices' }));
    expect(await screen.findByText(/we don’t know whether this happened/)).toBeVisible();
    await page.user.dblClick(button('Try again'));
    expect(await screen.findByText('2 changed, 0 unchanged, 0 failed')).toBeVisible();
    expect(server.bulkCalls.map(({ key }) => key)).toEqual(keys);
  });
});

it('says that a change needs approval, and shows no results', async () => {
  const page = await withTwo();
  network.use(
    answer(bulkUpdateFeatures, () =>
      reply(bulkUpdateFeatures, { status: 'waiting', message: 'Waits for approval: Add Call tracking to 2 practices' }),
    ),
  );
  await openBulkDialog(page, 'Add…', 'Features');
  await chooseAndContinue(page, 'Call tracking');
  await page.user.click(await screen.findByRole('button', { name: 'Change 2 practices' }));
  await waitFor(() =>
    expect(toasts(page)).toEqual([
      'info: Waits for approval: Add Call tracking to 2 practices. Someone else approves it under Activity.',
    ]),
  );
  expect(screen.queryByRole('table', { name: 'Result for each practice' })).toBeNull();
});
