/** Opens the pages of one practice, with mock servers that follow the contracts. */
import { beforeAll, beforeEach } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { readUpcomingCharges } from 'shared-api/contracts';
import { answer } from 'shared-api/testing';
import { FeaturesServer } from '../../features-summary/testing/features-server';
import { HistoryServer } from '../../product-history/testing/history-server';
import {
  internal,
  network,
  nextPractice,
  openRoute,
  type OpenRoute,
  withNetwork as withRoutes,
} from '../../testing/open-route';
import { charges } from '../../testing/charges';
import { PRACTICE } from './builders';
import { SubscriptionsServer } from './subscriptions-server';

export { button, network, region } from '../../testing/open-route';
export type OpenPage = OpenRoute;

/** Starts the mock network around each test of a file, and closes the page after it. */
export function withNetwork(): void {
  withRoutes();
  beforeAll(() => {
    // jsdom has no layout to scroll.
    Element.prototype.scrollIntoView = () => undefined;
  });
  beforeEach(() => {
    PRACTICE.id = nextPractice();
  });
}

export interface Servers {
  features: FeaturesServer;
  subscriptions: SubscriptionsServer;
  history: HistoryServer;
}

/** Responds to all requests of the pages. Tests replace responses with `network.use`. */
export function serve(over: Partial<Servers> = {}): Servers {
  const servers: Servers = {
    features: new FeaturesServer(),
    subscriptions: new SubscriptionsServer(),
    history: new HistoryServer(),
    ...over,
  };
  network.use(answer(readUpcomingCharges, () => charges()));
  network.use(...Object.values(servers).flatMap((server: Servers[keyof Servers]) => server.handlers()));
  return servers;
}

export const SUBSCRIPTIONS = '/internal/practices/:practice/subscriptions';
export const HISTORY = '/internal/practices/:practice/history';

export const openPage = (route = SUBSCRIPTIONS): Promise<OpenPage> => openRoute(route, '', internal, PRACTICE.id);

/** Opens the subscriptions page and waits for its features and subscriptions. */
export async function openSubscriptions(): Promise<OpenPage> {
  const page = await openPage();
  await screen.findByRole('region', { name: 'Practice Dates' });
  await screen.findByRole('button', { name: 'Search customers for Olivia Owner' });
  await waitFor(() => {
    if (screen.queryByText('Loading subscriptions...')) throw new Error('The subscriptions are still being read');
  });
  return page;
}

/** Texts of toasts of a severity, oldest first. */
export const toasts = ({ shell }: OpenPage, severity: string): string[] =>
  shell.notifications.filter((toast) => toast.severity === severity).map(({ message }) => message);
