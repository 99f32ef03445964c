/** Opens a page of this module at an address as the shell would, against servers that answer by the contracts. */
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { act, configure, getConfig, screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { Flags, RemoteProps } from 'shared-api';
import { mountRemote, type MountedRemote, remoteProps } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { bringStripe, type StripeScript } from 'shared-ui/testing/cards';
import * as lifecycles from '../index';

// A busy machine takes its time; nothing is measured by it.
configure({ asyncUtilTimeout: 10_000 });

export const network = setupServer();
/** Stripe's script in the page of this file. */
export const stripe: StripeScript = bringStripe();

/** The network around each test of a file, and the page closed after it. */
export function withNetwork(): void {
  beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
  afterEach(async () => {
    await closeRoute();
    network.resetHandlers();
  });
  afterAll(() => network.close());
}

/** single-spa waits until React has drawn, which it does not do inside `act` before `act` ends. */
function lifecycle<Result>(step: () => Promise<Result>): Promise<Result> {
  return getConfig().asyncWrapper(step) as Promise<Result>;
}

let mounted: MountedRemote | undefined;

export async function closeRoute(): Promise<void> {
  await lifecycle(async () => mounted?.unmount());
  mounted = undefined;
}

let practices = 5000;
/** The number of a practice that was never shown. */
export const nextPractice = (): number => (practices += 1);

export const internal: Flags = { super_admin: false, task_admin: false, internal: true, developer: false };

export interface OpenRoute extends MountedRemote {
  user: UserEvent;
  /** Path and search of the address. */
  address: () => string;
  /** Goes to an address, as Back or a link of the shell would. */
  go: (to: string) => void;
}

/**
 * Opens the address, whose route is named. A route with a practice is opened for one that was never shown, so that nothing
 * of another test is known of it.
 */
export async function openRoute(
  route: string,
  search = '',
  flags: Flags = internal,
  id = nextPractice(),
): Promise<OpenRoute> {
  const user = userEvent.setup();
  const place = remoteProps({ notifications: [], unsaved: null, visited: [], published: [], reauthentications: 0 });
  place.navigate(`${route.replace(':practice', String(id))}${search}`);
  const over: Partial<RemoteProps> = {
    route,
    basePath: '/internal',
    practice: route.includes(':practice')
      ? { id, name: 'Bright Smiles Dental', time_zone: 'America/Chicago', pms_name: 'opendental' }
      : null,
    session: { user: { id: 'u-ivy', name: 'Ivy Internal', email: 'internal@console.example' }, flags },
    location: place.location,
    onLocation: place.onLocation,
    navigate: place.navigate,
  };
  mounted = await lifecycle(() => mountRemote(lifecycles, over));
  await screen.findByRole('heading', { level: 1 });
  return {
    ...mounted,
    user,
    address: () => place.location().pathname + place.location().search,
    go: (to) => act(() => place.navigate(to)),
  };
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const region = (name: string | RegExp): ReturnType<typeof within> =>
  within(screen.getByRole('region', { name }));
export const dialog = (): ReturnType<typeof within> =>
  within(screen.queryByRole('alertdialog') ?? screen.getByRole('dialog'));
/** What was said in toasts, oldest first: `error: Failed to …`. */
export const toasts = ({ shell }: MountedRemote): string[] =>
  shell.notifications.map(({ severity, message }) => `${severity}: ${message}`);
