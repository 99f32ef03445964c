import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { readPracticeSettings } from 'shared-api/contracts';
import { answer, errorReply, neverAnswer } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { aCommand, fullSync, pms, someSettings, staff, taskAdmin } from './settings-record/testing/builders';
import {
  COMMUNICATION,
  openAsSuperAdmin,
  openPage,
  openSettings,
  saveButton,
  savedByOther,
  section,
  serve,
  server,
  withServer,
} from './settings-record/testing/open-page';

withServer();

it('has no accessibility violations while loading', async () => {
  server.use(answer(readPracticeSettings, neverAnswer));
  await openPage();
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations after a failure', async () => {
  server.use(answer(readPracticeSettings, () => errorReply(500, 'broken', 'No')));
  await openPage();
  await screen.findByRole('alert');
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations with the clinic form open and a creation in progress', async () => {
  const practice_statuses = [{ name: 'Riverside', clinicnum: 2, status: 'in_progress' as const }];
  const { user } = await openAsSuperAdmin({}, { creation: { status: 'P', log: ['Started'], practice_statuses } });
  await screen.findByRole('region', { name: 'Creation of clinic practices' });
  await user.click(section('Advanced clinic settings').getByRole('button', { name: 'Edit' }));
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations for a task admin with commands and no agent', async () => {
  const commands = [aCommand({ state: 'running', percent: 30 }), aCommand({ id: 'c2', kind: 'unblock' })];
  serve(someSettings(), { sync: fullSync({ commands, pms_sync_socket_info: null }) });
  await openSettings(taskAdmin);
  await screen.findByRole('progressbar');
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations with versions to choose', async () => {
  const state = serve();
  const { user } = await openSettings();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Insurance writeoff date' }), 'Claim date');
  savedByOther(state, { additional_data: pms({ insurance_writeoff_date: 'payment_date' }) });
  await user.click(saveButton());
  await screen.findByRole('table', { name: 'Versions to choose from' });
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations in locked communication settings', async () => {
  serve(someSettings({ permissions: { communication_overrides: false } }));
  await openSettings(staff, { route: COMMUNICATION });
  expect(await accessibilityViolations()).toEqual([]);
});
