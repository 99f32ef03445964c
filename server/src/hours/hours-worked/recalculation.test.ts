import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { WeeklyHoursRecord } from 'shared-api/contracts';
import { scheduleVersionOn } from '../schedules/schedule-changes.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  createTestPerson,
  testAudit,
  runJobs,
  signedIn,
  type TestServer,
  testServer,
} from '../../testing/test-server.js';
import { currentInputs } from './computing.js';
import { listStaleDates } from './hours-worked-repository.js';
import { RECALCULATION } from './recalculation.js';
import { recomputeStaleDays } from './recomputation.js';
import { edit, friday, hours, monday, providerIn, hoursWorkedActions } from './testing/hours-worked-actions.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

describeWithDatabase('recalculation of hours worked', (database) => {
  let server: TestServer;
  const { open, anAppointment, read, cellOf, save, recalculate, status, storedDays, quota, syncAppointment } =
    hoursWorkedActions(() => server);
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  it('updates figures with a recalculation, and keeps overrides', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    await save(opened, edit({ worked_hours: hours(5) }, '8'));
    await anAppointment(opened.practiceId, { starts: '2026-11-16T15:00:00Z', ends: '2026-11-16T16:00:00Z' });
    expect(await cellOf(opened)).toMatchObject({ available_hours: hours(7), worked_hours: 0 });

    expect((await recalculate(opened)).json()).toEqual({
      status: 'success',
      message: 'Provider hours recalculation started',
    });
    expect((await read(opened)).recalculation).toMatchObject({
      state: 'pending',
      percent: 0,
      requested_by: 'Olivia Owner',
    });
    const before = await status(opened);
    await runJobs(server);
    const after = await read(opened);
    expect(after.status_version).not.toBe(before.version);
    expect(after.status_version).toBe((await status(opened)).version);
    expect(after.recalculation).toMatchObject({
      state: 'done',
      percent: 100,
      range: { start: '2026-01-01', end: '2026-12-31' },
    });
    expect(providerIn(after, 7)?.hours[monday]).toMatchObject({ worked_hours: hours(1) });
    expect(providerIn(after, 8)?.hours[monday]).toMatchObject({ modified_worked_hours: hours(5) });
  });

  it('resumes a recalculation where it stopped before a restart', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    await anAppointment(opened.practiceId, { starts: '2026-11-02T15:00:00Z', ends: '2026-11-02T16:00:00Z' });
    await anAppointment(opened.practiceId, { starts: '2026-11-30T15:00:00Z', ends: '2026-11-30T16:00:00Z' });
    await recalculate(opened);
    // The state left by the previous replica: all days before the 29th are done.
    await server.db
      .updateTable('jobs')
      .set({ progress: JSON.stringify({ range: { start: '2026-11-01', end: '2026-11-30' }, next: '2026-11-29' }) })
      .where('practice_id', '=', opened.practiceId)
      .where('state', '=', 'pending')
      .execute();
    const half = await read(opened);
    expect(half.recalculation).toMatchObject({ state: 'pending', percent: 93 });
    await runJobs(server);
    const month = await read(opened, '?view_type=month&days=-1');
    const days = providerIn(month, 7)?.hours ?? {};
    expect([days['2026-11-02']?.worked_hours, days['2026-11-30']?.worked_hours]).toEqual([0, hours(1)]);
    expect(month.recalculation).toMatchObject({ state: 'done', percent: 100 });
  });

  it('replaces an unfinished recalculation with a newer one', async () => {
    const opened = await open();
    await recalculate(opened);
    await recalculate(opened);
    await runJobs(server);
    const jobs = await server.db
      .selectFrom('jobs')
      .select(['state', 'message'])
      .where('practice_id', '=', opened.practiceId)
      .where('kind', '=', RECALCULATION)
      .orderBy('state')
      .execute();
    expect(jobs).toEqual([
      { state: 'done', message: null },
      { state: 'failed', message: 'Replaced by a newer recalculation.' },
    ]);
  });

  it('allows 20 recalculations in 24 hours, and returns 429 with Retry-After after that', async () => {
    const opened = await open();
    // All requested concurrently: counting and adding is atomic.
    const responses = await Promise.all(Array.from({ length: 25 }, () => recalculate(opened)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    const refused = await recalculate(opened);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      error: 'Rate limit exceeded. You can recalculate provider hours up to 20 times in a 24-hour period.',
    });
    expect(refused.headers['retry-after']).toBe('86400');

    const requestTime = server.clock.now.getTime();
    const someoneAt = async (milliseconds: number) => {
      server.clock.now = new Date(requestTime + milliseconds);
      const caller = await signedIn(server, await createTestPerson(server.db, { practices: [opened.practiceId] }));
      return recalculate({ ...opened, caller });
    };
    expect((await someoneAt(86_400_000 - 1000)).statusCode).toBe(429);
    expect((await someoneAt(86_400_000 + 1000)).statusCode).toBe(200);
    await runJobs(server);
  });

  it('starts with the first appointment, and deletes figures outside the available days', async () => {
    const opened = await open();
    await anAppointment(opened.practiceId, { starts: '2024-05-06T15:00:00Z', ends: '2024-05-06T16:00:00Z' });
    const far = { practice_id: opened.practiceId, provider_id: 7, available_seconds: 0, worked_seconds: 0 };
    await server.db
      .insertInto('hours_worked')
      .values({ ...far, date: '1931-01-01', computed_at: friday })
      .execute();
    await recalculate(opened);
    await runJobs(server);
    const days = (await storedDays(opened.practiceId)).map(({ date }) => date).sort();
    expect([days[0], days.at(-1)]).toEqual(['2024-05-06', '2026-12-31']);
  });

  it('recomputes automatically after a sync, without using a recalculation', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    await save(opened, edit({ available_hours: hours(3) }));
    const before = await status(opened);
    await syncAppointment(opened.practiceId, '2026-11-16T15:00:00Z', '2026-11-16T17:00:00Z');
    await syncAppointment(opened.practiceId, '2026-03-02T15:00:00Z', '2026-03-02T16:00:00Z');
    expect((await read(opened)).updating).toBe(true);
    expect((await status(opened)).updating).toBe(true);
    await runJobs(server);
    const after = await read(opened);
    expect(after.updating).toBe(false);
    expect(providerIn(after, 7)?.hours[monday]).toMatchObject({
      worked_hours: hours(2),
      modified_available_hours: hours(3),
    });
    const march = await server.db
      .selectFrom('hours_worked')
      .select('worked_seconds')
      .where('practice_id', '=', opened.practiceId)
      .where('date', '=', '2026-03-02')
      .where('provider_id', '=', 7)
      .execute();
    expect(march).toEqual([{ worked_seconds: hours(1) }]);
    expect((await status(opened)).version).not.toBe(before.version);
    expect(await quota(opened.practiceId)).toHaveLength(1);
  });

  it('recomputes automatically when weekly hours or settings change', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    const weekly = `/api/${opened.practiceId}/provider-hours/`;
    const list = (await server.call(opened.caller, 'GET', weekly)).json<{ message: WeeklyHoursRecord[] }>().message;
    const longer = list.map((row) => (row.provider_id === 7 ? { ...row, mon_end: '6:00 PM' } : row));
    expect((await server.call(opened.caller, 'POST', `${weekly}bulk_update/`, longer)).statusCode).toBe(200);
    await runJobs(server);
    expect(await cellOf(opened)).toMatchObject({ available_hours: hours(8) });
    const change = { additional_data: { use_pms_provider_schedule_for_utilization: true } };
    await server.call(opened.caller, 'POST', `/api/${opened.practiceId}/settings/update_practice_settings/`, change);
    await runJobs(server);
    expect(await cellOf(opened)).toMatchObject({ available_hours: 0 });
  });

  it('computes the latest remaining days first, after today and the pay period', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    await syncAppointment(opened.practiceId, '2026-11-16T15:00:00Z', '2026-11-16T17:00:00Z');
    const order: string[] = [];
    await recomputeStaleDays(
      {
        practiceId: opened.practiceId,
        id: 'job',
        input: {},
        progress: {},
        ...testAudit(),
        requestedAt: new Date(),
        attempt: 1,
      },
      {
        db: server.db,
        now: () => server.clock.now,
        signal: new AbortController().signal,
        async saveProgress(transaction) {
          const inputs = await currentInputs(transaction, opened.practiceId);
          const [latest] = await listStaleDates(transaction, opened.practiceId, inputs, 1);
          order.push(latest ?? 'none');
        },
      },
    );
    expect(order.slice(0, 2)).toEqual(['2026-12-31', '2026-12-03']);
    expect(order.at(-1)).toBe('none');
    await runJobs(server);
  });

  it('shows when and from which versions figures were computed', async () => {
    const opened = await open();
    await recalculate(opened);
    await runJobs(server);
    const [day] = await storedDays(opened.practiceId);
    const { schedule, ...versions } = await currentInputs(server.db, opened.practiceId);
    expect(day).toMatchObject({ ...versions, schedule_version: scheduleVersionOn(schedule, day?.date ?? '') });
    expect((await read(opened)).computed_at).toBe(epochSeconds(server.clock.now));
  });
});
