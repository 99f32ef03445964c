/** Opens pages as the shell does, against a fake server whose responses are typed by the contracts. */
import { beforeEach } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Flags, RemoteProps } from 'shared-api';
import type { Right } from 'shared-api/contracts';
import { phoneQuery } from 'shared-ui';
import { installFakeStripe, type StripeScript } from 'shared-ui/testing/cards';
import { type OpenPage, remotePages } from 'shared-ui/testing/pages';
import * as lifecycles from '../index';
import { BillingServer } from './billing-server';
import { staff } from './builders';

export { type OpenPage, stopClock, waitUntil } from 'shared-ui/testing/pages';

const pages = remotePages(lifecycles);
export const { network: server, leaksOf } = pages;
/** The fake Stripe script of a test file. Its responses are reset after each test. */
export const stripe: StripeScript = installFakeStripe();

/** Sets the screen width that `max-width` media queries see. jsdom has no `matchMedia`. A narrow screen is a phone. */
export function setNarrow(narrow: boolean, isPhone = narrow): void {
  window.matchMedia = ((query: string) => ({
    matches: query === phoneQuery ? isPhone : narrow && query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
}

/** Starts the fake network for the tests of a file. Closes the page and resets the handlers after each test. */
export function withServer(): void {
  beforeEach(() => setNarrow(false));
  pages.around({
    // jsdom doesn't implement `scrollIntoView`.
    before: () => (Element.prototype.scrollIntoView = () => undefined),
    after: () =>
      Object.assign(stripe, {
        setupResult: { setupIntent: { id: 'seti_1', status: 'succeeded' } },
        bankError: null,
        nextActionSecrets: [],
      } satisfies StripeScript),
  });
}

/** Registers the handlers of a fake billing server. A later `server.use` in a test overrides single handlers. */
export function serve(over: ConstructorParameters<typeof BillingServer>[0] = {}): BillingServer {
  const billing = new BillingServer(over);
  server.use(...billing.handlers());
  return billing;
}

export const PLANS = '/settings/:practice/subscriptions/plans';
export const METHODS = '/settings/:practice/subscriptions/payment-methods';
export const HISTORY = '/settings/:practice/subscriptions/payment-history';

/** Opens a route for a new practice, so that nothing is cached. @param search the query string: `?status=open` */
export async function openPage(
  route: string,
  flags: Flags = staff,
  over: Partial<RemoteProps> = {},
  search = '',
): Promise<OpenPage> {
  const page = await pages.open({ route, flags, over, search });
  // A dialog opened by the URL hides the page.
  await screen.findByRole('heading', { level: 1, hidden: true });
  return page;
}

/**
 * Opens the payment history and waits until it is shown. It is mounted but hidden until its totals have loaded.
 *
 * @param search the query string
 */
export async function openHistory(
  flags: Flags = staff,
  over: Partial<RemoteProps> = {},
  search = '',
): Promise<OpenPage> {
  const page = await openPage(HISTORY, flags, over, search);
  await waitFor(() => {
    if (screen.queryByText('Loading payment history...')) throw new Error('The history is still being read');
  });
  return page;
}

/** Opens the Subscriptions page and waits for subscriptions and plans. */
export async function openPlans(flags: Flags = staff, over: Partial<RemoteProps> = {}): Promise<OpenPage> {
  const page = await openPage(PLANS, flags, over);
  await screen.findByRole('region', { name: 'Active Bundles' });
  return page;
}

/** Opens a page for a person with only the given rights in the practice. */
export async function openWithRights(route: string, rights: readonly Right[]): Promise<OpenPage> {
  const page = await pages.open({ route, flags: staff, rights });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

export const toast = ({ shell }: OpenPage): unknown => shell.notifications.at(-1);
export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
export const region = (name: string): ReturnType<typeof within> => within(screen.getByRole('region', { name }));
export const card = (name: string): ReturnType<typeof within> => within(screen.getByRole('article', { name }));
/** The card once no dialog hides it. The dialog closes after the server's response. */
export const findCard = async (name: string): Promise<ReturnType<typeof within>> =>
  within(await screen.findByRole('article', { name }));
