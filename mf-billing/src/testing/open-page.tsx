/** Opens the pages as the shell would, against a server that answers by the contracts. */
import { beforeEach } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Flags, RemoteProps } from 'shared-api';
import type { Right } from 'shared-api/contracts';
import { installFakeStripe, type StripeScript } from 'shared-ui/testing/cards';
import { type OpenPage, remotePages } from 'shared-ui/testing/pages';
import * as lifecycles from '../index';
import { BillingServer } from './billing-server';
import { staff } from './builders';

export { type OpenPage, stopClock, waitUntil } from 'shared-ui/testing/pages';

const pages = remotePages(lifecycles);
export const { network: server } = pages;
/** The fake of Stripe's script in this file's page; its answers are reset for each test. */
export const stripe: StripeScript = installFakeStripe();

/** jsdom has no layout: the screen is wide unless a test makes it narrow. */
export function setNarrow(narrow: boolean): void {
  window.matchMedia = ((query: string) => ({
    matches: narrow && query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
}

/** The server around each test of a file, and the page closed after it. */
export function withServer(): void {
  beforeEach(() => setNarrow(false));
  pages.around({
    // jsdom has no layout to scroll.
    before: () => (Element.prototype.scrollIntoView = () => undefined),
    after: () =>
      Object.assign(stripe, {
        setupResult: { setupIntent: { id: 'seti_1', status: 'succeeded' } },
        bankError: null,
        nextActionSecrets: [],
      } satisfies StripeScript),
  });
}

/** Answers as the real server does; `server.use` in a test replaces one of them. */
export function serve(over: ConstructorParameters<typeof BillingServer>[0] = {}): BillingServer {
  const billing = new BillingServer(over);
  server.use(...billing.handlers());
  return billing;
}

export const PLANS = '/settings/:practice/subscriptions/plans';
export const METHODS = '/settings/:practice/subscriptions/payment-methods';
export const HISTORY = '/settings/:practice/subscriptions/payment-history';

/** The page of a route, for a practice that was never shown. @param search behind the path: `?status=open` */
export async function openPage(
  route: string,
  flags: Flags = staff,
  over: Partial<RemoteProps> = {},
  search = '',
): Promise<OpenPage> {
  const page = await pages.open({ route, flags, over, search });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

/** Opens the Subscriptions page and waits for subscriptions and plans. */
export async function openPlans(flags: Flags = staff, over: Partial<RemoteProps> = {}): Promise<OpenPage> {
  const page = await openPage(PLANS, flags, over);
  await screen.findByRole('region', { name: 'Active Bundles' });
  return page;
}

/** Opens a page for a person with only these rights in the practice. */
export async function openWithRights(route: string, rights: readonly Right[]): Promise<OpenPage> {
  const page = await pages.open({ route, flags: staff, rights });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

export const toast = ({ shell }: OpenPage): unknown => shell.notifications.at(-1);
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const region = (name: string): ReturnType<typeof within> => within(screen.getByRole('region', { name }));
export const card = (name: string): ReturnType<typeof within> => within(screen.getByRole('article', { name }));
