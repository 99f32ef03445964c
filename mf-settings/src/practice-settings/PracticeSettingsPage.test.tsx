import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { dayText, readPracticeSettings, timeZoneStart, updatePracticeSettings } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply, neverAnswer } from 'shared-api/testing';
import { dateField, typeDate } from 'shared-ui/testing';
import { allSettings, someSettings, staff, superAdmin, taskAdmin } from '../settings-record/testing/builders';
import {
  closePage,
  openAsSuperAdmin,
  openPage,
  openSettings,
  saveButton,
  savedByOther,
  section,
  serve,
  server,
  withServer,
} from '../settings-record/testing/open-page';

withServer();

const regions = (): (string | null)[] =>
  screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));

describe('reading the settings', () => {
  it('shows that the settings are loading', async () => {
    server.use(answer(readPracticeSettings, neverAnswer));
    await openPage();
    expect(await screen.findByRole('heading', { name: 'Practice settings' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  });

  it('shows its own message when the settings fail to load, and retries', async () => {
    serve();
    server.use(answer(readPracticeSettings, connectionFailure));
    const { user, shell } = await openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch practice settings');
    expect(shell.notifications).toContainEqual({ severity: 'error', message: 'Failed to fetch practice settings' });
    serve();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
  });

  it('names the call that the server doesn’t implement', async () => {
    serve();
    server.use(answer(readPracticeSettings, () => errorReply(404, 'unknown_call', 'Unknown')));
    await openPage();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Failed to fetch practice settings/);
    expect(alert).toHaveTextContent('This console doesn’t serve readPracticeSettings');
    expect(alert).not.toHaveTextContent('Nothing is lost.');
  });
});

describe('the sections', () => {
  const own = ['Basic Settings', 'Open Dental Settings', 'Sync Status'];

  it.each([
    ['staff', staff, someSettings(), own],
    ['task admins', taskAdmin, someSettings(), own],
    [
      'super admins',
      superAdmin,
      allSettings(),
      [...own, 'Administrator Settings', 'Advanced clinic settings', 'Clinics', 'Connected practices'],
    ],
    [
      'super admins of another system, without clinics',
      superAdmin,
      allSettings({ pms_name: 'Dentrix', clinic_information: [], connected_practices: [] }),
      ['Basic Settings', 'Dentrix Settings', 'Sync Status', 'Administrator Settings'],
    ],
  ])('shows the sections of %s in the documented order', async (_, flags, settings, names) => {
    serve(settings);
    await openSettings(flags);
    expect(regions()).toEqual(names);
  });

  it('shows the documented fields of Basic Settings with the saved values', async () => {
    serve();
    await openSettings();
    const basic = section('Basic Settings');
    expect(basic.getByRole('switch', { name: 'Autofill missing referral sources' })).toBeChecked();
    expect(basic.getByRole('switch', { name: 'Send task emails' })).not.toBeChecked();
    expect(basic.getByRole('switch', { name: 'Pediatric practice' })).not.toBeChecked();
    expect(basic.getByRole('combobox', { name: 'Phone call notification source' })).toHaveValue('udp');
    expect(dateField('Baseline date', basic)).toHaveTextContent('01/01/2025');
  });

  it('shows the documented administrator fields and syncs a date edited in two places', async () => {
    const { user } = await openAsSuperAdmin();
    const admin = section('Administrator Settings');
    expect(admin.getByRole('textbox', { name: 'Practice name' })).toHaveValue('Bright Smiles Dental');
    expect(admin.getByRole('combobox', { name: 'Practice management system' })).toHaveDisplayValue('Open Dental');
    expect(admin.getByRole('switch', { name: 'Phone call monitoring' })).toBeChecked();
    expect(admin.getByRole('switch', { name: 'Active' })).toBeChecked();
    expect(admin.getByRole('switch', { name: 'Snapshot active' })).toBeChecked();
    expect(dateField('Account expiration date', admin)).toHaveTextContent('06/30/2027');
    expect(dateField('Snapshot expiration date', admin)).toHaveTextContent('MM/DD/YYYY');
    expect(admin.getByRole('combobox', { name: 'Time zone' })).toHaveDisplayValue('Central');
    expect(admin.getByRole('combobox', { name: 'Update interval' })).toHaveDisplayValue('Every hour');
    expect(admin.getByRole('combobox', { name: 'Sync update channel' })).toHaveDisplayValue('Release');
    expect(admin.getByRole('combobox', { name: 'Service code type' })).toHaveDisplayValue('ADA codes');
    expect(admin.getByRole('spinbutton', { name: 'Limit of phone numbers' })).toHaveValue(5);
    expect(admin.getByRole('textbox', { name: 'Billing customer id' })).toHaveValue('cus_brightsmiles');
    await typeDate(user, dateField('Baseline date', admin), '2/3/2026');
    expect(dateField('Baseline date', section('Basic Settings'))).toHaveTextContent('02/03/2026');
  });
});

it('shows the Stripe customer’s name, and looks up a typed id on blur', async () => {
  const { user } = await openAsSuperAdmin();
  const field = screen.getByRole('textbox', { name: 'Billing customer id' });
  await waitFor(() => expect(field).toHaveAccessibleDescription('Bright Smiles LLC, 1 active subscription'));
  await user.type(field, '2');
  expect(field).toHaveAccessibleDescription(/Checked when you leave the field/);
  await user.tab();
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Stripe has no customer with this id/));
});

it('says before a save from which day a new time zone applies', async () => {
  const { user } = await openAsSuperAdmin();
  const field = screen.getByRole('combobox', { name: 'Time zone' });
  expect(field).toHaveAccessibleDescription('Days start at midnight in this zone.');
  await user.selectOptions(field, 'Eastern');
  const first = dayText(timeZoneStart('America/Chicago', 'America/New_York', new Date()));
  expect(field).toHaveAccessibleDescription(new RegExp(`Applies from ${first} on. Earlier days keep their time zone`));
});

describe('changes', () => {
  it('marks a change, guards it and reverts it individually', async () => {
    serve();
    const { user, shell } = await openSettings();
    await user.click(screen.getByRole('switch', { name: 'Pediatric practice' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Phone call notification source' }), 'Websocket');
    expect(screen.getByRole('switch', { name: 'Pediatric practice' })).toHaveAccessibleDescription(/changed/);
    expect(shell.unsaved).toEqual({ what: '2 unsaved changes to Practice settings' });
    await user.click(screen.getByRole('button', { name: 'Revert Pediatric practice' }));
    expect(screen.getByRole('switch', { name: 'Pediatric practice' })).not.toBeChecked();
    expect(shell.unsaved).toEqual({ what: '1 unsaved change to Practice settings' });
  });

  it('discards changes only after confirmation', async () => {
    serve();
    const { user, shell } = await openSettings();
    await user.click(screen.getByRole('switch', { name: 'Pediatric practice' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(await screen.findByRole('button', { name: 'Discard 1 change' }));
    await waitFor(() => expect(shell.unsaved).toBeNull());
    expect(await screen.findByRole('switch', { name: 'Pediatric practice' })).not.toBeChecked();
  });

  it('keeps the edit across a refetch', async () => {
    const state = serve();
    const practice = { id: 77, name: 'Lakeside', time_zone: 'America/New_York', pms_name: 'opendental' };
    await openSettings(staff, { practice });
    await closePage();
    savedByOther(state, { send_task_emails: true });
    let answered = (): void => undefined;
    const held = new Promise<void>((resolve) => (answered = resolve));
    server.use(
      answer(readPracticeSettings, async () => {
        await held;
        return reply(
          readPracticeSettings,
          { ...state.settings, changes: state.changes },
          { etag: `"${state.version}"` },
        );
      }),
    );
    const { user, shell } = await openSettings(staff, { practice });
    await user.click(screen.getByRole('switch', { name: 'Pediatric practice' }));
    answered();
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Send task emails' })).toBeChecked());
    expect(screen.getByRole('switch', { name: 'Pediatric practice' })).toBeChecked();
    expect(screen.queryByRole('group', { name: 'Changed by someone else' })).toBeNull();
    expect(shell.notifications).toContainEqual({
      severity: 'info',
      message: 'Also changed and shown here: Send task emails (Mia Manager).',
    });
  });
});

describe('section links', () => {
  const links = () => within(screen.getByRole('navigation', { name: 'Sections of this page' })).getAllByRole('link');

  it('jumps to a section by keyboard and marks the section in view', async () => {
    const { user } = await openAsSuperAdmin();
    expect(links().map((link) => link.textContent)).toEqual(regions());
    expect(links()[0]).toHaveAttribute('aria-current', 'location');
    // jsdom does not scroll.
    const scrolled: Element[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolled.push(this);
    };
    links()[3]?.focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('region', { name: 'Administrator Settings' }).parentElement).toHaveFocus();
    expect(scrolled).toHaveLength(1);
  });

  it('lists the sections that match the search, and hides on a short page', async () => {
    const { user } = await openAsSuperAdmin();
    await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'clinic');
    expect(links().map((link) => link.textContent)).toEqual(regions());
    await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), ' number');
    expect(screen.queryByRole('navigation', { name: 'Sections of this page' })).toBeNull();
  });
});

describe('searching', () => {
  it('filters settings, keeps the search in the URL and focuses it with the / key', async () => {
    serve();
    const { user, shell } = await openSettings();
    await user.keyboard('/');
    await user.keyboard('pediatric');
    expect(regions()).toEqual(['Basic Settings']);
    expect(section('Basic Settings').getByRole('switch', { name: 'Pediatric practice' })).toBeInTheDocument();
    expect(section('Basic Settings').queryByRole('switch', { name: 'Send task emails' })).toBeNull();
    expect(shell.visited.at(-1)).toMatch(/\?search=pediatric$/);
    await user.keyboard('{Escape}');
    expect(regions()).toHaveLength(3);
  });

  it.each(['send_task_emails', 'is_pediatric'])('jumps to the setting %s named in a link', async (field) => {
    serve();
    const { shell } = await openSettings(undefined, { search: `?search=zebra&field=${field}` });
    await waitFor(() => expect(document.activeElement).toHaveAttribute('name', field));
    expect(shell.visited.at(-1)).toMatch(/practice\/general$/);
  });

  it.each(['constructor', '"]', ''])('ignores the unknown setting %j in a link', async (field) => {
    serve();
    await openSettings(undefined, { search: `?field=${encodeURIComponent(field)}` });
    expect(regions()).toHaveLength(3);
  });

  it('shows a whole section when its title matches', async () => {
    serve();
    const { user } = await openSettings();
    await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'basic settings');
    expect(section('Basic Settings').getByRole('switch', { name: 'Send task emails' })).toBeInTheDocument();
  });

  it('says that nothing matches and offers to show all settings', async () => {
    serve();
    const { user } = await openSettings();
    await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'zebra');
    expect(screen.getByText('No setting matches')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all settings' }));
    expect(regions()).toHaveLength(3);
  });

  it('keeps incomplete input during a search', async () => {
    serve();
    const { user } = await openSettings();
    await user.click(screen.getByRole('button', { name: 'Clear Baseline date' }));
    await typeDate(user, dateField('Baseline date'), '12/');
    await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'email');
    await user.clear(screen.getByRole('searchbox', { name: 'Search settings' }));
    expect(dateField('Baseline date')).toHaveTextContent('12/DD/YYYY');
  });
});

it('focuses an invalid field even when the search hides it', async () => {
  const state = serve(someSettings({ pms_name: 'dentrix' }));
  const { user } = await openSettings();
  const ids = screen.getByRole('textbox', { name: 'Completed appointment status IDs' });
  await user.clear(ids);
  await user.type(ids, '5,,6');
  expect(ids).toBeValid();
  await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'pediatric');
  await user.click(saveButton());
  await waitFor(() => expect(ids).toHaveFocus());
  expect(ids).toHaveAccessibleDescription(/Please enter only comma-separated integers \(positive or negative\)/);
  expect(screen.getByText('Not saved: 1 error to correct first')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Unsaved changes' })).getByText(/1 error/)).toBeVisible();
  expect(state.saves).toEqual([]);
});

it('shows the server’s error at a PMS field and focuses it', async () => {
  serve();
  const { user } = await openSettings();
  await user.click(screen.getByRole('switch', { name: 'Send task emails' }));
  const fields = { 'additional_data.opendental_datetime_fix': 'Only super admins can change this' };
  server.use(
    answer(updatePracticeSettings, () => errorReply(403, 'forbidden_field', 'Not yours to change', { fields })),
  );
  await user.click(saveButton());
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Date and time fix' })).toHaveFocus());
  expect(screen.getByRole('switch', { name: 'Date and time fix' })).toHaveAccessibleDescription(
    /Only super admins can change this/,
  );
});
