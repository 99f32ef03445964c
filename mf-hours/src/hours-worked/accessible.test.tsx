import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { readHoursWorked } from 'shared-api/contracts';
import { answer, refusal, silence } from 'shared-api/testing';
import { faultsIn } from 'shared-ui/testing';
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

it('loading', async () => {
  server.use(answer(readHoursWorked, silence));
  await openWorked();
  expect(await faultsIn()).toEqual([]);
});

it('failed', async () => {
  server.use(answer(readHoursWorked, () => refusal(500, 'broken', 'No')));
  await openWorked();
  await screen.findByRole('alert');
  expect(await faultsIn()).toEqual([]);
});

it('with hours, an open cell, an error, and a paste that was not all taken', async () => {
  const hours = serveWorked();
  hours.updating = true;
  const page = await openGrid();
  await screen.findByRole('table', { name: 'Utilization by provider' });
  expect(await faultsIn()).toEqual([]);
  await goTo(page, KIM, 'Sat Nov 21', 'available');
  paste('25\t7');
  await page.user.keyboard('x{Enter}5');
  expect(screen.getByRole('textbox')).toHaveFocus();
  expect(cell(KIM, 'Sat Nov 21', 'available')).toHaveAttribute('aria-invalid', 'true');
  expect(await faultsIn()).toEqual([]);
});

it('with versions to choose', async () => {
  const hours = serveWorked();
  const page = await openGrid();
  await goTo(page, MARIA, 'Mon Nov 16', 'available');
  await page.user.keyboard('4{Enter}');
  hours.set('9.2026-11-16.available_hours', 7200);
  await page.user.click(saveButton());
  await screen.findByRole('table', { name: 'Versions to choose from' });
  expect(await faultsIn()).toEqual([]);
});
