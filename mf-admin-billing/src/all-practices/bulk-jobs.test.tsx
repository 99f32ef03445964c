import './testing/short-pages';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { readBulkJob } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { button, closeRoute, network, type OpenRoute, region, toasts, withNetwork } from '../testing/open-route';
import { openBulkDialog, openPractices, chooseAndContinue, ROUTE, serve } from './testing/open-practices';
import type { PracticesServer } from './testing/practices-server';

withNetwork();

/** Adds Phones to all practices, which is a job. */
async function started(server: PracticesServer, practices = 24): Promise<OpenRoute> {
  server.syncLimit = 5;
  const page = await openPractices();
  await page.user.click(button(`Select all ${practices} practices`));
  await openBulkDialog(page, 'Add…', 'Bundles');
  await chooseAndContinue(page, 'Phones');
  await page.user.click(await screen.findByRole('button', { name: `Change ${practices} practices` }));
  await screen.findByRole('progressbar');
  return page;
}

const progress = (): number => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));

describe('a bulk job', () => {
  it('shows progress to the end and keeps the job in the URL', async () => {
    const server = serve(101);
    server.batchSize = 51;
    const page = await started(server, 101);
    expect(page.address()).toBe(`${ROUTE}?job=${server.job?.job_id}`);
    expect(server.bulkCalls.map(({ body }) => body)).toEqual([
      { action: 'add', type: 'bundle', items: ['phones'], filter: {} },
    ]);
    expect(await screen.findByText('101 of 101 practices')).toBeVisible();
    expect(screen.getByText('101 changed, 0 unchanged, 0 failed')).toBeVisible();
    expect(toasts(page)).toEqual(['success: Successfully added bundles']);
    expect(screen.getByText('Showing the first 100 of 101.')).toBeVisible();
    await page.user.click(button('Show more of the 101'));
    await waitFor(() => expect(screen.queryByText(/^Showing the first/)).toBeNull());
    expect(region('Result: added bundles').getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      `/api/features/bulk_update/${server.job?.job_id}/export/`,
    );
    await page.user.click(region('Result: added bundles').getByRole('button', { name: 'Close' }));
    expect(page.address()).toBe(ROUTE);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('stops, and resumes where it stopped', async () => {
    const server = serve(24);
    server.batchSize = 1;
    const page = await started(server);
    // The job can't finish before the click, no matter how slow it is.
    server.batchSize = 0;
    await page.user.click(button('Stop'));
    expect(await screen.findByText('Stopped')).toBeVisible();
    const done = progress();
    expect(done).toBeLessThan(24);
    expect(toasts(page)).toEqual([]);
    expect(await accessibilityViolations()).toEqual([]);
    server.batchSize = 24;
    await page.user.click(button('Resume'));
    await waitFor(() => expect(progress()).toBe(24));
    expect(await screen.findByText('Done')).toBeVisible();
    expect(toasts(page)).toEqual(['success: Successfully added bundles']);
  });

  it('retries the failed practices', async () => {
    const server = serve(24);
    server.batchSize = 24;
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

  it("finds the job again after a reload and doesn't repeat the toast of its end", async () => {
    const server = serve(24);
    server.batchSize = 24;
    await started(server);
    await screen.findByText('Done');
    await closeRoute();
    const again = await openPractices(`?job=${server.job?.job_id}`);
    expect(await screen.findByText('24 of 24 practices')).toBeVisible();
    expect(toasts(again)).toEqual([]);
  });

  it("explains that the job continues while it can't be read", async () => {
    const server = serve(24);
    server.batchSize = 1;
    await started(server);
    server.batchSize = 0;
    network.use(answer(readBulkJob, connectionFailure));
    expect(await screen.findByText(/The change continues, and this page keeps checking/)).toBeVisible();
    server.batchSize = 24;
    network.use(...server.handlers());
    expect(await screen.findByText('Done')).toBeVisible();
    expect(screen.queryByText(/keeps checking/)).toBeNull();
  });
});

it('reports an unknown job in the URL and closes it', async () => {
  serve();
  const page = await openPractices('?job=0198a000-0000-7000-8000-00000000dead');
  expect(await screen.findByText('This bulk change no longer exists')).toBeVisible();
  await page.user.click(button('Close'));
  expect(page.address()).toBe(ROUTE);
});

it('names the call that the server doesn’t implement instead of reporting an unknown job', async () => {
  serve();
  network.use(answer(readBulkJob, () => errorReply(404, 'unknown_call', 'Unknown')));
  await openPractices('?job=0198a000-0000-7000-8000-00000000dead');
  expect(await screen.findByText(/^This console doesn’t serve readBulkJob/)).toBeVisible();
  expect(screen.queryByText('This bulk change no longer exists')).toBeNull();
});
