import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { readModuleHealth } from 'shared-api/contracts';
import { answer, errorReply, neverAnswer } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import {
  aModule,
  anError,
  aService,
  aSlowCall,
  aVersion,
  SEEN_AT,
  shell,
  noUsage,
  withCanary,
} from './testing/health-server';
import { isWide, network, openHealth, openPage, region, serve, superAdmin, withPage } from './testing/open-page';

withPage();

const faults = (): Promise<string[]> => act(() => accessibilityViolations());
const paused = { since: SEEN_AT, replicas: 1, reason: 'it took too long to answer' };
const full = (): unknown =>
  serve([withCanary({ service: aService({ paused }) }), shell], { errors: [anError()], slow_calls: [aSlowCall()] });

it('has no accessibility violations while loading', async () => {
  network.use(answer(readModuleHealth, neverAnswer));
  await openPage('?days=30');
  expect(await faults()).toEqual([]);
});

it('has no accessibility violations after a failure', async () => {
  network.use(answer(readModuleHealth, () => errorReply(500, 'broken', 'No')));
  await openPage('?days=1');
  await screen.findByRole('alert');
  expect(await faults()).toEqual([]);
});

it('has no accessibility violations with nothing reported', async () => {
  serve([aModule({ versions: [aVersion(noUsage)] })]);
  await openHealth();
  expect(await faults()).toEqual([]);
});

it.each([1440, 390])('has no accessibility violations with figures, %d pixels wide', async (width) => {
  isWide(width);
  full();
  await openHealth('', superAdmin);
  expect(await faults()).toEqual([]);
});

it.each(['Promote to everyone…', 'Roll back…', 'Change percentage…'])(
  'has no accessibility violations in the dialog of %s',
  async (button) => {
    full();
    const { user } = await openHealth('', superAdmin);
    await user.click(region('Hours').getByRole('button', { name: button }));
    await screen.findByRole(button.startsWith('Change') ? 'dialog' : 'alertdialog');
    expect(await faults()).toEqual([]);
  },
);
