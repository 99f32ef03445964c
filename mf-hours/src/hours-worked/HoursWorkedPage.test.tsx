import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { readHoursSummary, readHoursWorked, saveHoursWorked } from 'shared-api/contracts';
import { answer, connectionFailure, errorReply, reply, neverAnswer } from 'shared-api/testing';
import {
  ANA,
  cell,
  closeWorked,
  goTo,
  KIM,
  MARIA,
  openGrid,
  openSummary,
  openWorked,
  type OpenWorked,
  announcement,
  saveButton,
  server,
  serveWorked,
  TODAY,
  withWorkedServer,
} from './testing/open-worked';
import { computed } from './testing/hours-server';

withWorkedServer();

const SUCCESS = { severity: 'success', message: 'Provider hours saved successfully' };

describe('while the hours load', () => {
  it('shows a loading message', async () => {
    server.use(answer(readHoursWorked, neverAnswer));
    await openWorked();
    expect(await screen.findByRole('heading', { name: 'Provider hours worked' })).toBeVisible();
    expect(screen.getByText('Loading...')).toBeInTheDocument();
  });

  it('shows a refusal inline and as a toast, with a way to retry', async () => {
    server.use(answer(readHoursWorked, () => errorReply(500, 'broken', 'No hours today')));
    const { user, shell } = await openWorked();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch provider hours');
    expect(shell.notifications).toEqual([{ severity: 'error', message: 'Failed to fetch provider hours' }]);
    serveWorked();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('grid')).toBeVisible();
  });

  it('names the call that the console doesn’t serve', async () => {
    server.use(answer(readHoursWorked, () => errorReply(404, 'unknown_call', 'Unknown')));
    await openWorked();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Failed to fetch provider hours/);
    expect(alert).toHaveTextContent(
      'This console doesn’t serve readHoursWorked (GET /api/:practice/provider-hours-worked/), which this page needs. Ask the console’s operator for an update.',
    );
    expect(alert).not.toHaveTextContent('Your unsaved changes are kept');
  });

  it('explains how providers are added when there are none', async () => {
    serveWorked([]);
    await openWorked();
    expect(await screen.findByText('No providers yet')).toBeVisible();
    expect(screen.getByText(/Create Tables in the practice settings, then a sync/)).toBeVisible();
  });
});

describe('the date range', () => {
  it('keeps the range in the URL and starts another type at today', async () => {
    const hours = serveWorked();
    const { user, search } = await openGrid({ search: '?range=2weeks&offset=-1' });
    expect(screen.getByText('Sun Nov 1 – Sat Nov 14, 2026')).toBeVisible();
    expect(hours.reads).toEqual(['week 14 -2 0']);
    await user.click(screen.getByRole('button', { name: 'Next 2 weeks' }));
    expect(await screen.findByText('Sun Nov 15 – Sat Nov 28, 2026')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous 2 weeks' }));
    await user.click(screen.getByRole('button', { name: 'Month' }));
    expect(await screen.findByText('Sun Nov 1 – Mon Nov 30, 2026')).toBeVisible();
    expect(search()).toBe('?range=month');
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    expect(search()).toBe('?range=month&offset=1');
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(search()).toBe('?range=month');
  });

  it('highlights today and shows all days from Sunday to Saturday', async () => {
    serveWorked();
    await openGrid();
    const heads = within(screen.getByRole('grid'))
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    expect(heads.slice(4)).toEqual([
      'SunNov 15',
      'MonNov 16',
      'TueNov 17',
      'WedNov 18',
      'ThuNov 19',
      'Fri (today)Nov 20',
      'SatNov 21',
    ]);
  });
});

describe('the days with available hours', () => {
  it('limits the steps back and forward', async () => {
    const hours = serveWorked();
    hours.bounds = { start: '2026-11-17', end: '2026-12-31' };
    await openGrid();
    expect(screen.getByRole('button', { name: 'Previous week' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Next week' })).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('names the available days for an address outside them, with a way back to today', async () => {
    serveWorked();
    const message = 'Hours are available from Jan 1, 2026 to Dec 31, 2026.';
    const outside = () => errorReply(422, 'invalid', message, { fields: { week_offset: message } });
    server.use(answer(readHoursWorked, outside, { once: true }));
    const { user } = await openWorked({ search: '?range=week&offset=500' });
    expect(await screen.findByText(message)).toBeVisible();
    const [, today] = screen.getAllByRole('button', { name: 'Today' });
    await user.click(today as HTMLElement);
    expect(await screen.findByRole('grid')).toBeVisible();
  });
});

describe('a long list of providers', () => {
  it('filters the grid and the summary by name and keeps edits of hidden providers', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('9{Enter}');
    await page.user.type(screen.getByRole('searchbox', { name: 'Filter by name' }), 'maria');
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: KIM })).toBeNull());
    expect(screen.getByRole('rowheader', { name: MARIA })).toBeVisible();
    expect(page.search()).toContain('q=maria');
    expect(page.shell.unsaved).not.toBeNull();
    await page.user.click(saveButton());
    await waitFor(() => expect(page.shell.notifications).toEqual([SUCCESS]));
  });
});

describe('the summary', () => {
  const totals = { total_days_available: 5, total_days_worked: 2 };
  const kim = { provider_id: 7, first_name: 'Dr. Kim', last_name: 'Osei', ...totals };
  const ana = { ...kim, provider_id: 3, first_name: 'Dr. Ana', last_name: 'Whitfield' };
  const hours = (available: number, worked: number, availableToDate: number, workedToDate: number) => ({
    total_hours_available: available * 3600,
    total_hours_worked: worked * 3600,
    hours_available_to_date: availableToDate * 3600,
    hours_worked_to_date: workedToDate * 3600,
  });
  /** The texts of the terms in the head of the summary. */
  const figuresIn = (region: HTMLElement) =>
    Object.fromEntries(
      within(region)
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );

  it('shows the utilization of the whole range, with that to date', async () => {
    serveWorked();
    const providers = [
      { ...kim, ...hours(40, 16, 16, 16) },
      { ...ana, ...hours(0, 18.7, 0, 18.7) },
      // Works from tomorrow on.
      { ...ana, provider_id: 9, first_name: 'Maria', ...hours(8, 0, 0, 0) },
    ];
    server.use(answer(readHoursSummary, () => reply(readHoursSummary, { providers })));
    await openSummary();
    const region = screen.getByRole('region', { name: 'Summary' });
    const summary = within(region);
    expect(
      await summary.findByRole('row', { name: 'Dr. Kim Osei 40.00 16.00 2 of 5 40.0% Low 16.00 of 16.00 h, 100.0%' }),
    ).toBeVisible();
    expect(
      summary.getByRole('row', { name: 'Dr. Ana Whitfield 0.00 18.70 2 of 5 0.0% 18.70 of 0.00 h' }),
    ).toBeVisible();
    expect(figuresIn(region)).toEqual({
      'Hours available': '48.00',
      'Hours worked': '16.00',
      Utilization: '33.3%Low',
      'To date': '16.00 of 16.00 h, 100.0%',
    });
    expect(summary.getByText('1 provider without available hours isn’t counted (18.70 h worked).')).toBeVisible();
    expect(
      summary.getByText('To date, 2 providers without available hours aren’t counted (18.70 h worked).'),
    ).toBeVisible();
  });

  it('shows no rating before the first hour of the range is over', async () => {
    const worked = serveWorked();
    worked.original = (_, date, figure) => (figure === 'available' && date === TODAY ? 8 * 3600 : 0);
    await openSummary();
    const region = screen.getByRole('region', { name: 'Summary' });
    const summary = within(region);
    expect(
      await summary.findByRole('row', { name: 'Dr. Kim Osei 8.00 0.00 0 of 1 0.0% Not started 0.00 of 8.00 h' }),
    ).toBeVisible();
    expect(figuresIn(region)).toEqual({
      'Hours available': '24.00',
      'Hours worked': '0.00',
      Utilization: '0.0%Not started',
      'To date': '0.00 of 24.00 h',
    });
    expect(summary.queryByText('Low')).toBeNull();
  });

  it('shows no values to date for past days', async () => {
    serveWorked();
    await openSummary({ search: '?offset=-1' });
    const region = screen.getByRole('region', { name: 'Summary' });
    await within(region).findByRole('row', { name: /Dr. Kim Osei/ });
    expect(figuresIn(region)).not.toHaveProperty('To date');
    expect(within(region).queryByText(/counted/)).toBeNull();
  });

  it('is closed until opened, and open on the next visit', async () => {
    serveWorked();
    const { user } = await openGrid();
    expect(screen.queryByRole('table', { name: 'Utilization by provider' })).toBeNull();
    expect(await screen.findByText('Hours available')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show the summary' }));
    await closeWorked();
    await openGrid();
    expect(await screen.findByRole('button', { name: 'Hide the summary' })).toBeVisible();
    expect(await screen.findByRole('table', { name: 'Utilization by provider' })).toBeVisible();
  });

  it('shows totals, rated utilization and a line per provider, and hides on request', async () => {
    serveWorked();
    const { user } = await openSummary();
    const summary = within(screen.getByRole('region', { name: 'Summary' }));
    const row = within(await summary.findByRole('row', { name: /Dr. Kim Osei/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '40.00',
      '35.00',
      '5 of 5',
      '87.5%',
      'High',
      '35.00 of 40.00 h, 87.5%',
    ]);
    expect(summary.getByText('Mon Nov 16: 20.50 worked of 24.00 available', { exact: false })).toBeInTheDocument();
    expect(summary.getByText(/^Fri Nov 20: .* available \(today\)/)).toBeInTheDocument();
    await user.click(summary.getByRole('button', { name: 'Hide the summary' }));
    expect(summary.queryByRole('table')).toBeNull();
    expect(summary.getByText('120.00')).toBeVisible();
  });

  it('shows the utilization by day of the week while the practice has beta reports', async () => {
    serveWorked();
    const { setFeatureFlags } = await openSummary({ search: '?range=2weeks', featureFlags: ['beta_reports'] });
    const summary = within(screen.getByRole('region', { name: 'Summary' }));
    const weekdays = await summary.findByRole('table', { name: 'Utilization by day of the week' });
    expect(
      within(weekdays)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']);
    setFeatureFlags([]);
    expect(summary.queryByRole('table', { name: 'Utilization by day of the week' })).toBeNull();
    expect(summary.getByRole('table', { name: 'Utilization by provider' })).toBeVisible();
  });

  it('rates utilization by the operator’s limits', async () => {
    serveWorked();
    await openSummary({ settings: { high_utilization_from: 90, medium_utilization_from: 70 } });
    const summary = within(screen.getByRole('region', { name: 'Summary' }));
    expect(await summary.findByRole('row', { name: /Dr. Kim Osei .* 87\.5% Medium/ })).toBeVisible();
  });

  it('shows no utilization by day of the week without the flag', async () => {
    serveWorked();
    await openSummary();
    const summary = within(screen.getByRole('region', { name: 'Summary' }));
    await summary.findByRole('table', { name: 'Utilization by provider' });
    expect(summary.getAllByRole('table')).toHaveLength(1);
  });

  it('shows an error when the summary fails to load and keeps the grid', async () => {
    serveWorked();
    server.use(answer(readHoursSummary, () => errorReply(500, 'broken', 'No')));
    const { shell } = await openSummary();
    expect(await screen.findByText('Failed to fetch provider summary')).toBeVisible();
    expect(shell.notifications).toEqual([{ severity: 'error', message: 'Failed to fetch provider summary' }]);
    expect(cell(KIM, 'Mon Nov 16', 'available')).toBeVisible();
  });

  it('names the call of the summary that the console doesn’t serve', async () => {
    serveWorked();
    server.use(answer(readHoursSummary, () => errorReply(404, 'unknown_call', 'Unknown')));
    await openSummary();
    expect(await screen.findByText(/^This console doesn’t serve readHoursSummary/)).toBeVisible();
    expect(screen.getByText('Failed to fetch provider summary')).toBeVisible();
  });
});

describe('saving', () => {
  it('sends the edits on the version read and shows them as saved', async () => {
    const hours = serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('7,5{Enter}');
    expect(page.shell.unsaved).toEqual({ what: '1 unsaved change to Provider hours worked' });
    await page.user.click(saveButton());
    await waitFor(() => expect(page.shell.notifications).toEqual([SUCCESS]));
    expect(hours.saves).toMatchObject([
      { ifMatch: '"1"', body: { 7: { '2026-11-16': { date: '2026-11-16', employee_id: 7, worked_hours: 27_000 } } } },
    ]);
    expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toBe('7.50, Original 6.50');
    expect(page.shell.unsaved).toBeNull();
  });

  it.each([
    ['the server gives a reason', () => errorReply(400, 'refused', 'The month is closed.'), 'The month is closed.'],
    ['the server gives no reason', connectionFailure, 'Failed to save provider hours'],
  ])('keeps the edits and shows the error when %s', async (_, broken, message) => {
    serveWorked();
    server.use(answer(saveHoursWorked, broken));
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('8{Enter}');
    await page.user.click(saveButton());
    await waitFor(() => expect(page.shell.notifications).toEqual([{ severity: 'error', message }]));
    expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toBe('8.00, Original 6.50, Not saved yet');
  });

  it("rejects an invalid text at the cell and doesn't send the batch", async () => {
    const hours = serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('8{Enter}24.5{Enter}');
    const wrong = cell(MARIA, 'Mon Nov 16', 'available');
    expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await page.user.click(saveButton());
    const reminder = within(screen.getByRole('region', { name: 'Unsaved changes' }));
    expect(reminder.getByText('Not saved: 1 error to correct first')).toBeVisible();
    await waitFor(() => expect(wrong).toHaveFocus());
    expect(hours.saves).toEqual([]);
  });

  it('reports once that nothing was saved until errors are corrected', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('25{Enter}26{Enter}{Control>}s{/Control}');
    const reminder = within(await screen.findByRole('region', { name: 'Unsaved changes' }));
    expect(await reminder.findByText('Not saved: 2 errors to correct first')).toBeVisible();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('8{Enter}');
    expect(reminder.getByText('Not saved: 1 error to correct first')).toBeVisible();
    await page.user.keyboard('8{Enter}');
    expect(screen.queryByText(/Not saved:/)).toBeNull();
    await page.user.keyboard('25{Enter}');
    expect(screen.queryByText(/Not saved:/)).toBeNull();
    expect(page.shell.notifications).toEqual([]);
  });

  it('marks the cells that the server rejects and keeps the rest for another save', async () => {
    serveWorked();
    const fields = { '7.2026-11-16.worked_hours': 'Must be 24 hours or less' };
    server.use(
      answer(saveHoursWorked, () => errorReply(422, 'invalid', 'Some hours are wrong.', { fields }), { once: true }),
    );
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('8{Enter}7{Enter}');
    await page.user.click(saveButton());
    await waitFor(() => expect(cell(KIM, 'Mon Nov 16', 'worked')).toHaveAttribute('aria-invalid', 'true'));
    expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toContain('Must be 24 hours or less');
    await page.user.click(saveButton());
    await waitFor(() => expect(page.shell.notifications.at(-1)).toEqual(SUCCESS));
    expect(cell(KIM, 'Mon Nov 16', 'worked')).not.toHaveAttribute('aria-invalid');
  });
});

describe('staged edits', () => {
  it('keeps edits when moving between ranges and back', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, ANA, 'Tue Nov 17', 'available');
    await page.user.keyboard('4{Enter}');
    await page.user.click(screen.getByRole('button', { name: 'Next week' }));
    await screen.findByText('Sun Nov 22 – Sat Nov 28, 2026');
    expect(page.shell.unsaved).not.toBeNull();
    await page.user.click(screen.getByRole('button', { name: '2 Weeks' }));
    await screen.findByText('Sun Nov 15 – Sat Nov 28, 2026');
    await waitFor(() =>
      expect(announcement(cell(ANA, 'Tue Nov 17', 'available'))).toBe('4.00, Original 8.00, Not saved yet'),
    );
  });

  it('restores edits after a reload with a notice and forgets them after saving', async () => {
    const hours = serveWorked();
    const first = await openGrid();
    await goTo(first, KIM, 'Mon Nov 16', 'worked');
    await first.user.keyboard('9{Enter}');
    await closeWorked();
    const page = await openGrid({ practiceId: first.practiceId });
    expect(screen.getByText('1 unsaved change restored')).toBeVisible();
    expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toBe('9.00, Original 6.50, Not saved yet');
    await page.user.click(saveButton());
    await waitFor(() => expect(page.shell.notifications).toEqual([SUCCESS]));
    expect(hours.overrides.get('7.2026-11-16.worked_hours')).toMatchObject({ seconds: 32_400 });
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  it('ends the notice of restored edits when the last of them is replaced', async () => {
    serveWorked();
    const first = await openGrid();
    await goTo(first, KIM, 'Mon Nov 16', 'worked');
    await first.user.keyboard('9{Enter}');
    await closeWorked();
    const page = await openGrid({ practiceId: first.practiceId });
    await goTo(page, ANA, 'Tue Nov 17', 'worked');
    await page.user.keyboard('2{Enter}');
    expect(screen.getByText('1 unsaved change restored')).toBeVisible();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('5{Enter}');
    expect(screen.queryByText(/restored/)).toBeNull();
    expect(page.shell.unsaved).not.toBeNull();
  });

  describe('with text typed into an open cell', () => {
    const typeInto = async (page: OpenWorked, text: string): Promise<void> => {
      await goTo(page, KIM, 'Mon Nov 16', 'worked');
      await page.user.keyboard(text);
      expect(screen.getByRole('textbox', { name: /^Edit/ })).toHaveValue(text);
    };

    it('has an unsaved change from the first key until Escape', async () => {
      serveWorked();
      const page = await openGrid();
      await typeInto(page, '3');
      await waitFor(() => expect(page.shell.unsaved).not.toBeNull());
      expect(saveButton()).toBeEnabled();
      await page.user.keyboard('{Escape}');
      expect(page.shell.unsaved).toBeNull();
      expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toBe('6.50');
    });

    it.each([
      ['3.5', '"seconds":12600', '3.50, Original 6.50, Not saved yet'],
      ['abc', '"text":"abc"', '“abc”: Not a number, Original 6.50, Not saved yet'],
    ])('restores %s after a reload', async (text, stored, shown) => {
      serveWorked();
      const first = await openGrid();
      await typeInto(first, text);
      await waitFor(() => expect(Object.values(sessionStorage).join('')).toContain(stored));
      await closeWorked();
      await openGrid({ practiceId: first.practiceId });
      expect(screen.getByText('1 unsaved change restored')).toBeVisible();
      expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toBe(shown);
    });

    it.each(['button', 'shortcut'])('saves it by the %s', async (by) => {
      const hours = serveWorked();
      const page = await openGrid();
      await typeInto(page, '3.5');
      if (by === 'shortcut') await page.user.keyboard('{Control>}s{/Control}');
      else await page.user.click(await waitFor(saveButton));
      await waitFor(() => expect(page.shell.notifications).toEqual([SUCCESS]));
      expect(hours.overrides.get('7.2026-11-16.worked_hours')).toMatchObject({ seconds: 12_600 });
      expect(page.shell.unsaved).toBeNull();
    });

    it('keeps it in its own cell while other days are shown', async () => {
      serveWorked();
      const page = await openGrid();
      await typeInto(page, '3.5');
      page.go(`/settings/${page.practiceId}/practice/provider-hours-worked?range=week&offset=1`);
      await screen.findByText('Sun Nov 22 – Sat Nov 28, 2026');
      await waitFor(() => expect(announcement(cell(KIM, 'Mon Nov 23', 'worked'))).not.toContain('Not saved yet'));
      expect(screen.queryByRole('textbox', { name: /^Edit/ })).not.toBeInTheDocument();
      page.go(`/settings/${page.practiceId}/practice/provider-hours-worked?range=week`);
      await screen.findByText('Sun Nov 15 – Sat Nov 21, 2026');
      await waitFor(() =>
        expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toBe('3.50, Original 6.50, Not saved yet'),
      );
    });
  });

  it('discards edits when the person confirms leaving the page', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('9{Enter}');
    page.go(`/settings/${page.practiceId}/practice/provider-hours`);
    await closeWorked();
    expect(sessionStorage).toHaveLength(0);
  });

  it('discards edits after a confirmation', async () => {
    serveWorked();
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('9{Enter}');
    await page.user.click(screen.getByRole('button', { name: 'Discard' }));
    await page.user.click(screen.getByRole('button', { name: 'Discard 1 change' }));
    expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toBe('6.50');
    expect(page.shell.unsaved).toBeNull();
  });

  it('clears the overrides of the week with Reset Week, even if the original changed', async () => {
    const hours = serveWorked();
    hours.set('7.2026-11-16.worked_hours', 36_000);
    const page = await openGrid();
    await goTo(page, KIM, 'Tue Nov 17', 'available');
    await page.user.keyboard('1{Enter}');
    await page.user.click(screen.getByRole('button', { name: `Reset Week: ${KIM}` }));
    expect(announcement(cell(KIM, 'Tue Nov 17', 'available'))).toBe('8.00');
    expect(announcement(cell(KIM, 'Mon Nov 16', 'worked'))).toBe('6.50, Original 6.50, Not saved yet');
    hours.original = (provider, date, figure) => computed(provider, date, figure) + 1800;
    await page.user.click(saveButton());
    await waitFor(() => expect(page.shell.notifications).toEqual([SUCCESS]));
    expect(hours.saves[0]?.body).toEqual({
      7: { '2026-11-16': { date: '2026-11-16', employee_id: 7, worked_hours: null } },
    });
    expect(hours.overrides.size).toBe(0);
  });

  it('offers Reset Week only with edits', async () => {
    const hours = serveWorked();
    hours.set('9.2026-11-16.worked_hours', 36_000);
    const page = await openGrid();
    const resets = (): (string | null)[] =>
      screen.queryAllByRole('button', { name: /^Reset Week/ }).map((button) => button.getAttribute('aria-label'));
    expect(resets()).toEqual([`Reset Week: ${MARIA}`]);
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.keyboard('1{Enter}');
    expect(resets()).toEqual([`Reset Week: ${KIM}`, `Reset Week: ${MARIA}`]);
    await page.user.click(screen.getByRole('button', { name: `Reset Week: ${KIM}` }));
    expect(resets()).toEqual([`Reset Week: ${MARIA}`]);
    expect(screen.getByRole('rowheader', { name: KIM })).toHaveFocus();
  });

  it('clears the overrides of one day with Reset day', async () => {
    const hours = serveWorked();
    hours.set('7.2026-11-16.worked_hours', 36_000);
    hours.set('7.2026-11-17.worked_hours', 36_000);
    const page = await openGrid();
    await goTo(page, KIM, 'Mon Nov 16', 'worked');
    await page.user.click(screen.getByRole('button', { name: 'Reset day' }));
    await page.user.click(saveButton());
    await waitFor(() => expect(page.shell.notifications).toEqual([SUCCESS]));
    expect([...hours.overrides.keys()]).toEqual(['7.2026-11-17.worked_hours']);
  });

  it.each([
    ['2 Weeks', 'Reset 2 Weeks'],
    ['Month', 'Reset Month'],
  ])('labels the reset of the range %s as "%s"', async (range, label) => {
    const hours = serveWorked();
    hours.set('7.2026-11-20.worked_hours', 36_000);
    const page = await openGrid();
    await page.user.click(screen.getByRole('button', { name: range }));
    expect(await screen.findByRole('button', { name: `${label}: ${KIM}` })).toBeVisible();
  });
});

it('moves to an error in days outside the shown range', async () => {
  serveWorked();
  const page = await openGrid();
  await goTo(page, KIM, 'Mon Nov 16', 'worked');
  await page.user.keyboard('99{Enter}');
  await page.user.click(screen.getByRole('button', { name: 'Next week' }));
  await screen.findByText('Sun Nov 22 – Sat Nov 28, 2026');
  await page.user.click(saveButton());
  expect(page.search()).toBe('?range=month');
  await waitFor(() => expect(cell(KIM, 'Mon Nov 16', 'worked')).toHaveFocus());
});

it('clears the filter for an error of a hidden provider on other days', async () => {
  serveWorked();
  const page = await openGrid();
  await goTo(page, KIM, 'Mon Nov 16', 'worked');
  await page.user.keyboard('99{Enter}');
  await page.user.type(screen.getByRole('searchbox', { name: 'Filter by name' }), 'maria');
  await waitFor(() => expect(page.search()).toContain('q=maria'));
  await page.user.click(screen.getByRole('button', { name: 'Next week' }));
  await waitFor(() => expect(cell(MARIA, 'Mon Nov 23', 'worked')).toBeVisible());
  await page.user.click(saveButton());
  await waitFor(() => expect(cell(KIM, 'Mon Nov 16', 'worked')).toHaveFocus());
  expect(page.search()).toBe('?range=month');
});
