import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { readWeeklyHours } from 'shared-api/contracts';
import { answer, connectionFailure, proxyErrorPage, errorReply, neverAnswer } from 'shared-api/testing';
import { loadStoredEdits, saveStoredEdits } from 'shared-ui/versioned';
import { messages } from '../messages';
import { storedName } from './stored-draft';
import { aDay, aFollower, anOffice, aWeek } from './testing/builders';
import {
  cell,
  closePage,
  editKim,
  hold,
  KIM,
  openHours,
  openPage,
  rowOf,
  saveButton,
  savedByOther,
  serveHours,
  server,
  withServer,
} from './testing/open-page';

withServer();

/** A failure, not an exception: a response with a server message (specification: settings and hours, 8.2). */
const failing = (): Response => errorReply(200, 'failed', 'No hours today');

const exceptions = [
  ['no connection', connectionFailure],
  ['an answer that is not JSON', () => proxyErrorPage()],
] as const;

describe('loading the hours', () => {
  it('shows a loading message', async () => {
    server.use(answer(readWeeklyHours, neverAnswer));
    await openPage();
    expect(await screen.findByRole('heading', { name: 'Office & provider hours' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  });

  it('shows a failure inline and as a toast, with a way to retry', async () => {
    server.use(answer(readWeeklyHours, failing));
    const { user, shell } = await openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch provider hours');
    expect(shell.notifications).toEqual([{ severity: 'error', message: 'Failed to fetch provider hours' }]);
    serveHours();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('grid')).toBeVisible();
  });

  it.each(exceptions)('shows %s as an exception inline and as a failure toast', async (_, broken) => {
    server.use(answer(readWeeklyHours, broken));
    const { shell } = await openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred while fetching provider hours');
    expect(shell.notifications).toEqual([{ severity: 'error', message: 'Failed to fetch provider hours' }]);
  });

  it('names the call that the console doesn’t serve', async () => {
    server.use(answer(readWeeklyHours, () => errorReply(404, 'unknown_call', 'Unknown')));
    await openPage();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Failed to fetch provider hours/);
    expect(alert).toHaveTextContent('This console doesn’t serve readWeeklyHours');
    expect(alert).toHaveTextContent('Ask the console’s operator for an update.');
  });

  it('shows a response without a list as an exception', async () => {
    const console = jest.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    server.use(answer(readWeeklyHours, () => Response.json({ status: 'OK', message: 'soon' })));
    await openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred while fetching provider hours');
    expect(console).toHaveBeenCalledWith(expect.stringContaining('readWeeklyHours'), expect.any(TypeError));
    console.mockRestore();
  });
});

describe('the weekly hours page', () => {
  it('shows the offset of the time zone in summer', async () => {
    const now = new Date('2026-07-15T12:00:00Z');
    jest.useFakeTimers({ now, doNotFake: ['setTimeout', 'clearTimeout', 'queueMicrotask', 'nextTick'] });
    serveHours();
    await openHours();
    expect(screen.getByText('Times are in Chicago, CT (UTC−5)', { exact: false })).toBeVisible();
  });

  it('lists the providers that differ from the office', async () => {
    serveHours();
    await openHours();
    const summary = within(screen.getByRole('region', { name: 'Weekly hours' }));
    expect(summary.getByText('Providers whose week differs from the office (38.0 h)')).toBeVisible();
    expect(summary.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Dr. Kim Oseidiffers Mon, Tue, Thu, Fri11.0',
      'Maria Sandoval, RDHdiffers Fri32.0',
    ]);
  });

  it('shows that nobody differs, and how many follow the office', async () => {
    const follower = { 'first-name': 'Lee', 'last-name': 'Park' };
    serveHours(
      aWeek(anOffice(), aFollower({ provider_id: 20, ...follower }), aFollower({ provider_id: 21, ...follower })),
    );
    await openHours();
    const summary = within(screen.getByRole('region', { name: 'Weekly hours' }));
    expect(summary.queryAllByRole('listitem')).toEqual([]);
    expect(summary.getByText(messages.weeklyHours.summary.none)).toBeVisible();
    expect(rowOf('Office').getByText('2 providers follow')).toBeVisible();
  });

  it('explains how providers are added when there are none, and saves office hours', async () => {
    const hours = serveHours([anOffice()]);
    const { user } = await openHours();
    expect(screen.getByText('No providers yet')).toBeVisible();
    await user.click(cell('Office', 'sat'));
    await user.keyboard('9-12{Enter}');
    await user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(hours.rows).toMatchObject([{ provider_id: 0, ...aDay('sat', ['9:00 AM', '12:00 PM']) }]);
  });
});

describe('refreshing', () => {
  const refresh = (): HTMLElement => screen.getByRole('button', { name: 'Refresh' });

  it('shows new data and keeps the edits', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    savedByOther(hours, 9, aDay('sat', ['9:00 AM', '1:00 PM']));
    await page.user.click(refresh());
    await waitFor(() =>
      expect(page.shell.notifications).toEqual([{ severity: 'success', message: 'Data refreshed successfully' }]),
    );
    expect(cell('Maria Sandoval, RDH', 'sat')).toHaveAccessibleName(/9:00 AM to 1:00 PM/);
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/9:00 AM to 5:00 PM/);
    expect(page.shell.unsaved).not.toBeNull();
  });

  it.each([
    ['a failure', failing, 'Failed to refresh provider hours'],
    ['no connection', connectionFailure, 'An error occurred while refreshing provider hours'],
    ['an answer that is not JSON', proxyErrorPage, 'An error occurred while refreshing provider hours'],
  ])('shows an error after %s, keeps the hours and hides the summary', async (_, broken, text) => {
    serveHours();
    const page = await openHours();
    await editKim(page);
    server.use(answer(readWeeklyHours, () => broken()));
    await page.user.click(refresh());
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(page.shell.notifications).toEqual([{ severity: 'error', message: text }]);
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/9:00 AM to 5:00 PM/);
    expect(screen.queryByRole('region', { name: 'Weekly hours' })).toBeNull();
  });

  it('keeps edits from before a reload while the hours load', async () => {
    const hours = serveHours();
    const before = await openHours();
    await editKim(before);
    await closePage();
    // As after a reload: the edits are stored, and no data of the practice is cached.
    const practice = { id: 78, name: 'Lakeside', time_zone: 'America/New_York', pms_name: 'dentrix' };
    saveStoredEdits(storedName(practice.id), 'u1', loadStoredEdits(storedName(before.practiceId), 'u1'));
    const answered = hold(hours);
    await openPage({ practice });
    window.dispatchEvent(new Event('pagehide'));
    answered();
    await screen.findByRole('grid');
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/9:00 AM to 5:00 PM/);
    expect(screen.getByText('1 unsaved change restored')).toBeVisible();
  });

  it('shows both versions of someone else’s save before a reload, without an author column', async () => {
    const hours = serveHours();
    const before = await openHours();
    await editKim(before);
    await closePage();
    savedByOther(hours, 7, aDay('tue', ['7:00 AM', '3:00 PM']));
    // As after a reload: the edits are stored, and no data of the practice is cached.
    const practice = { id: 79, name: 'Lakeside', time_zone: 'America/New_York', pms_name: 'dentrix' };
    saveStoredEdits(storedName(practice.id), 'u1', loadStoredEdits(storedName(before.practiceId), 'u1'));
    await openPage({ practice });
    const panel = within(await screen.findByRole('group', { name: 'Changed by someone else' }));
    expect(panel.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Field',
      'Yours',
      'Theirs',
    ]);
  });

  it('shows cached hours immediately on a return visit, then the current ones', async () => {
    const hours = serveHours();
    const practice = { id: 77, name: 'Lakeside', time_zone: 'America/New_York', pms_name: 'dentrix' };
    await openHours({ practice });
    await closePage();
    savedByOther(hours, 7, aDay('sat', ['9:00 AM', '1:00 PM']));
    const answered = hold(hours);
    await openPage({ practice });
    expect(cell(KIM, 'sat')).toHaveAccessibleName(/Off/);
    answered();
    await waitFor(() => expect(cell(KIM, 'sat')).toHaveAccessibleName(/9:00 AM to 1:00 PM/));
  });
});

describe('discarding', () => {
  it('asks first and then restores the loaded hours', async () => {
    serveHours();
    const page = await openHours();
    await editKim(page);
    await page.user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard 1 change?' }));
    await page.user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/9:00 AM to 5:00 PM/);
    await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard 1 change' }));
    await waitFor(() => expect(cell(KIM, 'tue')).toHaveAccessibleName(/Off/));
    expect(page.shell.unsaved).toBeNull();
  });
});
