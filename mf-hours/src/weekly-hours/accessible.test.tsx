import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { readWeeklyHours } from 'shared-api/contracts';
import { answer, errorReply, neverAnswer } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
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

it('has no accessibility violations while loading', async () => {
  server.use(answer(readWeeklyHours, neverAnswer));
  await openPage();
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations when loading failed', async () => {
  server.use(answer(readWeeklyHours, () => errorReply(500, 'broken', 'No')));
  await openPage();
  await screen.findByRole('alert');
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations without providers', async () => {
  serveHours([anOffice()]);
  await openHours();
  expect(await accessibilityViolations()).toEqual([]);
});

it.each([
  ['an own day', KIM],
  ['a day of the office', 'Office'],
  ['a day of a follower', 'Dr. Ana Whitfield'],
])('has no accessibility violations with %s open', async (_, name) => {
  serveHours();
  const { user } = await openHours();
  await user.click(cell(name, 'mon'));
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations with an error, unsaved changes and an Undo', async () => {
  serveHours();
  const { user } = await openHours();
  await user.click(cell(KIM, 'mon'));
  await user.keyboard('{Escape}{Delete}9{Enter}');
  await screen.findByRole('region', { name: 'Unsaved changes' });
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations with conflicting versions', async () => {
  const hours = serveHours();
  const page = await openHours();
  await editKim(page);
  savedByOther(hours, 7, aDay('tue', ['7:00 AM', '3:00 PM']));
  await page.user.click(saveButton());
  await screen.findByRole('table', { name: 'Versions to choose from' });
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations with the copy dialog open', async () => {
  serveHours();
  const { user } = await openHours();
  await user.click(screen.getByRole('button', { name: 'Copy day…' }));
  await screen.findByRole('dialog');
  expect(await accessibilityViolations()).toEqual([]);
});
