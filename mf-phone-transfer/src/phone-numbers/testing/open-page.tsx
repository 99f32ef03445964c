/** Opens the page as the shell would, against a server that answers by the contracts. */
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { getConfig, screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { mountRemote, type MountedRemote } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import * as lifecycles from '../../index';
import { PhoneServer, somePhoneNumbers } from './phone-server';

export const network = setupServer();

/** The network around each test of a file, and the page closed after it. */
export function withNetwork(): void {
  beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
  afterEach(async () => {
    await lifecycle(async () => mounted?.unmount());
    mounted = undefined;
    network.resetHandlers();
  });
  afterAll(() => network.close());
}

export function serve(over: Parameters<typeof somePhoneNumbers>[0] = {}): PhoneServer {
  const server = new PhoneServer(somePhoneNumbers(over));
  network.use(...server.handlers());
  return server;
}

/** single-spa waits until React has drawn, which it does not do inside `act` before `act` ends. */
function lifecycle<Result>(step: () => Promise<Result>): Promise<Result> {
  return getConfig().asyncWrapper(step) as Promise<Result>;
}

let mounted: MountedRemote | undefined;
let practices = 100;

/** Mounts the page for a practice that was never shown, so that nothing of another test is known. */
export async function openPage(): Promise<MountedRemote & { user: UserEvent }> {
  const user = userEvent.setup();
  practices += 1;
  const practice = {
    id: practices,
    name: 'Bright Smiles Dental',
    time_zone: 'America/Chicago',
    pms_name: 'opendental',
  };
  const route = '/internal/practices/:practice/phone-numbers';
  const remote = await lifecycle(() => mountRemote(lifecycles, { practice, route, basePath: '/internal' }));
  mounted = remote;
  return { ...remote, user };
}

/** The page once its numbers are there. */
export async function openNumbers(): Promise<MountedRemote & { user: UserEvent }> {
  const page = await openPage();
  await screen.findByRole('region', { name: 'Practice account' });
  return page;
}

export type Region = 'Practice account' | 'Organization account' | 'Result of the transfer' | 'Latest moves';

export function region(name: Region): ReturnType<typeof within> {
  return within(screen.getByRole('region', { name }));
}

/** The numbers of an account as they are shown. */
export function numbersIn(name: Region): string[] {
  return region(name)
    .queryAllByRole('rowheader')
    .map((cell: HTMLElement) => /^\+[\d ()-]+/.exec(cell.textContent ?? '')?.[0] ?? '');
}

/** Presses a number's transfer and confirms it. */
export async function transfer(user: UserEvent, number: string, to: 'practice' | 'organization'): Promise<void> {
  await user.click(screen.getByRole('button', { name: `Transfer ${number} to the ${to} account` }));
  const sure = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  await user.click(sure.getByRole('button', { name: 'Transfer' }));
}

/** Waits until the lists were read again. */
export async function finished(): Promise<ReturnType<typeof within>> {
  await screen.findByRole('button', { name: 'Close' });
  return region('Result of the transfer');
}
