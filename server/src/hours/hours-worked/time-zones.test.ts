import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { addDays, weekdayOf } from 'shared-api/contracts';
import type { Person } from '../../access/people/people-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTestPerson, runJobs, signedIn, type TestServer, testServer } from '../../testing/test-server.js';
import { type Opened, hours, hoursWorkedActions, providerIn } from './testing/hours-worked-actions.js';

const losAngeles = 'America/Los_Angeles';
const auckland = 'Pacific/Auckland';

describeWithDatabase('past days of a practice whose time zone changes', (database) => {
  let server: TestServer;
  let opened: Opened;
  let superAdmin: Person;
  const { open, anAppointment, read, recalculate, storedDays, syncAppointment } = hoursWorkedActions(() => server);
  beforeAll(async () => {
    server = await testServer(database());
    superAdmin = await createTestPerson(server.db, { flags: { super_admin: true } });
  });
  afterAll(() => server.close());

  const saveZone = async (zone: string) => {
    const url = `/api/${opened.practiceId}/settings/update_practice_settings/`;
    const saved = await server.call(await signedIn(server, superAdmin), 'POST', url, { time_zone: zone });
    expect(saved.statusCode).toBe(200);
    await runJobs(server);
  };
  /** Hours worked from Sunday to Saturday. */
  const week = async (offset: number) => {
    opened.caller = await signedIn(server, superAdmin);
    const days = providerIn(await read(opened, `?view_type=week&days=7&week_offset=${offset}`), 7)?.hours ?? {};
    return Object.values(days).map((day) => day.worked_hours / 3600);
  };
  const setClock = (time: string) => {
    server.clock.now = new Date(time);
  };

  beforeEach(async () => {
    opened = await open();
    await saveZone(losAngeles);
    // 1 PM to 5 PM in Los Angeles, which is the next day in Auckland. On workdays from October 26 to November 20.
    for (let date = '2026-10-26'; date <= '2026-11-20'; date = addDays(date, 1)) {
      if (weekdayOf(date) === 0 || weekdayOf(date) === 6) continue;
      await anAppointment(opened.practiceId, { starts: `${date}T21:00:00Z`, ends: `${addDays(date, 1)}T01:00:00Z` });
    }
    await recalculate(opened);
    await runJobs(server);
  });

  it('stay when the new zone is a day ahead, also when recomputed', async () => {
    const before = await Promise.all([week(-1), week(-2), week(-3)]);
    expect(before[0]).toEqual([0, 4, 4, 4, 4, 4, 0]);
    // 10 AM on Friday in Los Angeles, Saturday in Auckland.
    await saveZone(auckland);
    expect(await Promise.all([week(-1), week(-2), week(-3)])).toEqual(before);
    expect(await week(0)).toEqual([0, 4, 4, 4, 4, 4, 0]);
    await recalculate(opened);
    await runJobs(server);
    expect(await Promise.all([week(-1), week(-2), week(-3)])).toEqual(before);
  });

  it('stay when the new zone is behind, as do the bounds of the hours', async () => {
    await anAppointment(opened.practiceId, { starts: '2025-05-06T07:00:00Z', ends: '2025-05-06T08:00:00Z' });
    const { bounds } = await read(opened);
    const before = await week(-1);
    await saveZone('Pacific/Honolulu');
    expect(await week(-1)).toEqual(before);
    expect((await read(opened)).bounds).toEqual(bounds);
  });

  it('count a late-synced appointment on its original day', async () => {
    await saveZone(auckland);
    setClock('2026-11-25T18:00:00Z');
    // 2 PM on Saturday, November 14, in Los Angeles, Sunday in Auckland.
    await syncAppointment(opened.practiceId, '2026-11-14T22:00:00Z', '2026-11-14T23:00:00Z');
    await runJobs(server);
    const stored = (await storedDays(opened.practiceId)).filter((day) => day.provider_id === 7);
    const worked = (date: string) => stored.find((day) => day.date === date)?.worked_seconds;
    expect([worked('2026-11-14'), worked('2026-11-15')]).toEqual([hours(1), 0]);
  });

  it.each([
    ['ahead', auckland, '2026-11-21'],
    ['behind', 'Pacific/Honolulu', '2026-11-20'],
  ])('end where a zone that is %s starts, and count every appointment on one day', async (_, zone, first) => {
    await saveZone(zone);
    // Every second hour, from two days before the change to three days after it.
    for (let hour = 0; hour < 5 * 24; hour += 2) {
      const [starts, ends] = [hour, hour + 1].map((at) => new Date(Date.UTC(2026, 10, 18, at)).toISOString());
      await anAppointment(opened.practiceId, { provider_id: 8, starts: starts ?? '', ends: ends ?? '' });
    }
    await recalculate(opened);
    await runJobs(server);
    const month = providerIn(await read(opened, '?view_type=month&days=-1'), 8);
    expect(month?.total_hours_worked).toBe(hours(60));
    const history = await server.db
      .selectFrom('former_time_zones')
      .select(['time_zone', 'until'])
      .where('practice_id', '=', opened.practiceId)
      .execute();
    expect(history).toEqual([{ time_zone: losAngeles, until: first }]);
  });

  it('keep each of several former zones', async () => {
    await saveZone(auckland);
    setClock('2026-12-02T20:00:00Z');
    await syncAppointment(opened.practiceId, '2026-11-24T20:00:00Z', '2026-11-24T23:00:00Z');
    await runJobs(server);
    // 9 AM to noon on Wednesday, November 25, in Auckland; Tuesday in Chicago.
    expect(await week(-1)).toEqual([0, 0, 0, 3, 0, 0, 0]);
    await saveZone('America/Chicago');
    expect(await week(-1)).toEqual([0, 0, 0, 3, 0, 0, 0]);
    expect(await week(-2)).toEqual([0, 4, 4, 4, 4, 4, 0]);
  });

  it('follow a zone corrected before the first sync of appointments', async () => {
    opened = await open();
    await saveZone(auckland);
    await anAppointment(opened.practiceId, { starts: '2026-11-09T20:00:00Z', ends: '2026-11-09T23:00:00Z' });
    await recalculate(opened);
    await runJobs(server);
    // Tuesday in Auckland.
    expect(await week(-1)).toEqual([0, 0, 3, 0, 0, 0, 0]);
  });

  it('don’t change when a zone change is reverted on the same day', async () => {
    await saveZone('America/Denver');
    await saveZone('America/Chicago');
    await saveZone(losAngeles);
    expect(
      await server.db
        .selectFrom('former_time_zones')
        .selectAll()
        .where('practice_id', '=', opened.practiceId)
        .execute(),
    ).toEqual([]);
  });

  it('show in the activity the day from which the zone applies', async () => {
    await saveZone(auckland);
    const url = `/api/${opened.practiceId}/activity/?area=settings`;
    const { results } = (await server.call(await signedIn(server, superAdmin), 'GET', url)).json<{
      results: { sentence: { text: string }[]; revert: string | null }[];
    }>();
    expect(results[0]?.sentence.map(({ text }) => text).join('')).toBe(
      'changed Time zone from Pacific Time (Los Angeles) to New Zealand (Auckland) from Nov 21, 2026 on',
    );
    expect(results[0]?.revert).not.toBeNull();
  });
});
