/** Opens a page of this module at a URL as the shell does, with mock servers that follow the contracts. */
import { beforeEach } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Flags, RemoteProps } from 'shared-api';
import { readPracticeState } from 'shared-api/contracts';
import { answer, type MountedRemote, reply } from 'shared-api/testing';
import { installFakeStripe } from 'shared-ui/testing/cards';
import { type OpenPage, remotePages } from 'shared-ui/testing/pages';
import * as lifecycles from '../index';

export { nextPracticeId as nextPractice, type OpenPage as OpenRoute } from 'shared-ui/testing/pages';

const pages = remotePages(lifecycles);
/** Starts the mock network around each test of a file, and closes the page after it. */
export const { network, close: closeRoute, leaksOf } = pages;
export const withNetwork: typeof pages.around = (also = {}) => {
  // Every page of a practice shows its status.
  beforeEach(() =>
    network.use(answer(readPracticeState, () => reply(readPracticeState, { insider: false, states: [] }))),
  );
  pages.around({
    ...also,
    after: () => {
      also.after?.();
      sessionStorage.clear();
    },
  });
};
installFakeStripe();

export const internal: Flags = { super_admin: false, task_admin: false, internal: true, developer: false };

/** Opens a route's page, by default for a practice that no other test has opened. */
export async function openRoute(
  route: string,
  search = '',
  flags: Flags = internal,
  practiceId?: number,
  over: Partial<RemoteProps> = {},
): Promise<OpenPage> {
  const page = await pages.open({ route, search, flags, practiceId, over });
  // A dialog that opens with the page hides the rest from screen readers.
  await screen.findByRole('heading', { level: 1, hidden: true });
  return page;
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const region = (name: string | RegExp): ReturnType<typeof within> =>
  within(screen.getByRole('region', { name }));
export const dialog = (): ReturnType<typeof within> =>
  within(screen.queryByRole('alertdialog') ?? screen.getByRole('dialog'));
/** Texts of toasts, oldest first: `error: Failed to …`. */
export const toasts = ({ shell }: MountedRemote): string[] =>
  shell.notifications.map(({ severity, message }) => `${severity}: ${message}`);
