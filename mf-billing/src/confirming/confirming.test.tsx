import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  addSubscriptionItems,
  type Call,
  cancelTrial,
  createCustomer,
  payOpenInvoices,
  readBillingRequest,
  startSubscription,
} from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import type { BillingServer } from '../testing/billing-server';
import {
  aCard,
  allowed,
  anItem,
  anOffer,
  anOverdue,
  aPlan,
  aSubscription,
  aSummary,
  noon,
  refused,
  smsItem,
  superAdmin,
  upcomingCharges,
} from '../testing/builders';
import {
  button,
  card,
  METHODS,
  openPage,
  type OpenPage,
  openPlans,
  serve,
  server,
  toast,
  withServer,
} from '../testing/open-page';
import { LATE_POLL_INTERVAL_MS, MAX_POLL_MS, POLL_INTERVAL_MS } from '../subscriptions/use-feature-summary';

withServer();

const WHAT = 'Starting Growth is being confirmed by the payment provider.';
const BANNER = `${WHAT} This page updates automatically.`;
const pending = { id: 'req_1', state: 'processing' as const, message: WHAT, requested_at: 1 };
const confirming = aSummary({ confirming: true, pending_requests: [pending] });
const blocked = () => errorReply(409, 'being_confirmed', WHAT);
const trial = { id: 'sub_trial', trial_start: 1, trial_end: noon('2026-11-29'), days_left: 9 };
/** Presses the open dialog's button once the cost has loaded. */
async function confirm({ user }: OpenPage, role: string, name: string | RegExp): Promise<void> {
  const go = await within(await screen.findByRole(role)).findByRole('button', { name });
  await waitFor(() => expect(go).not.toHaveAttribute('aria-disabled'));
  await user.click(go);
}

async function consent(page: OpenPage, open: string, go: string | RegExp): Promise<void> {
  await page.user.click(await screen.findByRole('button', { name: open }));
  await page.user.click(await screen.findByRole('radio', { name: 'Olivia Owner' }));
  await page.user.click(button('Continue'));
  await page.user.click(await screen.findByRole('checkbox', { name: /^I agree/ }));
  await confirm(page, 'dialog', go);
}

async function add(page: OpenPage): Promise<void> {
  await page.user.click(button('Add optional features to Practice Core'));
  await page.user.click(await screen.findByRole('checkbox', { name: 'Appointment reminders' }));
  await confirm(page, 'dialog', /^Add \d feature/);
}

/** One change per kind of dialog. All use `useChange`. */
const changes: [string, Call, (page: OpenPage) => Promise<void>][] = [
  ['adding features', addSubscriptionItems, add],
  ['starting a plan', startSubscription, (page) => consent(page, 'Subscribe: Growth', /^Start Subscription/)],
  [
    'canceling a trial',
    cancelTrial,
    async (page) => {
      await page.user.click(await screen.findByRole('button', { name: 'Cancel Trial: Trialed' }));
      await confirm(page, 'dialog', 'Cancel Trial');
    },
  ],
];

function serveAll(): BillingServer {
  return serve({
    plans: [aPlan(), aPlan({ id: 'price_trialed', name: 'Trialed', active_trial: trial })],
  });
}

const noDialog = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

describe('a change blocked because a similar one is being confirmed', () => {
  it.each(changes)('closes its dialog and is polled on the page: %s', async (_, call, make) => {
    const billing = serveAll();
    billing.request = { state: 'processing', message: WHAT, requested_at: 1 };
    server.use(answer(call, blocked));
    const page = await openPlans(superAdmin);
    billing.summary = confirming;
    await make(page);
    await noDialog();
    expect(await screen.findByText(BANNER)).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'info', message: WHAT });
  });
});

describe('a change whose response is lost', () => {
  it('closes its dialog and is followed on the page', async () => {
    const billing = serve();
    billing.request = { state: 'processing', message: WHAT, requested_at: 1 };
    server.use(answer(addSubscriptionItems, connectionFailure));
    const page = await openPlans();
    billing.summary = confirming;
    await add(page);
    await noDialog();
    expect(await screen.findByText(BANNER)).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'info', message: 'The payment provider is confirming this change.' });
    expect(screen.queryByText(/twice|Try again|Trying again/)).toBeNull();
  });

  it('keeps its dialog open with the reason when nothing was changed', async () => {
    serve();
    const reason = 'The payment provider isn’t responding, so nothing was changed. Try again.';
    server.use(answer(addSubscriptionItems, () => errorReply(502, 'provider_unavailable', reason)));
    const page = await openPlans();
    await add(page);
    expect(await within(screen.getByRole('dialog')).findByText(reason)).toBeVisible();
  });
});

describe('while a change is being confirmed', () => {
  it('disables similar actions with the server’s reason, even after a reload', async () => {
    const offer = anOffer({ reason: WHAT, trial: { ...anOffer().trial, offered: false, reason: WHAT } });
    const actions = { remove: refused(WHAT), undo_removal: refused(WHAT) };
    const billing = serve({
      summary: {
        ...confirming,
        subscriptions: [
          aSubscription({
            items: [anItem(), { ...smsItem, actions }],
            actions: {
              add_features: refused(WHAT),
              switch_plan: refused(WHAT),
              cancel: refused(WHAT),
              change_card: refused(WHAT),
            },
          }),
        ],
      },
      plans: [
        aPlan({ offer }),
        aPlan({ id: 'price_trialed', name: 'Trialed', active_trial: { ...trial, cancel: refused(WHAT) } }),
      ],
    });
    billing.request = { state: 'processing', message: WHAT, requested_at: 1 };
    const { user } = await openPlans(superAdmin);
    expect(await screen.findByText(BANNER)).toBeVisible();
    for (const name of [
      'Add optional features to Practice Core',
      'Switch plan of Practice Core',
      'Cancel subscription Practice Core',
      'Change card of Practice Core',
      'Remove Two-way SMS',
      'Subscribe: Growth',
      'Cancel Trial: Trialed',
    ]) {
      const action = await screen.findByRole('button', { name });
      expect(action).toHaveAccessibleDescription(WHAT);
      await user.click(action);
      expect(screen.queryByRole('dialog')).toBeNull();
    }
    expect(card('Growth').queryByRole('button', { name: /^Try/ })).toBeNull();
    expect(card('Growth').getByText(WHAT, { ignore: '[hidden]' })).toBeVisible();
  });

  it('reports the outcome of a change that is no longer listed as pending', async () => {
    const billing = serve({ summary: confirming });
    billing.request = { state: 'processing', message: WHAT, requested_at: 1 };
    const page = await openPlans();
    await screen.findByText(BANNER);
    billing.summary = aSummary({ revision: '2' });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(billing.reads.summary).toBe(2));
    billing.request = { state: 'failed', message: 'Your card was declined.', requested_at: 1 };
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'error', message: 'Your card was declined.' }), {
      timeout: 5000,
    });
    expect(screen.queryByText(BANNER)).toBeNull();
  });

  const setTimeoutOfPage = globalThis.setTimeout;
  afterEach(() => {
    globalThis.setTimeout = setTimeoutOfPage;
  });

  it('still names the pending change after a minute and polls it', async () => {
    const held: { run: () => void; delay: number }[] = [];
    // The remaining time to the next late poll: anything between the two intervals.
    const isLatePoll = (delay: number) => delay > POLL_INTERVAL_MS && delay <= LATE_POLL_INTERVAL_MS;
    const isMinute = (delay: number) => delay === MAX_POLL_MS;
    // Not a mock, because Testing Library treats a mock as fake timers and then doesn't wait for responses.
    const hold = (run: () => void, delay = 0) =>
      isLatePoll(delay) || isMinute(delay) ? held.push({ run, delay }) : setTimeoutOfPage(run, delay);
    globalThis.setTimeout = hold as typeof setTimeout;
    const passes = async (isDue: (delay: number) => boolean): Promise<void> => {
      await waitFor(() => expect(held.some(({ delay }) => isDue(delay))).toBe(true));
      act(() => held.filter(({ delay }) => isDue(delay)).forEach(({ run }) => run()));
    };
    const billing = serve({ summary: confirming });
    billing.request = { state: 'processing', message: WHAT, requested_at: 1 };
    const page = await openPlans();
    await screen.findByText(BANNER);
    await passes(isMinute);
    expect(
      await screen.findByText(`${WHAT} You don’t need to do anything. This page updates automatically.`),
    ).toBeVisible();
    expect(button('Check again')).toBeVisible();
    billing.request = { state: 'succeeded', message: 'Growth started', requested_at: 1 };
    await passes(isLatePoll);
    await waitFor(() => expect(toast(page)).toEqual({ severity: 'success', message: 'Growth started' }));
    await waitFor(() => expect(screen.queryByText(/This page updates automatically/)).toBeNull());
  });

  it('stops polling a change that the server no longer knows', async () => {
    serve({ summary: confirming });
    server.use(answer(readBillingRequest, () => errorReply(404, 'not_found', 'This change no longer exists.')));
    const { shell } = await openPlans();
    await waitFor(() => expect(screen.queryByText(BANNER)).toBeNull());
    expect(shell.notifications).toEqual([]);
  });
});

describe('a payment of open invoices', () => {
  const late = { invoice_id: 'in_late', number: 'BSD-0009', amount_due: 20_800, currency: 'usd' };

  async function pay(broken: Parameters<typeof answer>[1]): Promise<OpenPage & { billing: BillingServer }> {
    const billing = serve({ openInvoices: [late], charges: upcomingCharges({ overdue: [anOverdue()] }) });
    billing.request = { state: 'processing', message: WHAT, requested_at: 1 };
    server.use(answer(payOpenInvoices, broken as never));
    const page = await openPage(METHODS);
    await page.user.click(await screen.findByRole('button', { name: 'Pay $208.00 now for Olivia Owner' }));
    billing.summary = confirming;
    await confirm(page, 'dialog', 'Pay $208.00 now');
    return { ...page, billing };
  }

  it.each([
    ['its like is being confirmed', blocked, WHAT],
    ['its answer is lost', connectionFailure, 'The payment provider is confirming this payment.'],
  ])('closes its dialog and is polled on the page when %s', async (_, broken, words) => {
    const page = await pay(broken);
    await noDialog();
    expect(await screen.findByText(BANNER)).toBeVisible();
    expect(toast(page)).toEqual({ severity: 'info', message: words });
  });

  it('isn’t reported as declined while the provider still processes it', async () => {
    const billing = serve({ openInvoices: [late], charges: upcomingCharges({ overdue: [anOverdue()] }) });
    billing.paymentAnswer = {
      status: 'partial',
      message: '',
      results: [{ ...late, amount: 20_800, paid: false, problem: null, being_confirmed: true }],
    };
    const page = await openPage(METHODS);
    await page.user.click(await screen.findByRole('button', { name: 'Pay $208.00 now for Olivia Owner' }));
    await confirm(page, 'dialog', 'Pay $208.00 now');
    await noDialog();
    expect(toast(page)).toEqual({ severity: 'info', message: 'The payment provider is confirming this payment.' });
  });

  it('is blocked with the server’s reason while an earlier one is being confirmed', async () => {
    const billing = serve({ openInvoices: [late], charges: upcomingCharges({ overdue: [anOverdue()] }) });
    billing.payment = refused(WHAT);
    billing.cards.set('cus_olivia', [aCard()]);
    const page = await openPage(METHODS);
    await page.user.click(await screen.findByRole('button', { name: 'Pay $208.00 now for Olivia Owner' }));
    const go = await screen.findByRole('button', { name: 'Pay $208.00 now' });
    await waitFor(() => expect(go).toHaveAccessibleDescription(WHAT));
    billing.payment = allowed;
    await waitFor(() => expect(go).not.toHaveAttribute('aria-disabled'), { timeout: 5000 });
  });
});

describe('a new customer', () => {
  it('is listed once confirmed and not created twice before that', async () => {
    const billing = serve({ customers: [] });
    const page = await openPlans();
    await page.user.click(await screen.findByRole('button', { name: 'Subscribe: Growth' }));
    server.use(answer(createCustomer, blocked, { once: true }));
    const create = await screen.findByRole('button', { name: 'Create Customer' });
    billing.creating = refused('Creating Olivia Owner is being confirmed.');
    await page.user.click(create);
    await waitFor(() => expect(create).toHaveAccessibleDescription('Creating Olivia Owner is being confirmed.'));
    expect(screen.getByText(WHAT)).toBeVisible();
    billing.creating = allowed;
    await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled'), { timeout: 5000 });
  });
});
