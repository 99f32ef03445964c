/** Opens the page of all practices. */
import { screen, waitFor, within } from '@testing-library/react';
import { network, openRoute, type OpenRoute } from '../../testing/open-route';
import { aRecord } from './practice-records';
import { PracticesServer } from './practices-server';

export const ROUTE = '/internal/practices';

export function serve(count = 5, over: Parameters<typeof aRecord>[1] = {}): PracticesServer {
  const server = new PracticesServer(Array.from({ length: count }, (_, at) => aRecord(at + 1, over)));
  network.use(...server.handlers());
  return server;
}

/** A grid, or a plain table while there are no rows. */
export const table = (): HTMLElement =>
  screen.queryByRole('grid', { name: 'Practices' }) ?? screen.getByRole('table', { name: 'Practices' });

/** The visible practices, once the list has loaded. */
export async function shownPractices(): Promise<string[]> {
  await waitFor(() => {
    if (table().closest('[aria-busy]')) throw new Error('The list is still being read');
  });
  return within(table())
    .queryAllByRole('rowheader')
    .map((cell: HTMLElement) => within(cell).getByRole('link').textContent ?? '');
}

/** Opens the page and waits for its list. */
export async function openPractices(search = ''): Promise<OpenRoute> {
  const page = await openRoute(ROUTE, search);
  await shownPractices();
  return page;
}

export const checkbox = (name: string): HTMLElement => screen.getByRole('checkbox', { name });

/** Opens a bulk change's dialog from its menu. */
export async function openBulkDialog({ user }: OpenRoute, menu: 'Add…' | 'Remove…', entry: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

/** Selects names in the dialog and continues to the preview. */
export async function chooseAndContinue({ user }: OpenRoute, ...names: string[]): Promise<void> {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name }));
  await user.click(screen.getByRole('button', { name: 'Preview changes' }));
}
