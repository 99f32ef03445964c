/** Opens the page of all practices, with 12 of them where a test names none. */
import { screen, waitFor, within } from '@testing-library/react';
import { network, openRoute, type OpenRoute } from '../../testing/open-route';
import { aRecord } from './practice-records';
import { PracticesServer } from './practices-server';

export const ROUTE = '/internal/practices';

export function serve(count = 12, over: Parameters<typeof aRecord>[1] = {}): PracticesServer {
  const server = new PracticesServer(Array.from({ length: count }, (_, at) => aRecord(at + 1, over)));
  network.use(...server.handlers());
  return server;
}

export const table = (): HTMLElement => screen.getByRole('table', { name: 'Practices' });

/** The practices that are shown, once the list is read. */
export async function shown(): Promise<string[]> {
  await waitFor(() => {
    if (table().hasAttribute('aria-busy')) throw new Error('The list is still being read');
  });
  return within(table())
    .queryAllByRole('rowheader')
    .map((cell: HTMLElement) => within(cell).getByRole('link').textContent ?? '');
}

/** The page once its list is there. */
export async function openPractices(search = ''): Promise<OpenRoute> {
  const page = await openRoute(ROUTE, search);
  await shown();
  return page;
}

export const tick = (name: string): HTMLElement => screen.getByRole('checkbox', { name });

/** Chooses from the menu of a bulk change. */
export async function begin({ user }: OpenRoute, menu: 'Add…' | 'Remove…', entry: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

/** Picks names in the dialog and goes on to what they change. */
export async function pick({ user }: OpenRoute, ...names: string[]): Promise<void> {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name }));
  await user.click(screen.getByRole('button', { name: 'See what changes' }));
}
