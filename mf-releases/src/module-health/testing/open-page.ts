/** Opens the page as the shell does, with a mock server that follows the contracts. */
import { screen, within } from '@testing-library/react';
import type { Flags } from 'shared-api';
import type { ModuleHealth } from 'shared-api/contracts';
import type { MountedRemote } from 'shared-api/testing';
import { type OpenPage, remotePages } from 'shared-ui/testing/pages';
import * as lifecycles from '../../index';
import { HealthServer, shell, withCanary } from './health-server';

const pages = remotePages(lifecycles);
/** Starts the mock network before each test of a file, and closes the page after it. */
export const { network, leaksOf } = pages;

let width = 1440;
/** Sets the width of the window in pixels for media queries of `max-width`, until the test ends. */
export function isWide(pixels: number): void {
  width = pixels;
}

export function withPage(): void {
  pages.around({
    before() {
      window.matchMedia = ((query: string) => ({
        matches: width <= Number(/max-width:\s*([\d.]+)px/.exec(query)?.[1] ?? -1),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
        // MUI still calls these deprecated methods.
        addListener: () => undefined,
        removeListener: () => undefined,
      })) as unknown as typeof window.matchMedia;
    },
    after() {
      width = 1440;
    },
  });
}

export function serve(
  modules: ModuleHealth[] = [withCanary(), shell],
  found: ConstructorParameters<typeof HealthServer>[1] = { errors: [], slow_calls: [] },
): HealthServer {
  const server = new HealthServer(modules, found);
  network.use(...server.handlers());
  return server;
}

const internal: Flags = { super_admin: false, task_admin: false, internal: true, developer: false };
export const superAdmin: Flags = { ...internal, super_admin: true };

export const openPage = (search = '', flags: Flags = internal): Promise<OpenPage> =>
  pages.open({ route: '/internal/modules', search, flags });

/** Opens the page and waits until its figures are shown. */
export async function openHealth(search = '', flags: Flags = internal): Promise<OpenPage> {
  const page = await openPage(search, flags);
  await screen.findByText(/A team starts a canary/);
  return page;
}

/** Expands the panel of a module that needs no attention. */
export async function unfold({ user }: OpenPage, title: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: `Figures of ${title}` }));
}

export const region = (name: string): ReturnType<typeof within> => within(screen.getByRole('region', { name }));

/** The text of each cell of a table row. */
export function cellsOf(row: HTMLElement): string[] {
  return [...row.children].map((cell) => cell.textContent ?? '');
}

/** The toasts, oldest first, in the form `error: Failed to …`. */
export const toasts = ({ shell }: MountedRemote): string[] =>
  shell.notifications.map(({ severity, message }) => `${severity}: ${message}`);
