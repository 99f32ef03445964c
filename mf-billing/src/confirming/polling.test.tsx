import { describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { aPlan, aSubscription, aSummary, noon } from '../testing/builders';
import { button, openPlans, serve, stopClock, waitUntil, withServer, type OpenPage } from '../testing/open-page';
import type { BillingServer } from '../testing/billing-server';

withServer();

describe('while the provider’s confirmation is missing', () => {
  /** Cancels a trial with the clock stopped. */
  async function waitForConfirmation(): Promise<{ page: OpenPage; billing: BillingServer }> {
    const trial = { id: 'sub_trial', trial_start: 1, trial_end: noon('2026-11-29'), days_left: 9 };
    const billing = serve({ plans: [aPlan({ active_trial: trial })] });
    const page = await openPlans();
    await screen.findByRole('button', { name: 'Cancel Trial: Growth' });
    stopClock();
    billing.outcome = { status: 'confirming', message: '' };
    billing.summary = aSummary({ confirming: true });
    act(() => button('Cancel Trial: Growth').click());
    await waitUntil(() => !button('Cancel Trial').hasAttribute('aria-disabled'));
    act(() => button('Cancel Trial').click());
    await waitUntil(() => screen.queryByText(/is being confirmed by the payment provider/) !== null);
    return { page, billing };
  }

  it('polls every two seconds and informs other modules after the confirmation', async () => {
    const { page, billing } = await waitForConfirmation();
    const { plans } = billing.reads;
    billing.summary = aSummary({ subscriptions: [aSubscription({ plan_name: 'Changed' })] });
    act(() => jest.advanceTimersByTime(2100));
    await waitUntil(() => screen.queryByText('Changed') !== null);
    expect(screen.queryByText(/is being confirmed by the payment provider/)).toBeNull();
    await waitUntil(() => page.shell.published.length === 2);
    await waitUntil(() => billing.reads.plans > plans);
  });

  it('stops polling after a minute and offers to check again', async () => {
    const { billing } = await waitForConfirmation();
    act(() => jest.advanceTimersByTime(60_000));
    await waitUntil(() => screen.queryByText('Check again') !== null);
    billing.summary = aSummary();
    act(() => screen.getByText('Check again').click());
    await waitUntil(() => screen.queryByText('Check again') === null);
  });
});
