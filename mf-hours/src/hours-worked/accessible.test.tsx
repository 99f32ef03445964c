import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { readHoursWorked } from 'shared-api/contracts';
import { answer, errorReply, neverAnswer } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import {
  cell,
  goTo,
  KIM,
  MARIA,
  openGrid,
  openWorked,
  paste,
  saveButton,
  server,
  serveWorked,
  withWorkedServer,
} from './testing/open-worked';

withWorkedServer();

it('has no accessibility violations while loading', async () => {
  server.use(answer(readHoursWorked, neverAnswer));
  await openWorked();
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations when loading failed', async () => {
  server.use(answer(readHoursWorked, () => errorReply(500, 'broken', 'No')));
  await openWorked();
  await screen.findByRole('alert');
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations with hours, an open cell, an error and a partial paste', async () => {
  const hours = serveWorked();
  hours.updating = true;
  const page = await openGrid();
  await screen.findByRole('table', { name: 'Utilization by provider' });
  expect(await accessibilityViolations()).toEqual([]);
  await goTo(page, KIM, 'Sat Nov 21', 'available');
  paste('25\t7');
  await page.user.keyboard('x{Enter}5');
  expect(screen.getByRole('textbox')).toHaveFocus();
  expect(cell(KIM, 'Sat Nov 21', 'available')).toHaveAttribute('aria-invalid', 'true');
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations with conflicting versions', async () => {
  const hours = serveWorked();
  const page = await openGrid();
  await goTo(page, MARIA, 'Mon Nov 16', 'available');
  await page.user.keyboard('4{Enter}');
  hours.set('9.2026-11-16.available_hours', 7200);
  await page.user.click(saveButton());
  await screen.findByRole('table', { name: 'Versions to choose from' });
  expect(await accessibilityViolations()).toEqual([]);
});
