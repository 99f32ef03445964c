import './testing/short-pages';
import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { listPracticeFeatures } from 'shared-api/contracts';
import { answer, errorReply, neverAnswer } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { button, network, openRoute, withNetwork } from '../testing/open-route';
import {
  openBulkDialog,
  openPractices,
  chooseAndContinue,
  ROUTE,
  serve,
  shownPractices,
  checkbox,
} from './testing/open-practices';
import { someRecords } from './testing/practice-records';

withNetwork();

const faults = (): Promise<string[]> => act(() => accessibilityViolations());

it('has no accessibility violations while loading', async () => {
  serve();
  network.use(answer(listPracticeFeatures, neverAnswer));
  await openRoute(ROUTE, '?search=never+answered');
  expect(await faults()).toEqual([]);
});

it('has no accessibility violations when loading failed', async () => {
  serve();
  network.use(answer(listPracticeFeatures, () => errorReply(500, 'broken', 'No')));
  await openRoute(ROUTE);
  await screen.findByRole('alert');
  expect(await faults()).toEqual([]);
});

it('has no accessibility violations when nothing is found', async () => {
  serve();
  await openPractices('?search=zebra');
  await screen.findByText('No practices found matching your criteria.');
  expect(await faults()).toEqual([]);
});

it('has no accessibility violations with a shown selection and all chips of a practice', async () => {
  const server = serve();
  server.records = someRecords(12);
  server.insiders = [1];
  const { user } = await openPractices('?state=past_due&sort=number');
  expect(await faults()).toEqual([]);
  await user.click(button('Clear filters'));
  await shownPractices();
  await user.click(checkbox('Select Bright Smiles Dental'));
  await user.click(button('Show which'));
  await user.click(button('Show all 14 features'));
  expect(await faults()).toEqual([]);
  await user.click(screen.getAllByRole('button', { name: /^\d+\. All/ })[0] as HTMLElement);
  await screen.findByRole('dialog');
  expect(await faults()).toEqual([]);
});

it('has no accessibility violations in a bulk change: its list, effect and result', async () => {
  const server = serve();
  server.failing.set(2, 'Not now.');
  const page = await openPractices();
  await page.user.click(checkbox('Select Practice 1'));
  await page.user.click(checkbox('Select Practice 2'));
  await openBulkDialog(page, 'Add…', 'Bundles');
  await screen.findByRole('checkbox', { name: 'Phones' });
  expect(await faults()).toEqual([]);
  await chooseAndContinue(page, 'Phones');
  await screen.findByRole('button', { name: 'Change 2 practices' });
  expect(await faults()).toEqual([]);
  await page.user.click(button('Change 2 practices'));
  await screen.findByRole('region', { name: /^Result/ });
  expect(await faults()).toEqual([]);
});

it('has no accessibility violations in a bulk job that runs or is stopped', async () => {
  const server = serve(12);
  server.syncLimit = 10;
  server.batchSize = 1;
  const page = await openPractices();
  await page.user.click(button('Select all 12 practices'));
  await openBulkDialog(page, 'Add…', 'Bundles');
  await chooseAndContinue(page, 'Phones');
  await page.user.click(await screen.findByRole('button', { name: 'Change 12 practices' }));
  await screen.findByRole('progressbar');
  // However slow the click is, the job isn't done before it.
  server.batchSize = 0;
  await page.user.click(button('Stop'));
  await screen.findByText('Stopped');
  expect(await faults()).toEqual([]);
});

it('has no accessibility violations with excluded practices', async () => {
  serve(11);
  const page = await openPractices();
  await page.user.click(button('Select all 11 practices'));
  await page.user.click(checkbox('Select Practice 3'));
  await page.user.click(button('Show the 1 excluded'));
  const bar = screen.getByRole('group', { name: 'Selection' });
  expect(await act(() => accessibilityViolations(bar))).toEqual([]);
});

it('has no accessibility violations in the warning before bundles are removed', async () => {
  serve();
  const page = await openPractices();
  await page.user.click(checkbox('Select Practice 3'));
  await openBulkDialog(page, 'Remove…', 'Bundles');
  await chooseAndContinue(page, 'Core 2025');
  await screen.findByRole('button', { name: 'Change 1 practice' });
  expect(await faults()).toEqual([]);
});

it('has no accessibility violations in the confirmation of a removed bundle', async () => {
  serve();
  const { user } = await openPractices();
  await user.click(button('Edit Practice 5'));
  await user.click(await screen.findByRole('checkbox', { name: 'Core 2025' }));
  await waitFor(() => expect(button('Save 1 change')).not.toHaveAttribute('aria-disabled'));
  await user.click(button('Save 1 change'));
  await screen.findByRole('alertdialog', { name: 'Save Changes' });
  expect(await faults()).toEqual([]);
});

it('has no accessibility violations in the dialog of one practice with a change', async () => {
  serve();
  const { user } = await openPractices();
  await user.click(button('Edit Practice 5'));
  await user.click(await screen.findByRole('checkbox', { name: 'Recall SMS' }));
  await screen.findByText('Gained');
  expect(await faults()).toEqual([]);
});
