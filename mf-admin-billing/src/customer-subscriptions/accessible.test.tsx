import { expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { listPracticeSubscriptions, listProductChanges, readPracticeFeatures } from 'shared-api/contracts';
import { answer, errorReply, neverAnswer } from 'shared-api/testing';
import { accessibilityViolations, dateField, typeDate } from 'shared-ui/testing';
import { aRecord, aWithheldFeature, FeaturesServer } from '../features-summary/testing/features-server';
import { aCustomer, anItem, aSchedule, aSubscription, mastercard, NORTH, PRACTICE } from './testing/builders';
import { button, HISTORY, network, openPage, openSubscriptions, serve, withNetwork } from './testing/open-page';
import { SubscriptionsServer } from './testing/subscriptions-server';

withNetwork();

const some = () =>
  new SubscriptionsServer([
    aCustomer({
      subscriptions: [
        aSubscription({ items: [anItem({ assigned_practices: [PRACTICE, NORTH], stop_date: 1_795_190_520 })] }),
        aSchedule({ items: [anItem({ id: 'later', assigned_practices: [PRACTICE] })] }),
        aSubscription({
          id: 'sub_free',
          items: [anItem({ id: 'si_free' }), anItem({ id: 'si_full', description: 'Voice', available_quantity: 0 })],
          payment_method_details: { id: 'pm_mc', card: mastercard },
        }),
        aSubscription({ id: 'sub_free_2', items: [anItem({ id: 'si_free_2' })] }),
      ],
    }),
  ]);

it('has no accessibility violations while loading', async () => {
  serve();
  network.use(answer(readPracticeFeatures, neverAnswer), answer(listPracticeSubscriptions, neverAnswer));
  await openPage();
  expect(await act(() => accessibilityViolations())).toEqual([]);
});

it('has no accessibility violations when loading failed', async () => {
  serve();
  network.use(
    answer(readPracticeFeatures, () => errorReply(500, 'broken', 'No')),
    answer(listPracticeSubscriptions, () => errorReply(500, 'broken', 'No')),
  );
  await openPage();
  await screen.findByText('Failed to load subscriptions. Please try again.');
  expect(await act(() => accessibilityViolations())).toEqual([]);
});

it('has no accessibility violations with changed features and an open scheduled change', async () => {
  serve({
    subscriptions: some(),
    features: new FeaturesServer(aRecord({ withheld: [aWithheldFeature('Call tracking')] })),
  });
  const { user } = await openSubscriptions();
  await user.click(button('Remove Core'));
  await user.click(button('Remove Team chat'));
  await typeDate(user, dateField('Snapshot Expiration'), '02');
  await user.click(await screen.findByRole('button', { name: /^Scheduled changes/ }));
  expect(await act(() => accessibilityViolations())).toEqual([]);
});

it('has no accessibility violations in the list of bundles', async () => {
  serve();
  const { user } = await openSubscriptions();
  await user.click(button('Choose Bundles'));
  await screen.findByRole('listbox', { name: 'Bundles' });
  expect(await act(() => accessibilityViolations())).toEqual([]);
});

it('has no accessibility violations in the save dialog and with conflicting versions', async () => {
  const { features } = serve();
  const { user } = await openSubscriptions();
  await user.click(button('Remove Core'));
  await user.click(button('Clear Baseline Date'));
  features.changeByOther({ baseline_date: '2026-06-06' });
  await user.click(button('Save Changes'));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(await act(() => accessibilityViolations())).toEqual([]);
  await dialog.findByRole('region', { name: 'Effect of this change' });
  await user.click(await dialog.findByRole('button', { name: 'Save Changes', description: '' }));
  await screen.findByRole('radio', { name: /^Keep yours/ });
  expect(await act(() => accessibilityViolations())).toEqual([]);
});

it('has no accessibility violations while attaching, with withheld features and a refusal', async () => {
  const { subscriptions } = serve({ subscriptions: some() });
  subscriptions.withheld = [aWithheldFeature('Recall list')];
  subscriptions.override = () => errorReply(409, 'already_assigned', 'Taken.', { practices: [NORTH] });
  const { user } = await openSubscriptions();
  await user.click(button('Search customers for Olivia Owner'));
  await user.click(await screen.findByRole('button', { name: 'Attach: sub_free' }));
  await user.click(button('Attach: sub_free_2'));
  await user.click(button('Save Selected Subscriptions'));
  await screen.findByText('Already assigned to:');
  await screen.findByRole('checkbox', { name: 'Also restore Recall list' });
  expect(await act(() => accessibilityViolations())).toEqual([]);
});

it('has no accessibility violations while removing without deactivating', async () => {
  serve({ subscriptions: some() });
  const { user } = await openSubscriptions();
  await user.click(await screen.findByRole('button', { name: 'Actions for Practice Core' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Deactivate features' }));
  await screen.findByRole('list', { name: 'Kept' });
  expect(await act(() => accessibilityViolations())).toEqual([]);
});

it('has no accessibility violations in the history with its filters and an open entry', async () => {
  serve();
  const { user } = await openPage(HISTORY);
  const [first] = await screen.findAllByRole('button', { name: /^Added Bundle/ });
  await user.click(first as HTMLElement);
  await user.click(button('Filters'));
  expect(await act(() => accessibilityViolations())).toEqual([]);
});

it('has no accessibility violations when the history failed to load', async () => {
  serve();
  network.use(answer(listProductChanges, () => errorReply(500, 'broken', 'No')));
  await openPage(HISTORY);
  await screen.findByRole('alert');
  expect(await act(() => accessibilityViolations())).toEqual([]);
});
