import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { updatePracticeSettings } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import { allSettings, superAdmin } from '../settings-record/testing/builders';
import {
  closePage,
  openAsSuperAdmin,
  openSettings,
  savedByOther,
  section,
  serve,
  server,
  withServer,
} from '../settings-record/testing/open-page';

withServer();

const advanced = () => section('Advanced clinic settings');
const field = (name: string): HTMLElement => advanced().getByRole('textbox', { name });
const press = (name: string): HTMLElement => advanced().getByRole('button', { name });

async function edit(...args: Parameters<typeof openAsSuperAdmin>) {
  const page = await openAsSuperAdmin(...args);
  await page.user.click(press('Edit'));
  return page;
}

describe('the advanced clinic settings', () => {
  it('hides the section for another practice management system', async () => {
    await openAsSuperAdmin({ pms_name: 'eaglesoft16' });
    expect(screen.queryByRole('region', { name: 'Advanced clinic settings' })).toBeNull();
  });

  it('summarizes the settings and edits them under a warning', async () => {
    const { user } = await openAsSuperAdmin({ additional_clinicnums: [2, 4] });
    expect(advanced().getByText('2, 4')).toBeVisible();
    await user.click(press('Edit'));
    expect(
      advanced().getByText('Make sure you have verified these settings with at least 1 senior team member.'),
    ).toBeVisible();
    expect(advanced().getByRole('switch', { name: 'Use clinics' })).toHaveFocus();
  });

  it('restores the settings on Cancel', async () => {
    const { user, shell } = await edit();
    await user.type(field('Clinic number'), '7');
    expect(shell.unsaved).toEqual({ what: '1 unsaved change to Advanced clinic settings' });
    await user.click(press('Cancel'));
    expect(press('Edit')).toHaveFocus();
    expect(shell.unsaved).toBeNull();
    await user.click(press('Edit'));
    expect(field('Clinic number')).toHaveValue('1');
  });

  it('saves only its four fields and keeps edits elsewhere', async () => {
    const { user, shell, state } = await edit();
    await user.click(screen.getByRole('switch', { name: 'Pediatric practice' }));
    await user.clear(field('Clinic number'));
    await user.type(field('Parent practice id'), '9');
    await user.type(field('Additional clinic numbers'), '2, x, 4');
    expect(field('Additional clinic numbers')).toHaveAccessibleDescription(/Saved as: 2, 4/);
    await user.click(press('Save clinic settings'));
    await waitFor(() => expect(press('Edit')).toBeVisible());
    expect(state.saves[0]?.body).toEqual({
      use_clinics: true,
      parent_practice_id: 9,
      clinicnum: null,
      additional_clinicnums: [2, 4],
    });
    expect(state.saves[0]?.ifMatch).toBe('"1"');
    expect(shell.notifications).toContainEqual({
      severity: 'success',
      message: 'Advanced clinic settings updated successfully',
      details: 'Clinic number, Parent practice id, and Additional clinic numbers',
    });
    expect(screen.getByRole('switch', { name: 'Pediatric practice' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved successfully!');
    expect(state.saves[1]?.ifMatch).toBe('"2"');
    expect(state.settings).toMatchObject({ is_pediatric: true, parent_practice_id: 9 });
  });

  it('shows an error at the field for a value that is not a number', async () => {
    const { user, state } = await edit();
    await user.type(field('Parent practice id'), 'x');
    await user.click(press('Save clinic settings'));
    await waitFor(() => expect(field('Parent practice id')).toHaveFocus());
    expect(field('Parent practice id')).toHaveAccessibleDescription(/Enter a whole number, or leave it empty/);
    expect(state.saves).toEqual([]);
  });

  it('shows the server’s error at the field', async () => {
    const { user } = await edit();
    await user.type(field('Additional clinic numbers'), '77');
    const fields = { 'additional_clinicnums.0': 'There is no clinic 77' };
    server.use(answer(updatePracticeSettings, () => errorReply(422, 'invalid', 'Check the clinics', { fields })));
    await user.click(press('Save clinic settings'));
    await waitFor(() => expect(field('Additional clinic numbers')).toHaveFocus());
    expect(field('Additional clinic numbers')).toHaveAccessibleDescription(/There is no clinic 77/);
  });

  it('shows its own message when saving fails, and keeps the form open', async () => {
    const { user, shell } = await edit();
    await user.type(field('Clinic number'), '7');
    server.use(answer(updatePracticeSettings, connectionFailure));
    await user.click(press('Save clinic settings'));
    expect(await advanced().findByText('Failed to update advanced clinic settings')).toBeVisible();
    expect(shell.notifications).toContainEqual({
      severity: 'error',
      message: 'Failed to update advanced clinic settings',
    });
    expect(field('Clinic number')).toHaveValue('17');
  });

  it('merges and saves again after someone else saved other fields', async () => {
    const { user, state } = await edit();
    await user.type(field('Clinic number'), '7');
    savedByOther(state, { send_task_emails: true });
    await user.click(press('Save clinic settings'));
    await waitFor(() => expect(press('Edit')).toBeVisible());
    expect(state.settings).toMatchObject({ clinicnum: 17, send_task_emails: true });
  });

  it('lets the person choose a version when someone else changed the same field', async () => {
    const { user, state } = await edit();
    await user.type(field('Clinic number'), '7');
    savedByOther(state, { clinicnum: 3 });
    await user.click(press('Save clinic settings'));
    expect(await advanced().findByRole('row', { name: /Clinic number/ })).toHaveTextContent(/17.*3.*Mia Manager/);
    expect(screen.getAllByRole('table', { name: 'Versions to choose from' })).toHaveLength(1);
    await user.click(advanced().getByRole('radio', { name: /^Take theirs/ }));
    expect(field('Clinic number')).toHaveValue('3');
    await user.click(advanced().getByRole('radio', { name: /^Keep yours/ }));
    await user.click(press('Save clinic settings'));
    await waitFor(() => expect(press('Edit')).toBeVisible());
    expect(state.settings.clinicnum).toBe(17);
  });

  it('restores edits in the open form after a reload', async () => {
    const practice = { id: 92, name: 'Lakeside', time_zone: 'America/Chicago', pms_name: 'opendental' };
    serve(allSettings());
    const { user } = await openSettings(superAdmin, { practice });
    await user.click(press('Edit'));
    await user.type(field('Clinic number'), '7');
    await closePage();
    await openSettings(superAdmin, { practice });
    expect(field('Clinic number')).toHaveValue('17');
    expect(screen.getByText('1 unsaved change restored')).toBeVisible();
  });

  it('saves the form, not the page, on Ctrl+S', async () => {
    const { user, state } = await edit();
    await user.click(screen.getByRole('switch', { name: 'Pediatric practice' }));
    await user.type(field('Clinic number'), '7');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(press('Edit')).toBeVisible());
    expect(state.settings).toMatchObject({ clinicnum: 17, is_pediatric: false });
  });
});
