/** Opens the pages as the shell would, against a server that answers by the contracts. */
import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import { act, configure, getConfig, screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { Flags, RemoteProps } from 'shared-api';
import { mountRemote, type MountedRemote } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import * as lifecycles from '../index';
import { BillingServer } from './billing-server';
import { staff } from './builders';
import { bringStripe, type StripeScript } from 'shared-ui/testing/cards';

// A busy machine takes its time; nothing is measured by it.
configure({ asyncUtilTimeout: 10_000 });

export const server = setupServer();
/** Stripe's script in the page of this file; what it answers is set anew for each test. */
export const stripe: StripeScript = bringStripe();

/** The server around each test of a file, and the page closed after it. */
export function withServer(): void {
  beforeAll(() => {
    server.listen({ onUnhandledRequest: 'error' });
    // jsdom has no layout to scroll.
    Element.prototype.scrollIntoView = () => undefined;
  });
  afterEach(async () => {
    startClock();
    await closePage();
    server.resetHandlers();
    Object.assign(stripe, { setup: { setupIntent: { id: 'seti_1', status: 'succeeded' } }, bank: null, asked: [] });
  });
  afterAll(() => server.close());
}

/** Answers as the real server does; `server.use` in a test replaces one of them. */
export function serve(over: ConstructorParameters<typeof BillingServer>[0] = {}): BillingServer {
  const billing = new BillingServer(over);
  server.use(...billing.handlers());
  return billing;
}

/** single-spa waits until React has drawn, which it does not do inside `act` before `act` ends. */
function lifecycle<Result>(step: () => Promise<Result>): Promise<Result> {
  return getConfig().asyncWrapper(step) as Promise<Result>;
}

let mounted: MountedRemote | undefined;
let practices = 100;

export interface OpenPage extends MountedRemote {
  user: UserEvent;
  practice: number;
}

export const PLANS = '/settings/:practice/subscriptions/plans';
export const METHODS = '/settings/:practice/subscriptions/payment-methods';
export const HISTORY = '/settings/:practice/subscriptions/payment-history';

/** Mounts a page for a practice that was never shown, so that nothing of another test is known. */
export async function openPage(
  route: string,
  flags: Flags = staff,
  over: Partial<RemoteProps> = {},
): Promise<OpenPage> {
  const user = userEvent.setup();
  practices += 1;
  const practice = {
    id: practices,
    name: 'Bright Smiles Dental',
    time_zone: 'America/Chicago',
    pms_name: 'opendental',
  };
  const session = { user: { id: 'u1', name: 'Sam Staff', email: 'sam@bright-smiles.example' }, flags };
  const remote = await lifecycle(() => mountRemote(lifecycles, { practice, session, route, ...over }));
  mounted = remote;
  await screen.findByRole('heading', { level: 1 });
  return { ...remote, user, practice: practices };
}

/** The Subscriptions page once what the practice has, and the plans, are there. */
export async function openPlans(flags: Flags = staff, over: Partial<RemoteProps> = {}): Promise<OpenPage> {
  const page = await openPage(PLANS, flags, over);
  await screen.findByRole('region', { name: 'Active Bundles' });
  return page;
}

export async function closePage(): Promise<void> {
  await lifecycle(async () => mounted?.unmount());
  mounted = undefined;
}

export const toast = ({ shell }: OpenPage): unknown => shell.notifications.at(-1);
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const region = (name: string): ReturnType<typeof within> => within(screen.getByRole('region', { name }));
export const card = (name: string): ReturnType<typeof within> => within(screen.getByRole('article', { name }));

const { setTimeout: realTimeout } = globalThis;
let stopped = false;

/** The clock of the page stands still from here on, while answers go on coming through the real network stack. */
export function stopClock(): void {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  stopped = true;
}

function startClock(): void {
  if (stopped) act(() => jest.advanceTimersByTime(1));
  stopped = false;
  jest.useRealTimers();
}

/** With the clock standing still: until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 400) throw new Error('It never came');
    await act(() => new Promise((resolve) => realTimeout(resolve, 5)));
  }
}
