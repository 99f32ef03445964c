import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { readFeatureSummary } from 'shared-api/contracts';
import { answer, neverAnswer } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import {
  aCustomer,
  anOffer,
  anOverdue,
  aPlan,
  aSchedule,
  aSubscription,
  aSummary,
  aWithheld,
  cardless,
  noon,
  superAdmin,
  upcomingCharges,
} from './testing/builders';
import {
  button,
  HISTORY,
  METHODS,
  openPage,
  openPlans,
  PLANS,
  serve,
  server,
  setNarrow,
  withServer,
} from './testing/open-page';

withServer();

it('has no accessibility violations while it loads', async () => {
  serve();
  server.use(answer(readFeatureSummary, neverAnswer));
  await openPage(PLANS);
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations on subscriptions with a schedule and a payment issue', async () => {
  const late = aSubscription({
    id: 'sub_late',
    plan_name: 'Voice',
    status: 'past_due',
    payment_url: 'https://pay.example/1',
  });
  serve({
    summary: aSummary({
      subscriptions: [aSubscription(), aSchedule(), late],
      dashboard_url: 'https://dashboard.example',
    }),
  });
  const { user } = await openPlans(superAdmin);
  await user.click(button(/^Scheduled Changes/));
  await screen.findByRole('article', { name: 'Growth' });
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations in the add-ons dialog with automatic changes and a price', async () => {
  serve();
  const { user } = await openPlans();
  await user.click(button('Add optional features to Practice Core'));
  await user.click(await screen.findByRole('checkbox', { name: 'Appointment reminders' }));
  await screen.findByText('Charged today');
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations in a new subscription with an unavailable customer', async () => {
  serve({ customers: [aCustomer(), cardless] });
  const { user } = await openPlans(superAdmin);
  await user.click(button('New Subscription'));
  await screen.findByRole('radio', { name: 'Noah New' });
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations in the form of a new customer', async () => {
  serve({ customers: [] });
  const { user } = await openPlans();
  await user.click(await screen.findByRole('button', { name: 'Subscribe: Growth' }));
  await screen.findByRole('textbox', { name: 'First name' });
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations on cards and the form of a new card', async () => {
  serve();
  const { user } = await openPage(METHODS);
  await user.click(await screen.findByRole('button', { name: 'Add Payment Method for Olivia Owner' }));
  await screen.findByRole('textbox', { name: 'Card number' });
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations on the payment history', async () => {
  serve();
  await openPage(HISTORY);
  await screen.findByText('BSD-0001');
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations on invoices on a narrow screen', async () => {
  setNarrow(true);
  serve();
  await openPage(HISTORY);
  await screen.findByRole('listitem', { name: 'BSD-0001' });
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations with charges as a table, problems and withheld features', async () => {
  const problem = { customer_id: 'cus_new', name: 'Noah New', message: 'Not now' };
  const end = { date: noon('2026-12-01'), subscription: { id: 'sub_core', name: 'Practice Core' }, item: 'SMS' };
  serve({
    charges: upcomingCharges({ problems: [problem], ends: [end], overdue: [anOverdue()] }),
    summary: aSummary({ withheld: [aWithheld()] }),
  });
  const { user } = await openPlans();
  await screen.findByRole('group', { name: 'Charges by month' });
  expect(await accessibilityViolations()).toEqual([]);
  await user.click(button('Show as table'));
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations in the dialog that pays open invoices', async () => {
  serve({
    charges: upcomingCharges({ overdue: [anOverdue()] }),
    openInvoices: [{ invoice_id: 'in_late', number: 'BSD-0009', amount_due: 20_800, currency: 'usd' }],
  });
  const { user } = await openPlans();
  await user.click(await screen.findByRole('button', { name: 'Pay $208.00 now for Olivia Owner' }));
  await screen.findByRole('radio', { name: 'Visa ending 4242' });
  expect(await accessibilityViolations()).toEqual([]);
});

it('has no accessibility violations in the dialog that switches a plan', async () => {
  const offer = anOffer({ switch_from: [{ subscription_id: 'sub_core', plan_name: 'Practice Core' }] });
  serve({ plans: [aPlan({ offer })] });
  const { user } = await openPlans();
  await user.click(button('Switch plan of Practice Core'));
  await user.click(await screen.findByRole('radio', { name: 'Growth' }));
  await screen.findByText('Charged today');
  expect(await accessibilityViolations()).toEqual([]);
});
