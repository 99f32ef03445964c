import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { listPracticeFeatures } from 'shared-api/contracts';
import { answer, refusal, silence } from 'shared-api/testing';
import { faultsIn } from 'shared-ui/testing';
import { button, network, openRoute, withNetwork } from '../testing/open-route';
import { begin, openPractices, pick, ROUTE, serve, tick } from './testing/open-practices';
import { someRecords } from './testing/practice-records';

withNetwork();

const faults = (): Promise<string[]> => act(() => faultsIn());

it('loading', async () => {
  serve();
  network.use(answer(listPracticeFeatures, silence));
  await openRoute(ROUTE, '?search=never+answered');
  expect(await faults()).toEqual([]);
});

it('failed', async () => {
  serve();
  network.use(answer(listPracticeFeatures, () => refusal(500, 'broken', 'No')));
  await openRoute(ROUTE);
  await screen.findByRole('alert');
  expect(await faults()).toEqual([]);
});

it('nothing found', async () => {
  serve();
  await openPractices('?search=zebra');
  await screen.findByText('No practices found matching your criteria.');
  expect(await faults()).toEqual([]);
});

it('practices, a selection that is shown, and all chips of one', async () => {
  const server = serve();
  server.records = someRecords(12);
  const { user } = await openPractices();
  await user.click(tick('Select Bright Smiles Dental'));
  await user.click(button('Show which'));
  await user.click(button('Show all 14 features'));
  expect(await faults()).toEqual([]);
  await user.click(screen.getAllByRole('button', { name: /^\+\d/ })[0] as HTMLElement);
  await screen.findByRole('dialog');
  expect(await faults()).toEqual([]);
});

it('a bulk change: its list, its effect and its result', async () => {
  const server = serve();
  server.failing.set(2, 'Not now.');
  const page = await openPractices();
  await page.user.click(tick('Select Practice 1'));
  await page.user.click(tick('Select Practice 2'));
  await begin(page, 'Add…', 'Bundles');
  await screen.findByRole('checkbox', { name: 'Phones' });
  expect(await faults()).toEqual([]);
  await pick(page, 'Phones');
  await screen.findByRole('button', { name: 'Change 2 practices' });
  expect(await faults()).toEqual([]);
  await page.user.click(button('Change 2 practices'));
  await screen.findByRole('region', { name: /^Result/ });
  expect(await faults()).toEqual([]);
});

it('a job', async () => {
  const server = serve(60);
  server.small = 10;
  server.pace = 5;
  const page = await openPractices();
  await page.user.click(button('Select all 60 practices'));
  await begin(page, 'Add…', 'Bundles');
  await pick(page, 'Phones');
  await page.user.click(await screen.findByRole('button', { name: 'Change 60 practices' }));
  await screen.findByRole('progressbar');
  await page.user.click(button('Stop'));
  await screen.findByText('Stopped');
  expect(await faults()).toEqual([]);
});

it('the dialog of one practice, with a change', async () => {
  serve();
  const { user } = await openPractices();
  await user.click(button('Edit Practice 5'));
  await user.click(await screen.findByRole('checkbox', { name: 'Recall SMS' }));
  await screen.findByText('Gained');
  expect(await faults()).toEqual([]);
});
