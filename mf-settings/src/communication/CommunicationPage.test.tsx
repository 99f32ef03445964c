import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { missingRight } from 'shared-api/contracts';
import { someSettings, staff } from '../settings-record/testing/builders';
import { COMMUNICATION, openSettings, saveButton, serve, withServer } from '../settings-record/testing/open-page';

withServer();

const open = () => openSettings(staff, { route: COMMUNICATION });
const email = (kind: string) => screen.getByRole('checkbox', { name: `${kind}, Email Settings` });
const sms = (kind: string) => screen.getByRole('checkbox', { name: `${kind}, SMS Settings` });
const ticked = (): (string | undefined)[] =>
  screen
    .getAllByRole('checkbox', { checked: true })
    .map((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? undefined);

describe('communication overrides', () => {
  it('shows a table with the documented titles, and a row for each kind of message', async () => {
    serve();
    await open();
    const section = within(screen.getByRole('region', { name: 'Override PMS Communication Settings' }));
    const table = within(section.getByRole('table'));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Kind of message',
      'Override "No" in practice management',
      'Email Settings',
      'SMS Settings',
    ]);
    expect(ticked()).toEqual(['Appointment reminders, Email Settings']);
    expect(screen.getByRole('checkbox', { name: 'All emails' })).toBePartiallyChecked();
    expect(table.getByRole('row', { name: /^Appointment reminders/ })).toContainElement(sms('Appointment reminders'));
    expect(table.getByRole('row', { name: /^Reviews .*No option for Reviews in SMS Settings$/ })).toBeVisible();
  });

  it('checks the “all” option along with its list and saves overrides with the settings', async () => {
    const state = serve();
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'All SMS' }));
    expect(ticked()).toHaveLength(5);
    await user.click(sms('Recall notices'));
    expect(ticked()).toEqual([
      'Appointment reminders, Email Settings',
      'Appointment reminders, SMS Settings',
      'Payment links, SMS Settings',
    ]);
    await user.click(saveButton());
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Save and send them' }));
    await screen.findByText('Saved successfully!');
    expect(state.saves).toHaveLength(1);
    expect(state.saves[0]?.body).toHaveProperty('is_pediatric');
    expect(state.settings.smsOptOutOverrideOptions.map(({ checked }) => checked)).toEqual([false, true, false, true]);
  });

  it('asks once per save before opted-out patients get more messages, but not fewer', async () => {
    const state = serve();
    const { user } = await open();
    await user.click(email('Reviews'));
    await user.click(sms('Recall notices'));
    await user.click(saveButton());
    const question = await screen.findByRole('alertdialog', {
      name: 'Send 2 kinds of message to patients who opted out?',
    });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(state.saves).toEqual([]);
    await user.click(saveButton());
    await user.click(await screen.findByRole('button', { name: 'Save and send them' }));
    await screen.findByText('Saved successfully!');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await user.click(email('Reviews'));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(state.saves).toHaveLength(2));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('resets one column at a time', async () => {
    serve();
    const { user, shell } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'All SMS' }));
    expect(shell.unsaved).toEqual({ what: '3 unsaved changes to Communication settings' });
    await user.click(screen.getByRole('button', { name: 'Revert All SMS' }));
    expect(shell.unsaved).toBeNull();
  });

  it.each([
    ['no flag', {}, true],
    ['the flag denied', { communication_overrides: false }, false],
  ])('shows the overrides with %s, editable: %s', async (_, permissions, editable) => {
    serve(someSettings({ permissions }));
    await open();
    for (const box of screen.getAllByRole('checkbox')) {
      if (editable) expect(box).toBeEnabled();
      else expect(box).toBeDisabled();
    }
    const reason = screen.queryByText(missingRight('communication'));
    expect(reason === null).toBe(editable);
  });

  it('searches the overrides by name', async () => {
    serve();
    const { user } = await open();
    await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'recall');
    expect(sms('Recall notices')).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'x');
    expect(screen.getByText('No setting matches')).toBeVisible();
  });
});
