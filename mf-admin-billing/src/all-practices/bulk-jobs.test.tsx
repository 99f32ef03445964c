import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { readBulkJob } from 'shared-api/contracts';
import { answer, noConnection } from 'shared-api/testing';
import { button, closeRoute, network, type OpenRoute, region, toasts, withNetwork } from '../testing/open-route';
import { begin, openPractices, pick, ROUTE, serve } from './testing/open-practices';
import type { PracticesServer } from './testing/practices-server';

withNetwork();

/** Adds Phones to all practices, which is a job. */
async function started(server: PracticesServer, practices = 24): Promise<OpenRoute> {
  server.small = 5;
  const page = await openPractices();
  await page.user.click(button(`Select all ${practices} practices`));
  await begin(page, 'Add…', 'Bundles');
  await pick(page, 'Phones');
  await page.user.click(await screen.findByRole('button', { name: `Change ${practices} practices` }));
  await screen.findByRole('progressbar');
  return page;
}

const progress = (): number => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));

describe('a change of many', () => {
  it('is a job that is watched to its end, and is in the address', async () => {
    const server = serve(240);
    server.pace = 120;
    const page = await started(server, 240);
    expect(page.address()).toBe(`${ROUTE}?job=${server.job?.job_id}`);
    expect(server.bulk.map(({ body }) => body)).toEqual([
      { action: 'add', type: 'bundle', items: ['phones'], filter: {} },
    ]);
    expect(await screen.findByText('240 of 240 practices')).toBeVisible();
    expect(screen.getByText('240 changed, 0 unchanged, 0 failed')).toBeVisible();
    expect(toasts(page)).toEqual(['success: Successfully added bundles']);
    expect(screen.getByText('The first 100 of 240 are listed.')).toBeVisible();
    await page.user.click(button('Show more of the 240'));
    await waitFor(() => expect(screen.queryByText(/are listed/)).toBeNull());
    await page.user.click(region('Result: added bundles').getByRole('button', { name: 'Close' }));
    expect(page.address()).toBe(ROUTE);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('is stopped, and goes on where it stopped', async () => {
    const server = serve(24);
    server.pace = 1;
    const page = await started(server);
    await page.user.click(button('Stop'));
    expect(await screen.findByText('Stopped')).toBeVisible();
    const done = progress();
    expect(done).toBeLessThan(24);
    expect(toasts(page)).toEqual([]);
    server.pace = 24;
    await page.user.click(button('Resume'));
    await waitFor(() => expect(progress()).toBe(24));
    expect(await screen.findByText('Done')).toBeVisible();
    expect(toasts(page)).toEqual(['success: Successfully added bundles']);
  });

  it('tries the failed ones again', async () => {
    const server = serve(24);
    server.pace = 24;
    server.failing.set(7, 'Not now.');
    server.failing.set(9, 'Not now.');
    const page = await started(server);
    const retry = await screen.findByRole('button', { name: 'Retry the 2 failed' });
    server.failing.clear();
    await page.user.click(retry);
    expect(await screen.findByText('24 changed, 0 unchanged, 0 failed')).toBeVisible();
    expect(toasts(page)).toEqual([
      'warning: Failed to add bundles (2 of 24 practices)',
      'success: Successfully added bundles',
    ]);
  });

  it('is found again when the page is loaded anew, and its old end is not told twice', async () => {
    const server = serve(24);
    server.pace = 24;
    await started(server);
    await screen.findByText('Done');
    await closeRoute();
    const again = await openPractices(`?job=${server.job?.job_id}`);
    expect(await screen.findByText('24 of 24 practices')).toBeVisible();
    expect(toasts(again)).toEqual([]);
  });

  it('that cannot be read just now goes on, which is said', async () => {
    const server = serve(24);
    server.pace = 1;
    await started(server);
    network.use(answer(readBulkJob, noConnection));
    expect(await screen.findByText(/It goes on, and is asked for again/)).toBeVisible();
    server.pace = 24;
    network.use(...server.handlers());
    expect(await screen.findByText('Done')).toBeVisible();
    expect(screen.queryByText(/asked for again/)).toBeNull();
  });
});

it('an address of a change that is not known says so, and lets it go', async () => {
  serve();
  const page = await openPractices('?job=0198a000-0000-7000-8000-00000000dead');
  expect(await screen.findByText('This bulk change is not known any more')).toBeVisible();
  await page.user.click(button('Close'));
  expect(page.address()).toBe(ROUTE);
});
