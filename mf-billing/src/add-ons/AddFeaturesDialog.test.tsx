import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { listOptionalFeatures } from 'shared-api/contracts';
import { answer, refusal } from 'shared-api/testing';
import { anAddOn, staff, superAdmin } from '../testing/builders';
import { button, type OpenPage, openPlans, serve, server, withServer } from '../testing/open-page';

withServer();

const dialog = () => within(screen.getByRole('dialog'));
const tick = (name: string): HTMLElement => dialog().getByRole('checkbox', { name });
const group = (name: string) => within(dialog().getByRole('group', { name }));

async function open(flags = staff): Promise<OpenPage> {
  const page = await openPlans(flags);
  await page.user.click(button('Add optional features to Practice Core'));
  return page;
}

it('groups say how many they need, by colour and word', async () => {
  serve();
  const { user } = await open();
  await dialog().findByRole('group', { name: 'Messaging' });
  expect(group('Messaging').getByText('Choose 1 to 2')).toBeVisible();
  expect(group('Messaging').getByText('Too few')).toBeVisible();
  expect(group('Messaging').getByText('Select at least 1 features for Messaging.')).toBeVisible();
  expect(group('Extras').getByText('None needed')).toBeVisible();
  expect(dialog().getByRole('button', { name: 'Add features' })).toHaveAccessibleDescription(
    'Please select at least one feature to add',
  );
  await user.click(tick('Basic reminders'));
  expect(group('Messaging').getByText('Complete')).toBeVisible();
});

it('a group above its maximum says so, and nothing can be added', async () => {
  const bound = { group_min_required: 0, group_max_allowed: 1 };
  serve({
    optional: [
      anAddOn('Reminders', 2900, { ...bound, requires_features: ['archive'] }),
      anAddOn('Archive', 900, { ...bound, display_order: 2 }),
    ],
  });
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Reminders' }));
  expect(group('Messaging').getByText('Too many')).toBeVisible();
  expect(group('Messaging').getByText('Select no more than 1 features for Messaging.')).toBeVisible();
  expect(dialog().getByRole('button', { name: 'Add 2 features' })).toHaveAttribute('aria-disabled', 'true');
});

it('what comes and goes along is listed with reason and price, and taken back by one Undo', async () => {
  serve();
  const { user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Basic reminders' }));
  await user.click(tick('Appointment reminders'));
  const changed = within(dialog().getByRole('region', { name: 'Changed along with it' }));
  expect(changed.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Added Message archive · Needed by Appointment reminders+$9.00 / month',
    'Taken out Basic reminders · Not together with Appointment reminders−$12.00 / month',
  ]);
  await user.click(changed.getByRole('button', { name: 'Undo' }));
  expect(tick('Basic reminders')).toBeChecked();
  expect(tick('Appointment reminders')).not.toBeChecked();
  expect(tick('Message archive')).not.toBeChecked();
  expect(dialog().queryByRole('region', { name: 'Changed along with it' })).toBeNull();
});

it('recommended ones are marked, with the price of the subscription’s interval', async () => {
  serve();
  await open();
  const row = (await screen.findByRole('checkbox', { name: 'Appointment reminders' })).closest('fieldset');
  expect(row).toHaveTextContent('Recommended$29.00 / month');
});

it.each([
  ['members', staff, false],
  ['super admins, with the reasons', superAdmin, true],
])('nothing to add is told to %s', async (_, flags, reasons) => {
  const optional = [
    anAddOn('Yearly only', 100, { stripe_plans: [] }),
    anAddOn('For phones', 100, { bundle_name: 'phones' }),
    anAddOn('Two-way SMS', 100, { feature_name: 'two_way_sms' }),
  ];
  serve({ optional });
  await open(flags);
  expect(await screen.findByText('No additional features available for this subscription.')).toBeVisible();
  const why = dialog().queryByRole('region', { name: 'Why there is nothing to add' });
  expect(why !== null).toBe(reasons);
  const lines = why
    ? within(why)
        .getAllByRole('listitem')
        .map((line) => line.textContent)
    : [];
  expect(lines).toEqual(
    reasons
      ? [
          'Yearly only: No price for the interval “month”',
          'For phones: Bundle “phones” is not on an active item',
          'Two-way SMS: Active already, through an item or a bundle',
        ]
      : [],
  );
});

it('features that could not be read are read again', async () => {
  serve();
  server.use(answer(listOptionalFeatures, () => refusal(500, 'broken', 'Not now'), { once: true }));
  const { user } = await open();
  await user.click(await dialog().findByRole('button', { name: 'Retry' }));
  expect(await dialog().findByRole('group', { name: 'Messaging' })).toBeVisible();
});
