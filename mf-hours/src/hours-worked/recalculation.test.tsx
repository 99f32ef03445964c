import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { readHoursStatus, type Recalculation, recalculateHours } from 'shared-api/contracts';
import { answer, errorReply, reply } from 'shared-api/testing';
import { waitUntil } from 'shared-ui/testing/pages';
import { cell, goTo, KIM, openGrid, announcement, server, serveWorked, withWorkedServer } from './testing/open-worked';

withWorkedServer();

const aJob = (over: Partial<Recalculation>): Recalculation => ({
  state: 'running',
  percent: 40,
  requested_at: 1_795_000_000,
  requested_by: 'Olivia Owner',
  finished_at: null,
  message: null,
  ...over,
});

const recalculate = (): HTMLElement => screen.getByRole('button', { name: 'Recalculate' });

/** Opens the page with fake timers that the test can advance. Network responses still take real time. */
async function openAtRest() {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance'], advanceTimers: true });
  return openGrid();
}

const pass = (milliseconds: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(milliseconds));
/** In real time, because with a stopped clock `waitFor` and `find…` time out before a response arrives. */
const untilShown = (text: string): Promise<void> => waitUntil(() => screen.queryByText(text) !== null);
const kims = (): string => announcement(cell(KIM, 'Mon Nov 16', 'worked'));

it('starts and refetches the hours after 2 seconds', async () => {
  const hours = serveWorked();
  const { user, shell } = await openAtRest();
  await user.click(recalculate());
  await waitUntil(() => shell.notifications.length > 0);
  expect(shell.notifications).toEqual([{ severity: 'success', message: 'Provider hours recalculation started' }]);
  hours.original = () => 3600;
  await pass(2000);
  await waitUntil(() => kims() === '1.00');
});

it('shows the progress and refetches the hours when it is done', async () => {
  const hours = serveWorked();
  hours.recalculation = aJob({});
  await openAtRest();
  await untilShown('Recalculating: 40%');
  hours.recalculation = aJob({ percent: 80 });
  await pass(2100);
  await untilShown('Recalculating: 80%');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '80');
  hours.original = () => 7200;
  hours.recalculation = aJob({ state: 'done', percent: 100, finished_at: 1_795_000_060 });
  await pass(2100);
  await waitUntil(() => kims() === '2.00');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByText(/^Last recalculated .* by Olivia Owner$/)).toBeVisible();
});

it('shows that the recalculation failed, and why', async () => {
  const hours = serveWorked();
  hours.recalculation = aJob({ state: 'failed', message: 'The appointments could not be read.' });
  await openGrid();
  expect(screen.getByText('The last recalculation failed')).toBeVisible();
  expect(screen.getByText(/The appointments could not be read/)).toBeVisible();
});

it('shows the message for the documented time when the limit is reached', async () => {
  serveWorked();
  server.use(answer(recalculateHours, () => errorReply(429, 'too_many', 'Try again after 5 PM.')));
  const { user, shell } = await openGrid();
  await user.click(recalculate());
  const toast = { severity: 'error', message: 'Try again after 5 PM.', duration: 7000 };
  await waitFor(() => expect(shell.notifications).toEqual([toast]));
});

it('asks before recalculating with unsaved edits', async () => {
  const hours = serveWorked();
  const page = await openGrid();
  await goTo(page, KIM, 'Mon Nov 16', 'worked');
  await page.user.keyboard('9{Enter}');
  await page.user.click(recalculate());
  await page.user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(hours.recalculations).toBe(0);
  await page.user.click(recalculate());
  const [, confirm] = screen.getAllByRole('button', { name: 'Recalculate', hidden: true });
  await page.user.click(confirm as HTMLElement);
  await waitFor(() => expect(hours.recalculations).toBe(1));
  expect(kims()).toMatch(/^9.00/);
});

describe('automatic recalculation', () => {
  it('shows that hours are updating, then the new values', async () => {
    const hours = serveWorked();
    hours.updating = true;
    await openAtRest();
    await untilShown('Updating…');
    hours.original = () => 3600;
    hours.updating = false;
    hours.figures += 1;
    await pass(2100);
    await waitUntil(() => kims() === '1.00');
    expect(screen.queryByText('Updating…')).toBeNull();
  });

  it('shows new values while the page is open and keeps unsaved edits', async () => {
    const hours = serveWorked();
    const page = await openAtRest();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('9{Enter}');
    hours.original = () => 3600;
    hours.figures += 1;
    await pass(15_100);
    await waitUntil(() => kims().startsWith('9.00, Original 1.00'));
  });

  it('shows figures that changed between the first reads of the hours and their status', async () => {
    const hours = serveWorked();
    const changed = answer(
      readHoursStatus,
      async () => {
        await waitUntil(() => hours.reads.length > 0);
        hours.original = () => 3600;
        hours.figures += 1;
        return reply(readHoursStatus, hours.status());
      },
      { once: true },
    );
    server.use(changed);
    await openGrid();
    await waitUntil(() => kims() === '1.00');
  });

  it('rereads the hours only once if their status is outdated', async () => {
    const hours = serveWorked();
    let statuses = 0;
    const outdated = answer(readHoursStatus, () => {
      statuses += 1;
      return reply(readHoursStatus, { ...hours.status(), version: '0.0' });
    });
    server.use(outdated);
    await openAtRest();
    await waitUntil(() => hours.reads.length === 2);
    const before = statuses;
    await pass(15_100);
    await waitUntil(() => statuses > before);
    expect(hours.reads).toHaveLength(2);
  });

  it('shows new values from a console that doesn’t send the hours’ version', async () => {
    const hours = serveWorked();
    hours.sendsVersion = false;
    await openAtRest();
    hours.original = () => 3600;
    hours.figures += 1;
    await pass(15_100);
    await waitUntil(() => kims() === '1.00');
  });

  it('shows which days Recalculate covers', async () => {
    serveWorked();
    await openGrid();
    expect(screen.getByText('Recalculate covers Jan 1, 2024 to Dec 31, 2027.')).toBeVisible();
  });
});
