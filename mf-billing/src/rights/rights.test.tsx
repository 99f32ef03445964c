import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  type FeatureSummary,
  listAddOnOffers,
  listCustomers,
  listInvoices,
  listPaymentMethods,
  listTrialPlans,
  missingRight,
  readBillingRequest,
  readFeatureSummary,
  readInvoiceTotals,
  readUpcomingCharges,
  type TrialPlan,
} from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import {
  aDifference,
  anItem,
  anOffer,
  anOverdue,
  aPlan,
  aSchedule,
  aSubscription,
  aSummary,
  aWithheld,
  noon,
  refused,
  smsItem,
  trialUsed,
  upcomingCharges,
} from '../testing/builders';
import {
  button,
  card,
  HISTORY,
  METHODS,
  openWithRights,
  PLANS,
  region,
  serve,
  server,
  setNarrow,
  withServer,
} from '../testing/open-page';

withServer();

const reason = missingRight('billing');
const trialPlan = (): TrialPlan =>
  aPlan({
    id: 'plan_trial',
    name: 'On trial',
    active_trial: { id: 'sub_trial', days_left: 3, trial_start: noon('2026-11-17'), trial_end: noon('2026-12-01') },
  });

/** The response for a person without billing rights: amounts are 0, and actions are denied with the reason. */
function hiddenSummary(): FeatureSummary {
  const actions = { remove: refused(reason), undo_removal: refused() };
  const none = { amount: 0, customer_id: '', customer_name: null, payment_method: null };
  return aSummary({
    amounts_hidden: true,
    subscriptions: [
      aSubscription({
        ...none,
        needs_attention: true,
        items: [anItem({ amount: 0 }), { ...smsItem, amount: 0, actions }],
        actions: { add_features: refused(reason), switch_plan: refused(reason), cancel: refused(reason) },
      }),
      aSchedule({ ...none, scheduled_differences: [aDifference({ name: 'Reviews', amount_change: 0 })] }),
    ],
  });
}

/** Responds with 403 to each request that needs a missing right. Returns the names of the requests. */
function refuseCalls(): string[] {
  const calls: string[] = [];
  const refuse = (name: string) => {
    calls.push(name);
    return errorReply(403, 'forbidden', reason);
  };
  server.use(
    answer(readUpcomingCharges, () => refuse('readUpcomingCharges')),
    answer(listCustomers, () => refuse('listCustomers')),
    answer(listPaymentMethods, () => refuse('listPaymentMethods')),
    answer(listAddOnOffers, () => refuse('listAddOnOffers')),
    answer(listInvoices, () => refuse('listInvoices')),
    answer(readInvoiceTotals, () => refuse('readInvoiceTotals')),
    answer(readBillingRequest, () => refuse('readBillingRequest')),
  );
  return calls;
}

describe('when amounts are hidden and subscriptions are read-only', () => {
  async function open(): Promise<string[]> {
    serve();
    const calls = refuseCalls();
    server.use(
      answer(readFeatureSummary, () => reply(readFeatureSummary, hiddenSummary())),
      answer(listTrialPlans, () =>
        reply(listTrialPlans, {
          plans: [
            aPlan({
              amount: 0,
              offer: anOffer({ yearly_saving: 0, trial: { ...anOffer().trial, offered: false, reason } }),
            }),
            { ...trialPlan(), amount: 0 },
          ],
          amounts_hidden: true,
        }),
      ),
    );
    await openWithRights(PLANS, ['settings', 'hours']);
    await screen.findByRole('region', { name: 'Active Bundles' });
    await screen.findByRole('article', { name: 'Growth' });
    return calls;
  }

  it('shows what the practice uses but no amounts', async () => {
    await open();
    const subscription = card('Practice Core');
    expect(subscription.getByRole('list', { name: 'Items of Practice Core' })).toHaveTextContent('Two-way SMS');
    expect(subscription.getByRole('list', { name: 'What changes' })).toHaveTextContent(/^Reviews ends, Dec \d+, 2026$/);
    expect(screen.getByText('What this practice uses.')).toBeVisible();
    expect(document.body).not.toHaveTextContent('$');
    expect(document.body).not.toHaveTextContent('Paid by');
    expect(screen.queryByRole('region', { name: 'Charges' })).toBeNull();
    expect(screen.queryByText(/payment issue|past due/i)).toBeNull();
  });

  it('says once whom to ask, and on each button why it is disabled', async () => {
    await open();
    const notice =
      'You can see what this practice uses. To see amounts, or to change subscriptions and cards, ask an owner.';
    expect(screen.getAllByText(notice)).toHaveLength(1);
    for (const name of ['Try 14 Days Free: Growth', 'Cancel Trial: On trial']) {
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
      expect(button(name)).toHaveAccessibleDescription(reason);
    }
    expect(screen.queryByRole('button', { name: 'Subscribe: Growth' })).toBeNull();
  });

  it('collapses every subscription on a phone, even one whose payment failed', async () => {
    setNarrow(true);
    await open();
    expect(screen.queryByRole('article', { name: 'Practice Core' })).toBeNull();
    expect(button(/^Practice Core/)).toHaveAttribute('aria-expanded', 'false');
  });

  it('makes no call that needs a missing right', async () => {
    expect(await open()).toEqual([]);
    expect(await accessibilityViolations()).toEqual([]);
  });

  it.each([
    ['payment methods', METHODS, 'You can’t see the cards of this practice'],
    ['payment history', HISTORY, 'You can’t see the invoices of this practice'],
  ])('explains the missing right on the page of %s and makes no call', async (_, route, title) => {
    const calls = refuseCalls();
    await openWithRights(route, []);
    expect(screen.getByText(title)).toBeVisible();
    expect(screen.getByText('To see amounts, cards and invoices, ask an owner.')).toBeVisible();
    expect(calls).toEqual([]);
  });
});

describe('when amounts are visible and subscriptions are read-only', () => {
  const rights = ['billing.read'] as const;

  it('hides a trial that nobody can start now', async () => {
    const trial = { ...anOffer().trial, offered: false, reason };
    serve({
      plans: [
        aPlan({ offer: anOffer({ trial }) }),
        aPlan({ id: 'plan_unpaid', name: 'Voice', offer: anOffer({ trial, reason: 'Voice isn’t paid.' }) }),
      ],
    });
    await openWithRights(PLANS, rights);
    await screen.findByRole('article', { name: 'Voice' });
    expect(button('Try 14 Days Free: Growth')).toHaveAccessibleDescription(reason);
    expect(button('Subscribe: Voice')).toHaveAccessibleDescription(reason);
    expect(screen.queryByRole('button', { name: 'Try 14 Days Free: Voice' })).toBeNull();
  });

  it('doesn’t repeat a plan’s button text when its trials are used', async () => {
    const trial = { ...anOffer().trial, offered: false, reason };
    serve({ plans: [aPlan({ ...trialUsed, offer: anOffer({ trial }) })] });
    await openWithRights(PLANS, rights);
    await screen.findByRole('article', { name: 'Growth' });
    expect(button('Subscribe: Growth')).toHaveAccessibleDescription(reason);
    expect(card('Growth').getAllByText(reason)).toHaveLength(1);
  });

  it('shows amounts and charges, and disables every button that spends', async () => {
    const late = aSubscription({
      id: 'sub_late',
      plan_name: 'Voice',
      status: 'past_due',
      payment_url: 'https://pay.example/1',
    });
    const billing = serve({
      summary: aSummary({
        subscriptions: [aSubscription(), late],
        withheld: [aWithheld()],
        pending_requests: [{ id: 'r1', state: 'requires_action', message: '', requested_at: 1 }],
      }),
      plans: [aPlan(), trialPlan()],
      charges: upcomingCharges({ overdue: [anOverdue()] }),
    });
    await openWithRights(PLANS, rights);
    await screen.findByRole('article', { name: 'Growth' });
    expect(card('Practice Core').getAllByText(/\$450\.00/)[0]).toBeVisible();
    expect(
      screen.getByText(
        'You can see what this practice uses and pays. To change subscriptions and cards, ask an owner.',
      ),
    ).toBeVisible();
    for (const name of [
      'Try 14 Days Free: Growth',
      'Cancel Trial: On trial',
      'Restore Phones',
      'Confirm payment',
      'Don’t pay',
    ]) {
      expect(button(name)).toHaveAccessibleDescription(reason);
    }
    for (const pay of screen.getAllByRole('button', { name: /^Pay \$/ })) {
      expect(pay).toHaveAccessibleDescription(reason);
    }
    expect(billing.recordedCalls).toEqual([]);
  });

  it("doesn't poll a change that is being confirmed", async () => {
    const billing = serve({
      summary: aSummary({ pending_requests: [{ id: 'r1', state: 'processing', message: '', requested_at: 1 }] }),
    });
    await openWithRights(PLANS, rights);
    await waitFor(() => expect(screen.getByText(/A change is being confirmed/)).toBeVisible());
    expect(billing.reads.requests).toBe(0);
  });

  it('shows cards with disabled actions', async () => {
    serve();
    const { user } = await openWithRights(METHODS, rights);
    const list = await screen.findByRole('list', { name: 'Cards of Olivia Owner' });
    const remove = within(list).getByRole('button', { name: /^Remove/ });
    expect(remove).toHaveAccessibleDescription(reason);
    const add = region('Olivia Owner').getByRole('button', { name: /^Add/ });
    expect(add).toHaveAccessibleDescription(reason);
    await user.click(add);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the payment history', async () => {
    serve();
    await openWithRights(HISTORY, rights);
    expect(await screen.findByRole('grid', { name: 'Payment History' })).toBeVisible();
  });
});

describe('when the person may change subscriptions', () => {
  it('shows no notice and enables Subscribe', async () => {
    serve();
    await openWithRights(PLANS, ['billing.read', 'billing']);
    await screen.findByRole('article', { name: 'Growth' });
    expect(button('Subscribe: Growth')).not.toHaveAttribute('aria-disabled');
    expect(screen.queryByText(/ask an owner/i)).toBeNull();
  });
});
