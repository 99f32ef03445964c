import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { saveWeeklyHours, weeklyHoursRecord } from 'shared-api/contracts';
import { answer, connectionFailure, proxyErrorPage, errorReply, reply } from 'shared-api/testing';
import { aDay, aWeek } from './testing/builders';
import { cell, editKim, field, KIM, openHours, saveButton, serveHours, server, withServer } from './testing/open-page';

withServer();

const exceptions = [
  ['no connection', connectionFailure],
  ['an answer that is not JSON', () => proxyErrorPage()],
] as const;

describe('saving', () => {
  it('enables Save and Ctrl+S only with unsaved edits', async () => {
    const hours = serveHours();
    const page = await openHours();
    expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
    await page.user.keyboard('{Control>}s{/Control}');
    await editKim(page);
    expect(saveButton()).not.toHaveAttribute('aria-disabled', 'true');
    await page.user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Saved successfully!');
    expect(hours.saves).toHaveLength(1);
  });

  it('saves a character typed right before Ctrl+S, before the grid shows it', async () => {
    const hours = serveHours();
    const page = await openHours();
    await page.user.click(cell(KIM, 'tue'));
    const start = field(KIM, 'tue', 'beg');
    fireEvent.change(start, { target: { value: '9:45-5' } });
    fireEvent.keyDown(start, { key: 's', ctrlKey: true });
    await waitFor(() => expect(hours.saves).toHaveLength(1));
    expect(hours.saves[0]?.body.find((row) => row.provider_id === 7)).toMatchObject(
      aDay('tue', ['9:45 AM', '5:00 PM']),
    );
  });

  it('sends the full list with its documented keys and the version read', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    expect(page.shell.unsaved).toEqual({ what: '1 unsaved change to Office & provider hours' });
    await page.user.click(saveButton());
    expect(await screen.findByText('Saved successfully!')).toBeVisible();

    expect(page.shell.notifications).toEqual([{ severity: 'success', message: 'Provider hours saved successfully' }]);
    expect(page.shell.unsaved).toBeNull();
    expect(hours.saves).toHaveLength(1);
    expect(hours.saves[0]?.ifMatch).toBe('"1.4"');
    const expected = aWeek().map((row) =>
      row.provider_id === 7 ? { ...row, ...aDay('tue', ['9:00 AM', '5:00 PM']) } : row,
    );
    expect(hours.saves[0]?.body).toEqual(expected);
    expect(Object.keys(hours.saves[0]?.body[0] ?? {}).sort()).toEqual(Object.keys(weeklyHoursRecord.shape).sort());
  });

  it('continues from the version of its own save', async () => {
    const hours = serveHours();
    const page = await openHours();
    await editKim(page);
    await page.user.click(saveButton());
    await screen.findByText('Saved successfully!');
    await page.user.click(cell(KIM, 'thu'));
    await page.user.keyboard('9-5{Enter}');
    await page.user.click(saveButton());
    await waitFor(() => expect(hours.saves).toHaveLength(2));
    expect(hours.saves[1]?.ifMatch).toBe('"2.4"');
  });

  it.each([
    ['the server’s message', () => errorReply(500, 'busy', 'The office is being moved'), 'The office is being moved'],
    ['the default message', () => Response.json({ status: 'ERROR' }), null],
  ])('keeps the edits and shows %s when a save fails', async (_, refuse, said) => {
    serveHours();
    const page = await openHours();
    await editKim(page);
    server.use(answer(saveWeeklyHours, () => refuse()));
    await page.user.click(saveButton());
    expect(await screen.findByText(said ?? 'Failed to save')).toBeVisible();
    expect(page.shell.notifications).toEqual([{ severity: 'error', message: said ?? 'Failed to save provider hours' }]);
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/9:00 AM to 5:00 PM/);
    expect(page.shell.unsaved).not.toBeNull();
  });

  it.each(exceptions)('keeps the edits and shows an exception after %s', async (_, broken) => {
    serveHours();
    const page = await openHours();
    await editKim(page);
    server.use(answer(saveWeeklyHours, () => broken()));
    await page.user.click(saveButton());
    expect(await screen.findByText('An error occurred while saving provider hours')).toBeVisible();
    expect(page.shell.notifications).toEqual([{ severity: 'error', message: 'Failed to save provider hours' }]);
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/9:00 AM to 5:00 PM/);
  });

  it('repeats the save with the same edits after the session expired', async () => {
    const hours = serveHours();
    const page = await openHours({ reauthenticate: () => Promise.resolve(true) });
    await editKim(page);
    server.use(answer(saveWeeklyHours, () => errorReply(401, 'signed_out', 'Sign in again'), { once: true }));
    await page.user.click(saveButton());
    await screen.findByText('Saved successfully!');
    expect(hours.rows.find((row) => row.provider_id === 7)).toMatchObject(aDay('tue', ['9:00 AM', '5:00 PM']));
  });

  it.each([
    ['success', 3000, 'Saved successfully!', () => reply(saveWeeklyHours, { status: 'OK', message: '' })],
    ['failure', 5000, 'Too busy', () => errorReply(503, 'busy', 'Too busy')],
  ])('shows the %s message for %d ms next to the button', async (_, time, text, respond) => {
    serveHours();
    await editKim(await openHours());
    server.use(answer(saveWeeklyHours, () => respond()));
    const { setTimeout: realTimeout } = globalThis;
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    act(() => saveButton().click());
    // The response takes real time, while the fake timers of the page don't advance.
    while (!screen.queryByText(text)) await act(() => new Promise((resolve) => realTimeout(resolve, 5)));
    act(() => jest.advanceTimersByTime(time - 1));
    expect(screen.getByText(text)).toBeVisible();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.queryByText(text)).toBeNull();
  });

  it('moves to the first invalid field instead of saving, also behind a filter', async () => {
    const hours = serveHours();
    const { user } = await openHours();
    await user.click(cell(KIM, 'wed'));
    await user.clear(field(KIM, 'wed', 'end'));
    await user.keyboard('{Enter}');
    await user.type(screen.getByRole('searchbox', { name: 'Filter by name' }), 'maria');
    expect(screen.queryByRole('rowheader', { name: /Kim Osei/ })).toBeNull();
    await user.click(saveButton());
    await waitFor(() => expect(field(KIM, 'wed', 'end')).toHaveFocus());
    expect(field(KIM, 'wed', 'end')).toBeInvalid();
    expect(field(KIM, 'wed', 'end')).toHaveAccessibleDescription(/End time must be set if start time is set/);
    expect(screen.getByText('Not saved: 1 error to correct first')).toBeVisible();
    expect(hours.saves).toEqual([]);
    await user.type(field(KIM, 'wed', 'end'), '5');
    await waitFor(() => expect(screen.queryByText(/Not saved/)).toBeNull());
  });

  it('reports once that nothing was saved until errors are corrected', async () => {
    serveHours();
    await editKim(await openHours());
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    const type = (text: string): void => {
      fireEvent.change(field(KIM, 'wed', 'end'), { target: { value: text } });
      act(() => jest.advanceTimersByTime(1000));
    };
    act(() => cell(KIM, 'wed').click());
    type('');
    await act(() => {
      saveButton().click();
      return Promise.resolve();
    });
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getByText('Not saved: 1 error to correct first')).toBeVisible();
    type('5');
    expect(screen.queryByText(/Not saved/)).toBeNull();
    type('');
    expect(screen.queryByText(/Not saved/)).toBeNull();
  });

  it('moves to a field that the server refuses until it is edited', async () => {
    serveHours();
    const page = await openHours();
    await editKim(page);
    const fields = { '2.tue_beg': 'Too early for this practice' };
    server.use(answer(saveWeeklyHours, () => errorReply(400, 'invalid', 'Check the hours', { fields })));
    await page.user.click(saveButton());
    await waitFor(() => expect(field(KIM, 'tue', 'beg')).toHaveFocus());
    expect(field(KIM, 'tue', 'beg')).toHaveAccessibleDescription(/Too early for this practice/);
    await page.user.keyboard('10');
    expect(field(KIM, 'tue', 'beg')).toBeValid();
  });
});
