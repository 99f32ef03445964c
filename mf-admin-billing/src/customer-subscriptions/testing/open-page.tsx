/** Opens the pages of one practice as the shell would, against servers that answer by the contracts. */
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { configure, getConfig, screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { mountRemote, type MountedRemote } from 'shared-api/testing';
import { setupServer } from 'shared-api/testing/network';
import { FeaturesServer } from '../../features-summary/testing/features-server';
import * as lifecycles from '../../index';
import { HistoryServer } from '../../product-history/testing/history-server';
import { PRACTICE } from './builders';
import { SubscriptionsServer } from './subscriptions-server';

// A busy machine takes its time; nothing is measured by it.
configure({ asyncUtilTimeout: 10_000 });

export const network = setupServer();

/** The network around each test of a file, and the page closed after it. */
export function withNetwork(): void {
  beforeAll(() => {
    network.listen({ onUnhandledRequest: 'error' });
    // jsdom has no layout to scroll.
    Element.prototype.scrollIntoView = () => undefined;
  });
  beforeEach(() => {
    // A practice that was never shown: nothing of another test is known of it.
    PRACTICE.id += 100;
  });
  afterEach(async () => {
    await lifecycle(async () => mounted?.unmount());
    mounted = undefined;
    network.resetHandlers();
  });
  afterAll(() => network.close());
}

export interface Servers {
  features: FeaturesServer;
  subscriptions: SubscriptionsServer;
  history: HistoryServer;
}

/** Answers of all calls of the pages; `network.use` in a test replaces one of them. */
export function serve(over: Partial<Servers> = {}): Servers {
  const servers: Servers = {
    features: new FeaturesServer(),
    subscriptions: new SubscriptionsServer(),
    history: new HistoryServer(),
    ...over,
  };
  network.use(...Object.values(servers).flatMap((server: Servers[keyof Servers]) => server.handlers()));
  return servers;
}

/** single-spa waits until React has drawn, which it does not do inside `act` before `act` ends. */
function lifecycle<Result>(step: () => Promise<Result>): Promise<Result> {
  return getConfig().asyncWrapper(step) as Promise<Result>;
}

let mounted: MountedRemote | undefined;

export const SUBSCRIPTIONS = '/internal/practices/:practice/subscriptions';
export const HISTORY = '/internal/practices/:practice/history';

export type OpenPage = MountedRemote & { user: UserEvent };

export async function openPage(route = SUBSCRIPTIONS): Promise<OpenPage> {
  const user = userEvent.setup();
  const practice = { ...PRACTICE, time_zone: 'America/Chicago', pms_name: 'opendental' };
  mounted = await lifecycle(() => mountRemote(lifecycles, { practice, route, basePath: '/internal' }));
  await screen.findByRole('heading', { level: 1 });
  return { ...mounted, user };
}

/** The subscriptions page once its features and subscriptions are there. */
export async function openSubscriptions(): Promise<OpenPage> {
  const page = await openPage();
  await screen.findByRole('region', { name: 'Practice Dates' });
  await screen.findByRole('button', { name: 'Search customers for Olivia Owner' });
  return page;
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const region = (name: string): ReturnType<typeof within> => within(screen.getByRole('region', { name }));
export const toasts = ({ shell }: OpenPage, severity: string): string[] =>
  shell.notifications.filter((toast) => toast.severity === severity).map(({ message }) => message);
