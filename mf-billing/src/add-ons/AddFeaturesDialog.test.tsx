import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { listAddOnOffers } from 'shared-api/contracts';
import { answer, errorReply } from 'shared-api/testing';
import { addOns, anAddOn, aWithheld, staff, superAdmin } from '../testing/builders';
import { button, type OpenPage, openPlans, serve, server, withServer } from '../testing/open-page';

withServer();

const dialog = () => within(screen.getByRole('dialog'));
const select = (name: string): HTMLElement => dialog().getByRole('checkbox', { name });
const group = (name: string) => within(dialog().getByRole('group', { name }));

async function open(flags = staff): Promise<OpenPage> {
  const page = await openPlans(flags);
  await page.user.click(button('Add optional features to Practice Core'));
  await screen.findByRole('dialog');
  return page;
}

it('shows a group’s status only after one of its features is selected', async () => {
  serve();
  const { user } = await open();
  await dialog().findByRole('group', { name: 'Messaging' });
  expect(group('Messaging').getByText('Choose 1 to 2')).toBeVisible();
  expect(group('Messaging').queryByText('Too few')).toBeNull();
  expect(group('Messaging').queryByText('Complete')).toBeNull();
  expect(dialog().getByRole('button', { name: 'Add features' })).toHaveAccessibleDescription(
    'Please select at least one feature to add',
  );
  await user.click(select('Basic reminders'));
  expect(group('Messaging').getByText('Complete')).toBeVisible();
});

it('requires nothing from a group without a selected feature', async () => {
  serve();
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Route map' }));
  expect(await dialog().findByRole('button', { name: 'Add 1 feature — $12.40 today' })).toBeVisible();
  expect(group('Messaging').queryByText(/Select at least/)).toBeNull();
});

it('asks for more features below a group’s minimum', async () => {
  const bound = { group_min_required: 2, group_max_allowed: null };
  serve({
    offers: [
      anAddOn('Reminders', 2900, bound),
      anAddOn('Archive', 900, { ...bound, display_order: 2, mutually_exclusive_with: ['reminders'] }),
    ],
  });
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Reminders' }));
  expect(group('Messaging').getByText('Too few')).toBeVisible();
  expect(group('Messaging').getByText('Select at least 2 features for Messaging.')).toBeVisible();
  expect(dialog().getByRole('button', { name: 'Add 1 feature' })).toHaveAttribute('aria-disabled', 'true');
});

it('lists automatic changes with reason and price, and reverts them with one Undo', async () => {
  serve();
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Basic reminders' }));
  await user.click(select('Appointment reminders'));
  const changed = within(dialog().getByRole('region', { name: 'Also changed' }));
  const rows = changed.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows[0]).toMatch(/^Added Message archive .+\+\$9\.00 \/ month$/);
  expect(rows[1]).toMatch(/^Removed Basic reminders .+−\$12\.00 \/ month$/);
  await user.click(changed.getByRole('button', { name: 'Undo' }));
  expect(select('Basic reminders')).toBeChecked();
  expect(select('Appointment reminders')).not.toBeChecked();
  expect(select('Message archive')).not.toBeChecked();
  expect(dialog().queryByRole('region', { name: 'Also changed' })).toBeNull();
});

it('marks recommended features and shows the price of the offer', async () => {
  serve();
  await open();
  const row = (await screen.findByRole('checkbox', { name: 'Appointment reminders' })).closest('fieldset');
  expect(row).toHaveTextContent('Recommended$29.00 / month');
});

it('names the withheld feature that an add-on restores', async () => {
  serve({
    offers: [anAddOn('Route map', 500, { withheld: aWithheld({ display_name: 'Route map', kind: 'feature' }) })],
  });
  await open();
  expect(await screen.findByText('Also restores Route map, withheld by Kim Support on Nov 3, 2026')).toBeVisible();
});

const unavailable = [
  anAddOn('Yearly only', 100, { stripe_plans: [], price: null, state: 'no_price', reason: 'Sold yearly only.' }),
  anAddOn('For phones', 100, { bundle_name: 'phones', state: 'needs', reason: 'Needs the Phones bundle.' }),
];

it('keeps the selection across a reload, and asks before discarding it', async () => {
  serve();
  const page = await openPlans();
  await page.user.click(button('Add optional features to Practice Core'));
  await page.user.click(await screen.findByRole('checkbox', { name: 'Appointment reminders' }));
  const { user, shell } = await page.reload();
  expect(await screen.findByRole('checkbox', { name: 'Appointment reminders' })).toBeChecked();
  expect(shell.unsaved).toEqual({
    what: 'what you entered in “Add Optional Features to Practice Core”',
    lostWithQuery: true,
  });
  await user.click(button('Cancel'));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(shell.unsaved).toBeNull();
});

it('collapses unavailable features with their reasons', async () => {
  serve({ offers: [...addOns, ...unavailable] });
  const { user } = await open();
  const toggle = await screen.findByRole('button', { name: 'Not available for this subscription (2)' });
  expect(screen.queryByText(/Sold yearly only/)).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'For phones' })).toBeNull();
  await user.click(toggle);
  expect(dialog().getByText(/Sold yearly only\./)).toBeVisible();
  expect(dialog().getByText(/Needs the Phones bundle\./)).toBeVisible();
});

it.each([
  ['explains why nothing can be added', staff, 0],
  ['shows super admins the debug panel', superAdmin, 1],
])('%s', async (_, flags, panels) => {
  serve({ offers: unavailable });
  await open(flags);
  expect(await screen.findByText('No additional features available for this subscription.')).toBeVisible();
  expect(dialog().queryAllByRole('region', { name: 'Why there is nothing to add' })).toHaveLength(panels);
  expect(
    dialog()
      .queryAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(['Yearly only: Sold yearly only.', 'For phones: Needs the Phones bundle.']);
});

it('offers Retry when the features can’t be loaded', async () => {
  serve();
  server.use(answer(listAddOnOffers, () => errorReply(500, 'broken', 'Not now'), { once: true }));
  const { user } = await open();
  await user.click(await dialog().findByRole('button', { name: 'Retry' }));
  expect(await dialog().findByRole('group', { name: 'Messaging' })).toBeVisible();
});
