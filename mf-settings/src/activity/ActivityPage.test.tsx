import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { missingRight } from 'shared-api/contracts';
import {
  type ActivityItem,
  type ActivityPage,
  listActivity,
  listActivityActors,
  readActivity,
} from 'shared-api/contracts/activity';
import { endSupportAccess, listSupportAccesses, type SupportAccess } from 'shared-api/contracts/support-access';
import { answer, errorReply, neverAnswer, reply } from 'shared-api/testing';
import { catchDownloads } from 'shared-ui/testing';
import { someSettings, staff } from '../settings-record/testing/builders';
import {
  ACTIVITY,
  type OpenPage,
  openPage,
  openSettings,
  saveButton,
  serve,
  server,
  withServer,
} from '../settings-record/testing/open-page';

withServer();

const ZONE = 'America/Chicago';
const idOf = (number: number) => `17639${number}-00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

function anItem(number: number, over: Partial<ActivityItem> = {}): ActivityItem {
  return {
    id: idOf(number),
    practice_id: 1,
    practice_name: 'Bright Smiles Dental',
    at: Date.parse('2026-11-20T15:12:00Z') / 1000 - number * 60,
    actor: { kind: 'person', name: 'Sam Ortiz' },
    area: 'hours',
    sentence: [
      { kind: 'text', text: 'changed ' },
      { kind: 'name', text: 'Friday’s office hours' },
      { kind: 'text', text: ' from ' },
      { kind: 'removed', text: '8:00–5:00' },
      { kind: 'text', text: ' to ' },
      { kind: 'added', text: '8:00–2:00' },
    ],
    changes: [],
    link: '/settings/1/practice/provider-hours',
    revert: `/settings/1/practice/provider-hours?revert=${idOf(number)}`,
    ...over,
  };
}

const pageOf = (results: ActivityItem[], over: Partial<ActivityPage> = {}): ActivityPage => ({
  results,
  next: null,
  practice_name: 'Bright Smiles Dental',
  time_zone: ZONE,
  hidden_areas: [],
  ...over,
});

/** Serves pages by cursor and records the queries. */
function serveActivity(pages: (query: Record<string, unknown>) => ActivityPage): Record<string, unknown>[] {
  const queries: Record<string, unknown>[] = [];
  server.use(
    answer(listActivity, ({ query }) => {
      queries.push(query);
      return reply(listActivity, pages(query));
    }),
    answer(listSupportAccesses, () => reply(listSupportAccesses, { accesses: [] })),
    answer(listActivityActors, () =>
      reply(listActivityActors, { actors: [{ id: 'u-sam', kind: 'person', name: 'Sam Ortiz' }] }),
    ),
  );
  return queries;
}

const open = (search = '', rights?: readonly ['activity'] | readonly []): Promise<OpenPage> =>
  openPage(staff, { route: ACTIVITY, search }, rights);

describe('activity list', () => {
  it('shows each change as a sentence below its day, with old and new values', async () => {
    serveActivity(() =>
      pageOf([
        anItem(1),
        anItem(2, {
          sentence: [{ kind: 'text', text: 'changed 2 settings' }],
          changes: [
            { label: 'Baseline date', before: null, after: 'Nov 1, 2026' },
            { label: 'Send task emails', before: 'Off', after: 'On' },
          ],
          revert: null,
        }),
      ]),
    );
    await open();
    const day = within(await screen.findByRole('region', { name: /Nov 20, 2026|Today/ }));
    const [first, second] = day.getAllByRole('listitem').filter((item) => item.querySelector('time'));
    expect(first).toHaveTextContent('9:11 AM');
    expect(first).toHaveTextContent('Sam Ortiz changed Friday’s office hours from 8:00–5:00 to 8:00–2:00');
    expect(first?.querySelector('del')).toHaveTextContent('8:00–5:00');
    expect(first?.querySelector('ins')).toHaveTextContent('8:00–2:00');
    expect(second).toHaveTextContent('Baseline date: Nov 1, 2026');
    expect(second).toHaveTextContent('Send task emails: Off → On');
    expect(day.getAllByRole('link', { name: /^Revert/ })).toHaveLength(1);
  });

  it('loads earlier changes and says when there are no more', async () => {
    const queries = serveActivity(({ cursor }) =>
      cursor === idOf(1) ? pageOf([anItem(2)]) : pageOf([anItem(1)], { next: idOf(1) }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Load earlier changes' }));
    expect(await screen.findByText('That’s everything.')).toBeVisible();
    expect(screen.getAllByRole('link', { name: /^Revert/ })).toHaveLength(2);
    expect(queries.at(-1)).toMatchObject({ cursor: idOf(1), page_size: 50 });
  });

  it('filters by area, person and period, keeps focus, and stores the filters in the URL', async () => {
    const queries = serveActivity(() => pageOf([anItem(1)]));
    const { user, address } = await open();
    await screen.findByRole('link', { name: /^Revert/ });
    const area = screen.getByRole('combobox', { name: 'Area' });
    await user.selectOptions(area, 'Hours');
    await screen.findByRole('option', { name: 'Sam Ortiz' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'Sam Ortiz');
    const week = screen.getByRole('button', { name: '7 days' });
    await user.click(week);
    expect(week).toHaveFocus();
    expect(address()).toMatch(/\?area=hours&person=u-sam&period=week$/);
    await waitFor(() =>
      expect(queries.at(-1)).toMatchObject({
        area: 'hours',
        actor: 'u-sam',
        from_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      }),
    );
  });

  it('applies filters from the URL to the first request', async () => {
    const queries = serveActivity(() => pageOf([anItem(1)]));
    await open('?area=members&period=dates&from=2026-11-01&to=2026-11-02');
    await screen.findByRole('link', { name: /^Revert/ });
    expect(queries[0]).toMatchObject({ area: 'members', from_date: '2026-11-01', to_date: '2026-11-02' });
  });

  it('offers to clear filters that match nothing', async () => {
    serveActivity(({ area }) => pageOf(area === undefined ? [anItem(1)] : []));
    const { user } = await open('?area=phone');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByRole('link', { name: /^Revert/ })).toBeVisible();
  });

  it('retries after a failed load', async () => {
    serveActivity(() => pageOf([anItem(1)]));
    server.use(answer(listActivity, () => errorReply(503, 'unavailable', 'Busy'), { once: true }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: /^Revert/ })).toBeVisible();
  });

  it('shows that changes are loading', async () => {
    server.use(answer(listActivity, neverAnswer), answer(listActivityActors, neverAnswer));
    await open();
    expect((await screen.findAllByText('Loading changes...')).length).toBeGreaterThan(0);
  });

  it('exports all matching changes, with formulas escaped', async () => {
    const files = new Map<string, Blob>();
    catchDownloads(files);
    serveActivity(({ cursor }) =>
      cursor === undefined
        ? pageOf([anItem(1, { actor: { kind: 'person', name: '=SUM(A1)' } })], { next: idOf(1) })
        : pageOf([anItem(2)]),
    );
    const { user, practiceId } = await open();
    const download = await screen.findByRole('button', { name: 'Export CSV' });
    await waitFor(() => expect(download).not.toHaveAttribute('aria-disabled', 'true'));
    await user.click(download);
    await waitFor(() => expect(files.size).toBe(1));
    const [[name, file]] = [...files] as [[string, Blob]];
    expect(name).toMatch(new RegExp(`^activity-${practiceId}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    const [head, first, second] = (await file.text()).replace('\uFEFF', '').split('\r\n');
    expect(head).toBe('Date and time (America/Chicago),Person,Area,Change,Details');
    expect(first).toContain("2026-11-20 09:11,'=SUM(A1),Hours,'=SUM(A1) changed");
    expect(second).toContain('Sam Ortiz changed Friday’s office hours from 8:00–5:00 to 8:00–2:00');
  });

  it('says that billing is hidden from people without access to it', async () => {
    serveActivity(() => pageOf([anItem(1)], { hidden_areas: ['billing'] }));
    await open();
    expect(await screen.findByText(/Changes of billing aren’t shown/)).toBeVisible();
  });

  it('names the missing right instead of the list', async () => {
    await open('', []);
    expect(await screen.findByText(missingRight('activity', 'Bright Smiles Dental'))).toBeVisible();
  });
});

describe('a revert link', () => {
  const serveRevert = (values: Record<string, unknown>) =>
    server.use(
      answer(readActivity, () =>
        reply(readActivity, { item: anItem(1), revert: { kind: 'settings', values }, time_zone: ZONE }),
      ),
    );
  const search = `?revert=${idOf(1)}`;

  it('stages the previous values without saving them, and removes the link from the URL', async () => {
    const state = serve(someSettings({ is_pediatric: true }));
    serveRevert({ is_pediatric: false });
    const { user, address } = await openSettings(staff, { search });
    expect(await screen.findByText('Restored values from Nov 20, 2026 are staged. Review and save.')).toBeVisible();
    expect(screen.getByRole('switch', { name: /Pediatric practice/ })).not.toBeChecked();
    expect(state.saves).toHaveLength(0);
    expect(address()).not.toContain('revert');
    await user.click(saveButton());
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Save 1 change?' })).getByRole('button', { name: 'Save' }),
    );
    await waitFor(() => expect(state.saves).toHaveLength(1));
    expect(state.settings.is_pediatric).toBe(false);
  });

  it('also stages overrides of the other page, and lists all changes with their day before the save', async () => {
    const state = serve(someSettings({ is_pediatric: true }));
    serveRevert({ is_pediatric: false, emailOptOutOverrideOptions: [], smsOptOutOverrideOptions: ['s2'] });
    const { user } = await openSettings(staff, { search });
    expect(
      await screen.findByText(/^Also staged, from Communication settings: .*You see each value before you save\.$/),
    ).toBeVisible();
    expect(screen.queryByText(/You can’t change this here/)).toBeNull();
    await user.click(screen.getByRole('switch', { name: /Send task emails/ }));
    await user.click(saveButton());
    // Turning an override on asks what it asks on its own page.
    const asked = within(
      await screen.findByRole('alertdialog', { name: 'Send 1 kind of message to patients who opted out?' }),
    );
    const lines = within(asked.getByRole('list', { name: 'Changes to save' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Send task emailsOff → On$/),
      expect.stringMatching(/^Pediatric practiceOn → Off.*restored from Nov 20$/),
      expect.stringMatching(/^Email opt-out overrides: Appointment remindersOn → Off.*restored from Nov 20$/),
      expect.stringMatching(/^SMS opt-out overrides: Recall noticesOff → On.*restored from Nov 20$/),
    ]);
    await user.click(asked.getByRole('button', { name: 'Save and send them' }));
    await waitFor(() => expect(state.saves).toHaveLength(1));
    expect(state.settings.is_pediatric).toBe(false);
    const on = (list: readonly { id: string; checked: boolean }[]) =>
      list.filter(({ checked }) => checked).map(({ id }) => id);
    expect([on(state.settings.emailOptOutOverrideOptions), on(state.settings.smsOptOutOverrideOptions)]).toEqual([
      [],
      ['s2'],
    ]);
  });

  it('lists settings that can no longer be changed here', async () => {
    serve(someSettings({ is_pediatric: true }));
    serveRevert({ market_iq_max_phone_numbers: 3 });
    await openSettings(staff, { search });
    expect(await screen.findByText('You can’t change this here: Limit of phone numbers.')).toBeVisible();
  });

  it('stages nothing for people who can’t change settings', async () => {
    serve(someSettings({ is_pediatric: true }));
    serveRevert({ is_pediatric: false });
    await openSettings(staff, { search }, ['activity']);
    expect(await screen.findByText('You can’t change this here: Pediatric practice.')).toBeVisible();
    expect(screen.getByRole('switch', { name: /Pediatric practice/ })).toBeChecked();
  });

  it('retries when the previous values can’t be loaded', async () => {
    serve(someSettings({ is_pediatric: true }));
    serveRevert({ is_pediatric: false });
    server.use(
      answer(readActivity, () => errorReply(404, 'not_found', 'This change isn’t in the activity.'), { once: true }),
    );
    const { user } = await openSettings(staff, { search });
    expect(await screen.findByText('This change isn’t in the activity.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/are staged/)).toBeVisible();
  });
});

describe('current support access', () => {
  const access: SupportAccess = {
    id: '3f0c1c1e-8a4e-4f8e-9a53-0c6c5a1f2b10',
    person: { id: 'u-ivy', name: 'Ivy Internal' },
    reason: 'Ticket 812: wrong invoices',
    opened_at: Date.parse('2026-11-20T18:30:00Z') / 1000,
    ends_at: Date.parse('2026-11-20T19:30:00Z') / 1000,
  };
  /** A support access that stays open until it is ended. */
  function serveAccess(): { ended: string[]; queries: Record<string, unknown>[] } {
    const queries = serveActivity(() => pageOf([anItem(1)]));
    const ended: string[] = [];
    server.use(
      answer(listSupportAccesses, () => reply(listSupportAccesses, { accesses: ended.length === 0 ? [access] : [] })),
      answer(endSupportAccess, ({ params }) => {
        ended.push(params.access);
        return reply(endSupportAccess, { status: 'success' });
      }),
    );
    return { ended, queries };
  }

  it('appears above the activity with its reason, and can be ended by an owner', async () => {
    const { ended, queries } = serveAccess();
    const { user } = await openPage(staff, { route: ACTIVITY }, ['activity', 'members']);
    const notice = await screen.findByRole('region', { name: 'Support access now' });
    expect(notice).toHaveTextContent('Ivy Internal has support access until 1:30 PM.');
    expect(notice).toHaveTextContent('Ticket 812: wrong invoices');
    await screen.findByRole('link', { name: /^Revert/ });
    await user.click(screen.getByRole('button', { name: 'End access of Ivy Internal' }));
    await waitFor(() => expect(notice).not.toBeInTheDocument());
    expect(ended).toEqual([access.id]);
    await waitFor(() => expect(queries.length).toBe(2));
  });

  it('has no button for people who can’t manage members', async () => {
    serveAccess();
    await open('', ['activity']);
    const notice = await screen.findByRole('region', { name: 'Support access now' });
    expect(within(notice).queryByRole('button')).toBeNull();
  });

  it('keeps showing the access with an error when ending fails', async () => {
    serveAccess();
    server.use(answer(endSupportAccess, () => errorReply(500, 'broken', '')));
    const { user, shell } = await openPage(staff, { route: ACTIVITY }, ['activity', 'members']);
    await user.click(await screen.findByRole('button', { name: 'End access of Ivy Internal' }));
    await waitFor(() =>
      expect(shell.notifications).toMatchObject([
        { severity: 'error', message: 'Couldn’t end the support access of Ivy Internal.' },
      ]),
    );
    expect(screen.getByRole('region', { name: 'Support access now' })).toBeVisible();
  });
});
