import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import { runJobs, type TestServer, testServer } from '../../testing/test-server.js';
import { edit, fieldsOf, hours, monday, providerIn, hoursWorkedActions } from './testing/hours-worked-actions.js';

describeWithDatabase('edits of hours worked', (database, engine) => {
  let server: TestServer;
  const { open, anAppointment, read, cellOf, save, recalculate } = hoursWorkedActions(() => server);
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  it('saves overrides next to computed figures, and counts them in totals', async () => {
    const opened = await open();
    const before = await read(opened);
    const response = await save(opened, edit({ available_hours: hours(6), worked_hours: hours(5.5) }), {
      'if-match': before.etag,
    });
    expect(response.json()).toEqual({ status: 'success', message: 'Provider hours saved successfully' });
    const after = await read(opened);
    expect(after.etag).toBe(response.headers.etag);
    expect(after.etag).not.toBe(before.etag);
    expect(providerIn(after, 7)).toMatchObject({
      total_hours_available: hours(6),
      total_hours_worked: hours(5.5),
      total_days_worked: 1,
    });
    expect(providerIn(after, 7)?.hours[monday]).toEqual({
      available_hours: hours(7),
      worked_hours: 0,
      modified_available_hours: hours(6),
      modified_worked_hours: hours(5.5),
    });
    const log = await server.db
      .selectFrom('audit_log')
      .select(['actor_name', 'before', 'after'])
      .where('practice_id', '=', opened.practiceId)
      .where('action', '=', 'hours_worked.save')
      .orderBy('sequence')
      .execute();
    expect(log).toEqual([
      {
        actor_name: 'Olivia Owner',
        before: { [`7.${monday}.available_hours`]: null, [`7.${monday}.worked_hours`]: null },
        after: { [`7.${monday}.available_hours`]: hours(6), [`7.${monday}.worked_hours`]: hours(5.5) },
      },
    ]);
  });

  it('removes an override when the original value is saved', async () => {
    const opened = await open();
    await save(opened, edit({ available_hours: hours(6) }));
    await save(opened, edit({ available_hours: hours(7) }));
    expect(await cellOf(opened)).toMatchObject({ modified_available_hours: null });
  });

  it('clears an override with null, also after the original has changed', async () => {
    const opened = await open();
    await save(opened, edit({ worked_hours: hours(6) }));
    await anAppointment(opened.practiceId, { starts: '2026-11-16T15:00:00Z', ends: '2026-11-16T17:00:00Z' });
    await recalculate(opened);
    await runJobs(server);
    expect((await save(opened, edit({ worked_hours: null }))).statusCode).toBe(200);
    expect(await cellOf(opened)).toMatchObject({ worked_hours: hours(2), modified_worked_hours: null });
  });

  it('keeps the version when a save changes nothing', async () => {
    const opened = await open();
    const first = await save(opened, edit({ available_hours: hours(6) }));
    const again = await save(opened, edit({ available_hours: hours(6) }));
    expect(again.headers.etag).toBe(first.headers.etag);
  });

  it.each([
    ['24.5 hours', edit({ worked_hours: hours(24.5) }), 400, `7.${monday}.worked_hours`],
    ['86,401 seconds', edit({ worked_hours: 86_401 }), 400, `7.${monday}.worked_hours`],
    ['-1 hour', edit({ worked_hours: -3600 }), 400, `7.${monday}.worked_hours`],
    ['text', edit({ worked_hours: 'ten' }), 400, `7.${monday}.worked_hours`],
    ['7.3 hours', edit({ worked_hours: hours(7.3) }), 422, `7.${monday}.worked_hours`],
    ['an unknown provider', edit({ worked_hours: 0 }, '77'), 422, `77.${monday}.worked_hours`],
    ['a date that does not exist', edit({ worked_hours: 0 }, '7', '2026-02-30'), 400, '7.2026-02-30'],
    [
      'another day than its key',
      { 7: { [monday]: { date: '2026-11-17', employee_id: 7, worked_hours: 0 } } },
      422,
      `7.${monday}.date`,
    ],
    [
      'another provider than its key',
      { 7: { [monday]: { date: monday, employee_id: 8, worked_hours: 0 } } },
      422,
      `7.${monday}.employee_id`,
    ],
    ['neither figure', edit(), 422, `7.${monday}`],
  ])('refuses %s with the rest of the batch, and saves nothing', async (_, wrong, status, field) => {
    const opened = await open();
    const right = edit({ worked_hours: hours(2) }, '8')['8'];
    const response = await save(opened, { 8: right, ...wrong });
    expect(response.statusCode).toBe(status);
    expect(Object.keys(fieldsOf(response))).toContain(field);
    expect(await cellOf(opened, 8)).toMatchObject({ modified_worked_hours: null });
  });

  it('names the cell in its message as the page does', async () => {
    const opened = await open();
    const messageOf = async (body: unknown) => (await save(opened, body)).json<{ message: string }>().message;
    const step = 'Must be in steps of half an hour';
    expect(await messageOf(edit({ worked_hours: hours(7.3), available_hours: hours(7.2) }))).toMatch(
      new RegExp(`^\\S.*, Nov 16, 2026, available hours: ${step} \\(and 1 more\\)$`),
    );
    expect(await messageOf(edit({ worked_hours: 0 }, '77'))).toBe(
      'Provider 77, Nov 16, 2026, worked hours: This provider isn’t in the practice',
    );
    expect(await messageOf(edit())).toBe('Provider 7, Nov 16, 2026: Enter available or worked hours');
    const refusals = [
      [hours(24.5), 'must be 24 hours or less'],
      [-3600, 'must be 0 or more'],
      ['ten', 'must be a whole number of seconds'],
    ] as const;
    for (const [wrong, problem] of refusals) {
      const message = await messageOf(edit({ worked_hours: wrong }));
      expect(message).toBe(`Provider 7, Nov 16, 2026, worked hours: ${problem}.`);
    }
    for (const noDay of ['2026-13-03', '2026-02-30', '11-16-2026']) {
      const body = { 7: { [noDay]: { date: noDay, employee_id: 7, worked_hours: 0 } } };
      expect(await messageOf(body)).toBe(`Provider 7, ${noDay}: must be a date.`);
    }
    expect(await messageOf({ 7: { [monday]: { date: monday, employee_id: 'x', worked_hours: 0 } } })).toBe(
      'Provider 7, Nov 16, 2026, employee id: must be a number.',
    );
  });

  it('accepts the original figure although it is not a multiple of half an hour', async () => {
    const opened = await open();
    await anAppointment(opened.practiceId, { starts: '2026-11-16T15:00:00Z', ends: '2026-11-16T15:20:00Z' });
    expect((await save(opened, edit({ worked_hours: hours(2) }))).statusCode).toBe(200);
    expect((await save(opened, edit({ worked_hours: 1200 }))).statusCode).toBe(200);
    expect(await cellOf(opened)).toMatchObject({ worked_hours: 1200, modified_worked_hours: null });
  });

  it('accepts the stored override although it is not a multiple of half an hour', async () => {
    const opened = await open();
    await anAppointment(opened.practiceId, { starts: '2026-11-16T15:00:00Z', ends: '2026-11-16T15:20:00Z' });
    await save(opened, edit({ worked_hours: hours(2) }));
    await server.db
      .updateTable('hours_worked_overrides')
      .set({ worked_seconds: 5000 })
      .where('practice_id', '=', opened.practiceId)
      .execute();
    expect((await save(opened, edit({ worked_hours: 5000 }))).statusCode).toBe(200);
    expect((await save(opened, edit({ worked_hours: 5001 }))).statusCode).toBe(422);
  });

  it('names cells that someone else has changed, and keeps their values', async () => {
    const opened = await open();
    const { etag } = await read(opened);
    await save(opened, edit({ worked_hours: hours(1) }));
    const response = await save(opened, edit({ available_hours: hours(2), worked_hours: hours(3) }), {
      'if-match': etag,
    });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'stale_version',
      conflict: {
        changed_by: 'Olivia Owner',
        changes: [{ field: `7.${monday}.worked_hours`, changed_by: 'Olivia Owner' }],
      },
    });
    expect(await cellOf(opened)).toMatchObject({ modified_worked_hours: hours(1), modified_available_hours: null });
  });

  it('saves other cells, and the same value twice, without a conflict', async () => {
    const opened = await open();
    const { etag } = await read(opened);
    await save(opened, edit({ worked_hours: hours(1) }));
    const other = await save(opened, edit({ worked_hours: hours(3) }, '8'), { 'if-match': etag });
    const same = await save(opened, edit({ worked_hours: hours(1) }), { 'if-match': etag });
    expect([other.statusCode, same.statusCode]).toEqual([200, 200]);
  });

  it('refuses an edit outside the available days, and saves nothing', async () => {
    const opened = await open();
    const far = edit({ worked_hours: hours(1) }, '7', '2199-01-01');
    const response = await save(opened, { 7: { ...far['7'], ...edit({ worked_hours: hours(1) })['7'] } });
    expect(response.statusCode).toBe(422);
    expect(fieldsOf(response)['7.2199-01-01.worked_hours']).toMatch(/^Hours are available from /);
    expect(await cellOf(opened)).toMatchObject({ modified_worked_hours: null });
  });

  it(`keeps all of several simultaneous saves on ${engine}`, async () => {
    const opened = await open();
    await read(opened);
    const saves = Array.from({ length: 8 }, (_, at) =>
      save(
        opened,
        edit({ worked_hours: hours(at / 2) }, at % 2 === 0 ? '7' : '8', `2026-11-${16 + Math.floor(at / 2)}`),
      ),
    );
    expect((await Promise.all(saves)).map(({ statusCode }) => statusCode)).toEqual(saves.map(() => 200));
    // A worked 0 equals the original and leaves no override.
    expect((await read(opened)).etag).toBe('"7"');
  });
});
