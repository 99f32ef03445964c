/** Opens the pages of one practice, against servers that answer by the contracts. */
import { beforeAll, beforeEach } from '@jest/globals';
import { screen } from '@testing-library/react';
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
import { PRACTICE } from './builders';
import { SubscriptionsServer } from './subscriptions-server';

export { button, network, region } from '../../testing/open-route';
export type OpenPage = OpenRoute;

/** The network around each test of a file, and the page closed after it. */
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

export const SUBSCRIPTIONS = '/internal/practices/:practice/subscriptions';
export const HISTORY = '/internal/practices/:practice/history';

export const openPage = (route = SUBSCRIPTIONS): Promise<OpenPage> => openRoute(route, '', internal, PRACTICE.id);

/** The subscriptions page once its features and subscriptions are there. */
export async function openSubscriptions(): Promise<OpenPage> {
  const page = await openPage();
  await screen.findByRole('region', { name: 'Practice Dates' });
  await screen.findByRole('button', { name: 'Search customers for Olivia Owner' });
  return page;
}

/** Texts of toasts of a severity, oldest first. */
export const toasts = ({ shell }: OpenPage, severity: string): string[] =>
  shell.notifications.filter((toast) => toast.severity === severity).map(({ message }) => message);
