/** Opens the page as the shell does, with a mock server that follows the contracts. */
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type OpenPage, remotePages } from 'shared-ui/testing/pages';
import * as lifecycles from '../../index';
import { PhoneServer, somePhoneNumbers } from './phone-server';

const pages = remotePages(lifecycles);
/** Starts the mock network around each test of a file, and closes the page after it. */
export const { network, leaksOf, around: withNetwork } = pages;

export function serve(over: Parameters<typeof somePhoneNumbers>[0] = {}): PhoneServer {
  const server = new PhoneServer(somePhoneNumbers(over));
  network.use(...server.handlers());
  return server;
}

/** Opens the page of a practice that no other test has opened. */
export const openPage = (): Promise<OpenPage> => pages.open({ route: '/internal/practices/:practice/phone-numbers' });

/** Opens the page and waits for its numbers. */
export async function openNumbers(): Promise<OpenPage> {
  const page = await openPage();
  await screen.findByRole('region', { name: 'Practice account' });
  return page;
}

export type Region = 'Practice account' | 'Organization account' | 'Result of the transfer' | 'Latest moves';

export function region(name: Region): ReturnType<typeof within> {
  return within(screen.getByRole('region', { name }));
}

/** The visible numbers of an account. */
export function numbersIn(name: Region): string[] {
  return region(name)
    .queryAllByRole('rowheader')
    .map((cell: HTMLElement) => /^\+[\d ()-]+/.exec(cell.textContent ?? '')?.[0] ?? '');
}

/** Transfers a number and confirms it. */
export async function transfer(user: UserEvent, number: string, to: 'practice' | 'organization'): Promise<void> {
  await user.click(screen.getByRole('button', { name: `Transfer ${number} to the ${to} account` }));
  const sure = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  await user.click(sure.getByRole('button', { name: 'Transfer' }));
}

/** Waits until the lists are refetched. */
export async function waitForResults(): Promise<ReturnType<typeof within>> {
  await screen.findByRole('button', { name: 'Close' });
  return region('Result of the transfer');
}
