import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { listExceptions, listSchedules, saveSchedule } from 'shared-api/contracts';
import { answer, errorReply } from 'shared-api/testing';
import { dateField, typeDate } from 'shared-ui/testing';
import { cell, editKim, KIM, openHours, openPage, server, withServer } from '../weekly-hours/testing/open-page';
import { setPhone } from '../grid/testing/phone';
import { anException, serveSchedules } from './testing/schedule-server';

withServer();
beforeEach(() => setPhone(false));

const openMonth = async () => {
  const page = await openHours();
  await page.user.click(screen.getByRole('button', { name: 'Exceptions and holidays' }));
  await screen.findByRole('grid', { name: 'Exceptions in November 2026' });
  return page;
};
const day = (name: RegExp) => screen.getByRole('gridcell', { name });

describe('the schedule bar', () => {
  const planFrom = async ({ user }: Awaited<ReturnType<typeof openHours>>, date: string) => {
    await screen.findByText('Current schedule, no start date');
    await user.click(screen.getByRole('button', { name: 'Schedules' }));
    await user.click(screen.getByRole('menuitem', { name: 'Plan a new schedule…' }));
    const from = await screen.findByRole('group', { name: /Valid from/ });
    await typeDate(user, from, date);
    return from;
  };

  it('plans a schedule from a day with the hours on the page and shows it', async () => {
    const schedules = serveSchedules();
    const page = await openHours();
    await editKim(page);
    expect(await screen.findByText('Current schedule, no start date')).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Schedules' }));
    await page.user.click(screen.getByRole('menuitem', { name: 'Plan a new schedule…' }));
    const from = await screen.findByRole('group', { name: /Valid from/ });
    expect(from).toHaveTextContent('11/23/2026');
    await typeDate(page.user, from, '12/07/2026');
    await page.user.click(screen.getByRole('button', { name: 'Save from Dec 7, 2026' }));
    expect(await screen.findByText('Planned schedule from Dec 7, 2026')).toBeVisible();
    expect(schedules.saves[0]?.valid_from).toBe('2026-12-07');
    expect(schedules.saves[0]?.records?.find((row) => row.provider_id === 7)?.tue_beg).toBe('9:00 AM');
    expect(page.shell.unsaved).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Show the schedule in effect' }));
    expect(await screen.findByRole('button', { name: 'Next: from Dec 7, 2026' })).toBeVisible();
    await screen.findByRole('grid');
    expect(cell(KIM, 'tue')).toHaveAccessibleName(/Tuesday: Off/);
  });

  it('asks for the day again after a reload, and names a partly typed one', async () => {
    serveSchedules();
    const page = await openHours();
    await planFrom(page, '12/07/2026');
    const reloaded = await page.reload();
    const from = await screen.findByRole('group', { name: /Valid from/ });
    expect(from).toHaveTextContent('12/07/2026');
    await reloaded.user.click(within(from).getByRole('spinbutton', { name: 'Day' }));
    await reloaded.user.keyboard('{Backspace}');
    expect(from).toHaveTextContent('12/DD/2026');
    const { shell } = await reloaded.reload();
    expect(await screen.findByText('You had typed 12/DD/2026, which isn’t a date. Type it again')).toBeVisible();
    expect(shell.unsaved).not.toBeNull();
  });

  it('shows why a day is invalid, and keeps the input when the server refuses it', async () => {
    serveSchedules();
    const page = await openHours();
    const from = await planFrom(page, '11/02/2026');
    expect(from).toHaveAccessibleDescription(/A schedule can start on Nov 8, 2026 or later/);
    await typeDate(page.user, from, '12/07/2026');
    server.use(answer(saveSchedule, () => errorReply(503, 'busy', 'Too busy')));
    await page.user.click(screen.getByRole('button', { name: 'Save from Dec 7, 2026' }));
    expect(await screen.findByText('Too busy')).toBeVisible();
    expect(from).toHaveTextContent('12/07/2026');
  });

  it('asks before discarding a typed start and keeps the unsaved hours on the page', async () => {
    serveSchedules();
    const page = await openHours();
    await editKim(page);
    const ofHours = page.shell.unsaved;
    expect(ofHours).not.toBeNull();
    const from = await planFrom(page, '12/07/2026');
    await page.user.keyboard('{Escape}');
    await page.user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(from).toHaveTextContent('12/07/2026');
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(page.shell.unsaved).toEqual(ofHours);
  });

  it('names who planned the same day, keeps the input and opens that schedule', async () => {
    const schedules = serveSchedules();
    const page = await openHours();
    const from = await planFrom(page, '12/07/2026');
    schedules.planned = ['2026-12-07'];
    await page.user.click(screen.getByRole('button', { name: 'Save from Dec 7, 2026' }));
    expect(await screen.findByText('Sam Staff has also saved a schedule from Dec 7, 2026')).toBeVisible();
    expect(from).toHaveTextContent('12/07/2026');
    expect(schedules.saves).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: 'Open that schedule' }));
    expect(await screen.findByText('Planned schedule from Dec 7, 2026')).toBeVisible();
  });

  it('replaces the loaded version of a schedule, and after a conflict only once it was shown', async () => {
    const schedules = serveSchedules();
    schedules.planned = ['2026-12-07'];
    const page = await openHours();
    await planFrom(page, '12/07/2026');
    expect(await screen.findByText(/It will be replaced/)).toBeVisible();
    const save = screen.getByRole('button', { name: 'Save from Dec 7, 2026' });
    await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
    schedules.etag = '"9.4"';
    await page.user.click(save);
    expect(await screen.findByText('Sam Staff has also saved a schedule from Dec 7, 2026')).toBeVisible();
    expect(schedules.saves).toEqual([]);
    await waitFor(() => expect(save).not.toHaveAttribute('aria-disabled', 'true'));
    await page.user.click(save);
    await waitFor(() => expect(schedules.saves).toHaveLength(1));
  });

  it('shows the day from which a save applies, and the schedule it started', async () => {
    const schedules = serveSchedules();
    schedules.savesFrom = '2026-11-08';
    const page = await openHours();
    expect(await screen.findByText('Changes hold from Nov 8, 2026 on. Days before keep their hours.')).toBeVisible();
    await editKim(page);
    schedules.inEffect = '2026-11-08';
    await page.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Schedule in effect from Nov 8, 2026')).toBeVisible();
    expect(screen.queryByText(/^Changes hold from/)).toBeNull();
  });

  it('edits the schedule in effect for a link to one that has started', async () => {
    const schedules = serveSchedules();
    schedules.inEffect = '2026-11-08';
    const pathname = '/settings/1/practice/provider-hours';
    const page = await openHours({ location: () => ({ pathname, search: '?schedule=2026-11-08', hash: '' }) });
    expect(await screen.findByText('Schedule in effect from Nov 8, 2026')).toBeVisible();
    await editKim(page);
    await page.user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved successfully!');
    expect(schedules.saves).toEqual([]);
  });

  const openPlannedSchedule = async () => {
    const schedules = serveSchedules();
    schedules.planned = ['2026-12-07'];
    const page = await openHours();
    await page.user.click(await screen.findByRole('button', { name: 'Next: from Dec 7, 2026' }));
    await screen.findByText('Planned schedule from Dec 7, 2026');
    await screen.findByRole('grid');
    return { schedules, page };
  };

  it('edits a planned schedule and deletes it after a confirmation', async () => {
    const { schedules, page } = await openPlannedSchedule();
    await editKim(page);
    await page.user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved successfully!');
    expect(schedules.saves[0]).toMatchObject({ valid_from: '2026-12-07' });
    await page.user.click(screen.getByRole('button', { name: 'Schedules' }));
    await page.user.click(screen.getByRole('menuitem', { name: 'Delete the schedule from Dec 7, 2026…' }));
    await page.user.click(await screen.findByRole('button', { name: 'Delete schedule' }));
    expect(await screen.findByText('Current schedule, no start date')).toBeVisible();
    expect(schedules.planned).toEqual([]);
  });

  it('keeps a planned schedule that somebody has changed, and asks again', async () => {
    const { schedules, page } = await openPlannedSchedule();
    schedules.etag = '"9.4"';
    await page.user.click(screen.getByRole('button', { name: 'Schedules' }));
    await page.user.click(screen.getByRole('menuitem', { name: 'Delete the schedule from Dec 7, 2026…' }));
    const remove = await screen.findByRole('button', { name: 'Delete schedule' });
    await page.user.click(remove);
    expect(await screen.findByText('Sam Staff changed this schedule while you were editing')).toBeVisible();
    expect(schedules.planned).toEqual(['2026-12-07']);
    await waitFor(() => expect(remove).not.toHaveAttribute('aria-disabled', 'true'));
    await page.user.click(remove);
    expect(await screen.findByText('Current schedule, no start date')).toBeVisible();
    expect(schedules.planned).toEqual([]);
  });

  it('offers Retry when the schedules fail to load', async () => {
    serveSchedules();
    server.use(answer(listSchedules, () => errorReply(500, 'broken', 'Broken'), { once: true }));
    const page = await openHours();
    await page.user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Current schedule, no start date')).toBeVisible();
  });

  it('names the call that the console doesn’t serve', async () => {
    serveSchedules();
    server.use(answer(listSchedules, () => errorReply(404, 'unknown_call', 'Unknown')));
    await openHours();
    expect(await screen.findByText(/^This console doesn’t serve listSchedules/)).toBeVisible();
  });
});

describe('the calendar of exceptions', () => {
  it('shows the exceptions of each day and moves with calendar keys', async () => {
    serveSchedules([anException(), anException({ exception_id: 2, provider_id: 7, kind: 'time_off', note: '' })]);
    const { user } = await openMonth();
    const holiday = day(/^Thursday, November 26, 2026: Office: Closed \(Thanksgiving Day\); Dr. Kim Osei: Time off$/);
    expect(holiday).toBeVisible();
    day(/November 20, 2026/).focus();
    await user.keyboard('{ArrowDown}{ArrowLeft}');
    expect(holiday).toHaveFocus();
    await user.keyboard('{PageDown}');
    await screen.findByRole('grid', { name: 'Exceptions in December 2026' });
    await waitFor(() => expect(day(/^Saturday, December 26, 2026/)).toHaveFocus());
    expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it("adds a provider's other hours to a day", async () => {
    const schedules = serveSchedules();
    const page = await openMonth();
    await page.user.click(day(/^Tuesday, November 24, 2026/));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an exception' }));
    await page.user.selectOptions(dialog.getByRole('combobox', { name: /Who/ }), KIM);
    await page.user.click(dialog.getByRole('button', { name: 'Other hours' }));
    await page.user.type(dialog.getByRole('textbox', { name: 'Start' }), '9');
    await page.user.click(dialog.getByRole('button', { name: 'Save exception' }));
    expect(dialog.getByRole('textbox', { name: 'End' })).toHaveAccessibleDescription(/Enter the end of the day/);
    await page.user.type(dialog.getByRole('textbox', { name: 'End' }), '1');
    await page.user.click(dialog.getByRole('button', { name: 'Save exception' }));
    await waitFor(() =>
      expect(schedules.added).toMatchObject([
        { provider_id: 7, kind: 'other_hours', start_date: '2026-11-24', beg: '9:00 AM', end: '1:00 PM' },
      ]),
    );
    expect(page.shell.notifications.at(-1)).toEqual({ severity: 'success', message: 'Exception added' });
    expect(
      await screen.findByRole('gridcell', { name: /November 24, 2026: Dr. Kim Osei: 9:00 AM–1:00 PM/ }),
    ).toBeVisible();
  });

  it('asks before discarding a typed exception and guards leaving the page', async () => {
    serveSchedules();
    const { user, shell } = await openMonth();
    await user.click(day(/^Tuesday, November 24, 2026/));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an exception' }));
    const note = dialog.getByRole('textbox', { name: /Note/ });
    expect(shell.unsaved).toBeNull();
    await user.type(note, 'Staff training');
    expect(shell.unsaved).toEqual({ what: 'what you entered in “Add an exception”', lostWithQuery: true });
    for (const leave of [
      () => user.keyboard('{Escape}'),
      () => user.click(dialog.getByRole('button', { name: 'Cancel' })),
    ]) {
      await leave();
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
      expect(note).toHaveValue('Staff training');
    }
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(shell.unsaved).toBeNull();
  });

  it('keeps the input across a reload, with the initial day instead of a partial one', async () => {
    serveSchedules();
    const page = await openMonth();
    await page.user.click(day(/^Tuesday, November 24, 2026/));
    await page.user.type(await screen.findByRole('textbox', { name: /Note/ }), 'Staff training');
    await page.user.click(within(dateField(/^First day/)).getByRole('spinbutton', { name: 'Day' }));
    await page.user.keyboard('{Backspace}');
    expect(dateField(/^First day/)).toHaveTextContent('11/DD/2026');
    await page.reload();
    expect(await screen.findByRole('textbox', { name: /Note/ })).toHaveValue('Staff training');
    expect(dateField(/^First day/)).toHaveTextContent('11/24/2026');
    expect(dateField(/^First day/)).toBeValid();
  });

  it('closes an unchanged exception without a question', async () => {
    serveSchedules([anException()]);
    const { user } = await openMonth();
    await user.click(day(/^Thursday, November 26, 2026/));
    await user.click(screen.getByRole('button', { name: /^Edit: Office: Closed/ }));
    const note = await screen.findByRole('textbox', { name: /Note/ });
    await user.type(note, '!{Backspace}');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('shows an overlap before sending', async () => {
    const schedules = serveSchedules([anException()]);
    const { user } = await openMonth();
    await user.click(day(/^Wednesday, November 25, 2026/));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an exception' }));
    await typeDate(user, dateField(/Last day/, dialog), '11/27/2026');
    await user.click(dialog.getByRole('button', { name: 'Save exception' }));
    expect(dateField(/First day/, dialog)).toHaveAccessibleDescription(/Overlaps the exception on Nov 26, 2026/);
    expect(schedules.added).toEqual([]);
  });

  it('keeps the input when someone else changed the exception, and overwrites on request', async () => {
    const schedules = serveSchedules([anException()]);
    const { user } = await openMonth();
    await user.click(day(/^Thursday, November 26, 2026/));
    await user.click(screen.getByRole('button', { name: /^Edit: Office: Closed/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit exception' }));
    const note = dialog.getByRole('textbox', { name: /Note/ });
    await user.clear(note);
    await user.type(note, 'Turkey day');
    schedules.exceptions = [anException({ version: 9, note: 'Holiday' })];
    await user.click(dialog.getByRole('button', { name: 'Save exception' }));
    expect(await dialog.findByText('Sam Staff changed this exception while you were editing')).toBeVisible();
    expect(await dialog.findByText(/Now: Office: Closed \(Holiday\)/)).toBeVisible();
    expect(note).toHaveValue('Turkey day');
    await user.click(dialog.getByRole('button', { name: 'Save exception' }));
    await waitFor(() => expect(schedules.exceptions[0]?.note).toBe('Turkey day'));
  });

  it('deletes an exception after a confirmation', async () => {
    const schedules = serveSchedules([anException()]);
    const { user } = await openMonth();
    await user.click(day(/^Thursday, November 26, 2026/));
    await user.click(screen.getByRole('button', { name: /^Delete: Office: Closed/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete exception' }));
    await waitFor(() => expect(schedules.exceptions).toEqual([]));
  });

  it('adds the chosen holidays and names existing ones', async () => {
    serveSchedules([anException()]);
    const page = await openMonth();
    await page.user.click(screen.getByRole('button', { name: 'Add US federal holidays' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add US federal holidays' }));
    expect(await dialog.findByRole('checkbox', { name: /Thanksgiving Day/ })).toBeDisabled();
    // Past holidays are collapsed and not selected.
    const [first] = dialog.getAllByRole('checkbox');
    expect(first).toHaveAccessibleName(/^Thanksgiving Day/);
    expect(dialog.getByRole('checkbox', { name: /Columbus Day/ })).not.toBeVisible();
    await page.user.click(dialog.getByText('Earlier this year'));
    expect(dialog.getByRole('checkbox', { name: /Columbus Day/ })).not.toBeChecked();
    await page.user.click(
      dialog.getByRole('checkbox', { name: 'Independence Day, Jul 4, 2026, observed Jul 3, 2026' }),
    );
    await page.user.click(dialog.getByRole('button', { name: 'Add 2 holidays' }));
    await waitFor(() =>
      expect(page.shell.notifications.map(({ message }) => message)).toEqual([
        '2 holidays added',
        'Already there: Thanksgiving Day (Nov 26, 2026)',
      ]),
    );
  });

  it('asks before discarding chosen holidays', async () => {
    serveSchedules();
    const { user, shell } = await openMonth();
    await user.click(screen.getByRole('button', { name: 'Add US federal holidays' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add US federal holidays' }));
    const christmas = await dialog.findByRole('checkbox', { name: /Christmas Day/ });
    await user.click(christmas);
    await user.click(christmas);
    expect(shell.unsaved).toBeNull();
    await user.click(christmas);
    expect(shell.unsaved).toEqual({ what: 'what you entered in “Add US federal holidays”', lostWithQuery: true });
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(christmas).not.toBeChecked();
  });

  it('keeps the changed holidays across a reload', async () => {
    serveSchedules();
    const page = await openMonth();
    await page.user.click(screen.getByRole('button', { name: 'Add US federal holidays' }));
    await page.user.click(await screen.findByRole('checkbox', { name: /Christmas Day/ }));
    const { user, shell } = await page.reload();
    expect(await screen.findByRole('checkbox', { name: /Christmas Day/ })).not.toBeChecked();
    expect(shell.unsaved).toEqual({ what: 'what you entered in “Add US federal holidays”', lostWithQuery: true });
    await user.click(screen.getByRole('button', { name: 'Add 1 holiday' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await page.reload();
    expect(await screen.findByRole('grid', { name: 'Exceptions in November 2026' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('names the next exception for an empty month, and opens its month', async () => {
    serveSchedules([anException({ start_date: '2026-12-25', end_date: '2026-12-25', note: 'Christmas Day' })]);
    const { user } = await openMonth();
    await user.click(await screen.findByRole('button', { name: 'Dec 25, 2026, Office: Closed (Christmas Day)' }));
    await screen.findByRole('grid', { name: 'Exceptions in December 2026' });
    expect(screen.queryByText('Next exception:')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    expect(await screen.findByText('No later exceptions are planned.')).toBeVisible();
  });

  it('has a back link in the heading on a phone, and all other actions in the menu', async () => {
    setPhone(true);
    serveSchedules([anException()]);
    const { user } = await openPage({});
    const open = async (): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'More' }));
      await user.click(screen.getByRole('menuitem', { name: 'Exceptions and holidays' }));
      await screen.findByRole('heading', { level: 1, name: 'Exceptions' });
    };
    await open();
    expect(await screen.findByRole('button', { name: 'Add exception' })).toBeVisible();
    expect(await screen.findByText('No later exceptions are planned.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add US federal holidays' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to weekly hours' }));
    await open();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(screen.getByRole('menuitem', { name: 'Add US federal holidays' }));
    expect(await screen.findByRole('dialog', { name: 'Add US federal holidays' })).toBeVisible();
  });

  it('offers Retry when the exceptions fail to load', async () => {
    serveSchedules();
    server.use(answer(listExceptions, () => errorReply(500, 'broken', 'Broken'), { once: true }));
    const page = await openPage({});
    await page.user.click(await screen.findByRole('button', { name: 'Exceptions and holidays' }));
    expect(await screen.findByText('The exceptions didn’t load.')).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('grid', { name: 'Exceptions in November 2026' })).toBeVisible();
  });

  it('names the call that the console doesn’t serve', async () => {
    serveSchedules();
    server.use(answer(listExceptions, () => errorReply(404, 'unknown_call', 'Unknown')));
    const page = await openPage({});
    await page.user.click(await screen.findByRole('button', { name: 'Exceptions and holidays' }));
    expect(await screen.findByText('The exceptions didn’t load.')).toBeVisible();
    expect(screen.getByText(/^This console doesn’t serve listExceptions/)).toBeVisible();
  });
});
