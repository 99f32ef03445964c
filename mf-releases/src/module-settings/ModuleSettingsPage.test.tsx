import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { listModuleSettings } from 'shared-api/contracts/module-settings';
import { answer, errorReply, reply } from 'shared-api/testing';
import { type OpenPage, remotePages } from 'shared-ui/testing/pages';
import * as lifecycles from '../index';
import { SettingsServer } from './testing/settings-server';

const pages = remotePages(lifecycles);
pages.around();
const internal = { super_admin: false, task_admin: false, internal: true, developer: false };

async function open(server = new SettingsServer(), flags = { ...internal, super_admin: true }): Promise<OpenPage> {
  pages.network.use(...server.handlers());
  const page = await pages.open({ route: '/internal/module-settings', flags });
  await screen.findByRole('region', { name: 'Hours' });
  return page;
}

const limit = () => screen.getByRole('spinbutton', { name: /High utilization from/ });
const button = (name: string) => screen.getByRole('button', { name });
const toasts = ({ shell }: OpenPage) => shell.notifications.map(({ severity, message }) => `${severity}: ${message}`);

describe('ModuleSettingsPage', () => {
  it('shows each setting by its type, with its default', async () => {
    await open();
    expect(limit()).toHaveValue(85);
    expect(screen.getByText('Marked High. Default: 85%.')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Show the legend' })).toBeChecked();
    expect(screen.getByRole('textbox', { name: 'Note below the grid' })).toHaveValue('');
    expect(screen.getByRole('combobox', { name: 'First day of the week' })).toHaveDisplayValue('Sunday');
    expect(button('Save Changes')).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('button', { name: 'Revert the last change' })).toBeNull();
  });

  it('saves only the changed settings, together with the version that was loaded', async () => {
    const server = new SettingsServer({ show_legend: false });
    const page = await open(server);
    await page.user.clear(limit());
    await page.user.type(limit(), '90');
    await page.user.selectOptions(screen.getByRole('combobox', { name: /First day/ }), 'Monday');
    await page.user.click(button('Use the default: Show the legend'));
    expect(page.shell.unsaved).toEqual({ what: '3 unsaved changes to the settings of Hours' });
    await page.user.click(button('Save Changes'));
    await waitFor(() => expect(toasts(page)).toEqual(['success: Saved the settings of Hours']));
    expect(server.saves).toEqual([
      { body: { set: { high_utilization_from: 90, first_day: 'mon' }, clear: ['show_legend'] }, ifMatch: '"0"' },
    ]);
    expect(await screen.findByText(/^Changed by Sam Super/)).toBeVisible();
    expect(page.shell.unsaved).toBeNull();
  });

  it('rejects an invalid value before sending it', async () => {
    const server = new SettingsServer();
    const { user } = await open(server);
    await user.clear(limit());
    await user.type(limit(), '101');
    expect(limit()).toHaveAccessibleDescription(/Enter a whole number from 1 to 100\./);
    await user.click(button('Save Changes'));
    expect(screen.getByRole('alert')).toHaveTextContent('Correct the marked settings first.');
    expect(server.saves).toEqual([]);
  });

  it('reverts one edit, and discards all edits', async () => {
    const page = await open();
    await page.user.click(screen.getByRole('switch', { name: /Show the legend/ }));
    await page.user.type(screen.getByRole('textbox', { name: /Note below/ }), 'Hi');
    await page.user.click(screen.getByRole('button', { name: /Revert.*Show the legend/ }));
    expect(screen.getByRole('switch', { name: /Show the legend/ })).toBeChecked();
    await page.user.click(button('Discard'));
    expect(screen.getByRole('textbox', { name: 'Note below the grid' })).toHaveValue('');
    expect(page.shell.unsaved).toBeNull();
  });

  it('stages and saves the values from before the latest change', async () => {
    const server = new SettingsServer({ high_utilization_from: 80 });
    server.change({ high_utilization_from: 95, show_legend: false });
    const { user } = await open(server);
    expect(limit()).toHaveValue(95);
    await user.click(button('Revert the last change'));
    expect(limit()).toHaveValue(80);
    await user.click(button('Save Changes'));
    await waitFor(() =>
      expect(server.saves).toEqual([
        { body: { set: { high_utilization_from: 80 }, clear: ['show_legend'] }, ifMatch: '"1"' },
      ]),
    );
  });

  it('keeps the edits when somebody else saved meanwhile, and shows the other person’s values', async () => {
    const server = new SettingsServer();
    const page = await open(server);
    await page.user.type(screen.getByRole('textbox', { name: /Note below/ }), 'Hi');
    server.change({ high_utilization_from: 60 });
    await page.user.click(button('Save Changes'));
    await waitFor(() => expect(limit()).toHaveValue(60));
    expect(toasts(page)).toEqual([
      'error: Failed to save the settings of Hours. Ada changed these settings while you were editing. Nothing was saved.',
    ]);
    expect(screen.getByRole('textbox', { name: /Note below/ })).toHaveValue('Hi');
  });

  it('shows a stored value that a version rejects, until it is reset to the default', async () => {
    const { user } = await open(new SettingsServer({ high_utilization_from: 120 }));
    expect(limit()).toHaveValue(85);
    expect(
      screen.getByText(
        'Version 1.4.0 doesn’t accept High utilization from 120%. Enter a whole number from 1 to 100. It uses its default, 85%.',
      ),
    ).toBeVisible();
    await user.click(button('Use the default: High utilization from'));
    await user.click(button('Save Changes'));
    await waitFor(() => expect(screen.queryByText(/doesn’t accept/)).toBeNull());
  });

  it('is read-only for internal staff who aren’t super admins', async () => {
    await open(new SettingsServer({ high_utilization_from: 90 }), internal);
    expect(limit()).toBeDisabled();
    expect(screen.getByText('Only super admins can change these settings.')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Hours' })).queryByRole('button')).toBeNull();
  });

  it('says so when the modules have no settings', async () => {
    pages.network.use(answer(listModuleSettings, () => reply(listModuleSettings, { modules: [] })));
    await pages.open({ route: '/internal/module-settings', flags: internal });
    expect(await screen.findByText('No live module has settings.')).toBeVisible();
  });

  it('retries after the settings failed to load', async () => {
    pages.network.use(...new SettingsServer().handlers());
    pages.network.use(answer(listModuleSettings, () => errorReply(500, 'broken', 'Not now'), { once: true }));
    const { user } = await pages.open({ route: '/internal/module-settings', flags: internal });
    expect(await screen.findByText('Failed to load module settings')).toBeVisible();
    await user.click(button('Retry'));
    expect(await screen.findByRole('region', { name: 'Hours' })).toBeVisible();
  });

  it('cleans up everything in the page when it unmounts', async () => {
    expect(await pages.leaksOf(() => open())).toEqual([]);
  });
});
