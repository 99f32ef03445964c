import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { readWeeklyHours } from 'shared-api/contracts';
import { answer, refusal, silence } from 'shared-api/testing';
import { faultsIn } from 'shared-ui/testing';
import { aDay, anOffice } from './testing/builders';
import {
  cell,
  editKim,
  KIM,
  openHours,
  openPage,
  saveButton,
  savedByOther,
  serveHours,
  server,
  withServer,
} from './testing/open-page';

withServer();

it('loading', async () => {
  server.use(answer(readWeeklyHours, silence));
  await openPage();
  expect(await faultsIn()).toEqual([]);
});

it('failed', async () => {
  server.use(answer(readWeeklyHours, () => refusal(500, 'broken', 'No')));
  await openPage();
  await screen.findByRole('alert');
  expect(await faultsIn()).toEqual([]);
});

it('without providers', async () => {
  serveHours([anOffice()]);
  await openHours();
  expect(await faultsIn()).toEqual([]);
});

it.each([
  ['an own day', KIM],
  ['a day of the office', 'Office'],
  ['a day of a follower', 'Dr. Ana Whitfield'],
])('with %s open', async (_, name) => {
  serveHours();
  const { user } = await openHours();
  await user.click(cell(name, 'mon'));
  expect(await faultsIn()).toEqual([]);
});

it('with an error, unsaved changes and an Undo', async () => {
  serveHours();
  const { user } = await openHours();
  await user.click(cell(KIM, 'mon'));
  await user.keyboard('{Escape}{Delete}9{Enter}');
  await screen.findByRole('region', { name: 'Unsaved changes' });
  expect(await faultsIn()).toEqual([]);
});

it('with versions to choose', async () => {
  const hours = serveHours();
  const page = await openHours();
  await editKim(page);
  savedByOther(hours, 7, aDay('tue', ['7:00 AM', '3:00 PM']));
  await page.user.click(saveButton());
  await screen.findByRole('table', { name: 'Versions to choose from' });
  expect(await faultsIn()).toEqual([]);
});

it('with the dialog for copying open', async () => {
  serveHours();
  const { user } = await openHours();
  await user.click(screen.getByRole('button', { name: 'Copy day…' }));
  await screen.findByRole('dialog');
  expect(await faultsIn()).toEqual([]);
});
