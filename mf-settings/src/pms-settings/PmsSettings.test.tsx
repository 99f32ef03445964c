import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { someSettings } from '../settings-record/testing/builders';
import { openSettings, section, serve, withServer } from '../settings-record/testing/open-page';

withServer();
afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

const shared = [
  'Use the PMS provider schedule for utilization',
  'Use the treatment coordinator from the PMS',
  'Calculate patient first visit across all locations',
];

describe('practice management system settings', () => {
  it.each([
    [
      'opendental23',
      'Open Dental Settings',
      [
        ...shared,
        'Include active treatment plans',
        'Include saved treatment plans',
        'Insurance writeoffs by payment date',
        'Date and time fix',
        'Calculate accounts receivable at the clinic',
      ],
    ],
    ['Eaglesoft16', 'Eaglesoft Settings', [...shared, 'Detailed ledger activity']],
    [
      'dentrix',
      'Dentrix Settings',
      [...shared, 'Use adjustment preferences', 'Production by entry date', 'Age insurance accounts receivable'],
    ],
  ])('shows the specific and shared settings of %s', async (pms_name, title, names) => {
    serve(someSettings({ pms_name }));
    await openSettings();
    const own = section(title);
    const named = own.getAllByRole('switch').map((field: HTMLElement) => (field as HTMLInputElement).labels?.[0]);
    expect(named.map((label: HTMLElement | undefined) => label?.textContent)).toEqual(names);
    expect(own.getByRole('combobox', { name: 'Insurance writeoff date' })).toHaveValue('procedure_date');
    expect(own.getByText('Changes to these settings take effect after the next data sync.')).toBeVisible();
  });

  it('says that other systems have no settings', async () => {
    serve(someSettings({ pms_name: 'curve' }));
    await openSettings();
    expect(section('PMS Settings').getByText('curve has no settings of its own.')).toBeVisible();
  });

  it('validates Dentrix status ids when the field loses focus', async () => {
    serve(someSettings({ pms_name: 'dentrix' }));
    const { user } = await openSettings();
    const ids = screen.getByRole('textbox', { name: 'Completed appointment status IDs' });
    expect(ids).toHaveValue('-106,150');
    await user.clear(ids);
    await user.type(ids, '--3');
    expect(ids).toBeValid();
    await user.tab();
    expect(ids).toBeInvalid();
    expect(ids).toHaveAccessibleDescription(/Please enter only comma-separated integers \(positive or negative\)/);
    await user.clear(ids);
    expect(ids).toBeValid();
  });

  it('disables the first visit across all locations outside the master practice', async () => {
    serve(someSettings({ has_parent_clinic: true }));
    await openSettings();
    const field = screen.getByRole('switch', { name: 'Calculate patient first visit across all locations' });
    expect(field).toBeDisabled();
    expect(field).toHaveAccessibleDescription(
      "This setting can only be changed in the master practice. Please contact the provider's support for assistance.",
    );
  });
});

it('shows title, description, source and page in the help dialog', async () => {
  serve(someSettings({ pms_name: 'dentrix' }));
  const { user } = await openSettings();
  await user.click(screen.getByRole('button', { name: 'Documentation' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'PMS Documentation' }));
  expect(dialog.getByText(/What each setting reads from Dentrix/)).toBeVisible();
  expect(dialog.getByRole('link', { name: /Dentrix support/ })).toHaveAttribute('target', '_blank');
  const page = dialog.getByTitle('PMS Documentation, page');
  expect(page).toHaveAttribute('src', '/pms-documentation/dentrix/?scheme=light');
});

it('opens the documentation in the console’s color scheme', async () => {
  document.documentElement.dataset['theme'] = 'dark';
  serve(someSettings({ pms_name: 'dentrix' }));
  const { user } = await openSettings();
  await user.click(screen.getByRole('button', { name: 'Documentation' }));
  const page = await screen.findByTitle('PMS Documentation, page');
  expect(page).toHaveAttribute('src', '/pms-documentation/dentrix/?scheme=dark');
});
