import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { readModuleHealth } from 'shared-api/contracts';
import { answer, refusal, silence } from 'shared-api/testing';
import { faultsIn } from 'shared-ui/testing';
import { aModule, anError, aSlowCall, aVersion, shell, unseen, withCanary } from './testing/health-server';
import { isWide, network, openHealth, openPage, region, serve, superAdmin, withPage } from './testing/open-page';

withPage();

const faults = (): Promise<string[]> => act(() => faultsIn());
const full = (): unknown => serve([withCanary(), shell], { errors: [anError()], slow_calls: [aSlowCall()] });

it('loading', async () => {
  network.use(answer(readModuleHealth, silence));
  await openPage('?days=30');
  expect(await faults()).toEqual([]);
});

it('failed', async () => {
  network.use(answer(readModuleHealth, () => refusal(500, 'broken', 'No')));
  await openPage('?days=1');
  await screen.findByRole('alert');
  expect(await faults()).toEqual([]);
});

it('with nothing reported', async () => {
  serve([aModule({ versions: [aVersion(unseen)] })]);
  await openHealth();
  expect(await faults()).toEqual([]);
});

it.each([1440, 390])('with figures, %d pixels wide', async (width) => {
  isWide(width);
  full();
  await openHealth('', superAdmin);
  expect(await faults()).toEqual([]);
});

it.each(['Promote to everyone…', 'Roll back…', 'Change percentage…'])('asking %s', async (button) => {
  full();
  const { user } = await openHealth('', superAdmin);
  await user.click(region('Hours').getByRole('button', { name: button }));
  await screen.findByRole(button.startsWith('Change') ? 'dialog' : 'alertdialog');
  expect(await faults()).toEqual([]);
});
