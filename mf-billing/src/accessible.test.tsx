import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { readFeatureSummary } from 'shared-api/contracts';
import { answer, silence } from 'shared-api/testing';
import { faultsIn } from 'shared-ui/testing';
import { aCustomer, aSchedule, aSubscription, aSummary, cardless, superAdmin } from './testing/builders';
import { button, HISTORY, METHODS, openPage, openPlans, PLANS, serve, server, withServer } from './testing/open-page';

withServer();

it('loading', async () => {
  serve();
  server.use(answer(readFeatureSummary, silence));
  await openPage(PLANS);
  expect(await faultsIn()).toEqual([]);
});

it('subscriptions for a super admin, with a scheduled change open and a payment issue', async () => {
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
  expect(await faultsIn()).toEqual([]);
});

it('add-ons with automatic changes and a price', async () => {
  serve();
  const { user } = await openPlans();
  await user.click(button('Add optional features to Practice Core'));
  await user.click(await screen.findByRole('checkbox', { name: 'Appointment reminders' }));
  await screen.findByText('Charged today');
  expect(await faultsIn()).toEqual([]);
});

it('a new subscription with a customer that cannot be chosen', async () => {
  serve({ customers: [aCustomer(), cardless] });
  const { user } = await openPlans(superAdmin);
  await user.click(button('New Subscription'));
  await screen.findByRole('radio', { name: 'Noah New' });
  expect(await faultsIn()).toEqual([]);
});

it('a new customer in the choice of customers', async () => {
  serve({ customers: [] });
  const { user } = await openPlans();
  await user.click(await screen.findByRole('button', { name: 'Subscribe: Growth' }));
  await screen.findByRole('textbox', { name: 'First name' });
  expect(await faultsIn()).toEqual([]);
});

it('cards, and the form of a new one', async () => {
  serve();
  const { user } = await openPage(METHODS);
  await user.click(await screen.findByRole('button', { name: 'Add Payment Method for Olivia Owner' }));
  await screen.findByRole('textbox', { name: 'Card number' });
  expect(await faultsIn()).toEqual([]);
});

it('payment history', async () => {
  serve();
  await openPage(HISTORY);
  await screen.findByText('BSD-0001');
  expect(await faultsIn()).toEqual([]);
});
