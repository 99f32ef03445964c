import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WeeklyHoursRecord } from 'shared-api/contracts';
import { upsertProviders } from '../../practices/pms/pms-units.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  runJobs,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const providers = [
  { provider_id: 11, first_name: 'Zoe', last_name: 'Adams' },
  { provider_id: 12, first_name: 'Kim', last_name: 'osei' },
  { provider_id: 13, first_name: 'Ann', last_name: 'Osei' },
  { provider_id: 14, first_name: 'Gone', last_name: 'Baker', active: false },
];

interface Opened {
  practiceId: number;
  caller: Caller;
  records: WeeklyHoursRecord[];
  etag: string;
}

describeWithDatabase('weekly hours', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  const read = async (caller: Caller, practiceId: number) => {
    const response = await server.call(caller, 'GET', `/api/${practiceId}/provider-hours/`);
    return { etag: String(response.headers.etag), records: response.json<{ message: WeeklyHoursRecord[] }>().message };
  };
  const open = async (): Promise<Opened> => {
    const practiceId = await createTestPractice(server.db, { providers });
    const caller = await signedIn(
      server,
      await createTestPerson(server.db, { practices: [practiceId], name: 'Olivia Owner' }),
    );
    return { practiceId, caller, ...(await read(caller, practiceId)) };
  };
  const save = ({ caller, practiceId }: Opened, body: unknown, headers: Record<string, string> = {}) =>
    server.call(caller, 'POST', `/api/${practiceId}/provider-hours/bulk_update/`, body, headers);
  const with_ = (opened: Opened, index: number, change: Partial<WeeklyHoursRecord>): WeeklyHoursRecord[] =>
    opened.records.map((record, at) => (at === index ? { ...record, ...change } : record));
  const auditRows = (practiceId: number) =>
    server.db
      .selectFrom('audit_log')
      .selectAll()
      .where('practice_id', '=', practiceId)
      .where('action', '=', 'weekly_hours.save')
      .orderBy('at')
      .orderBy('id')
      .execute();

  it('lists the office first and the active providers by last name', async () => {
    const { records, etag } = await open();
    expect(records.map((record) => record.provider_id)).toEqual([0, 11, 13, 12]);
    expect(records[0]).toMatchObject({ 'first-name': 'Office', 'same-as-office-hours': false, mon_beg: '' });
    expect(etag).toMatch(/^"0\.\d+"$/);
  });

  it('shows a new provider as following the office', async () => {
    const opened = await open();
    await save(opened, with_(opened, 0, { mon_beg: '8:00 AM', mon_end: '5:00 PM' }));
    await server.db
      .insertInto('pms_providers')
      .values({ practice_id: opened.practiceId, provider_id: 20, first_name: 'New', last_name: 'Young' })
      .execute();
    const { records } = await read(opened.caller, opened.practiceId);
    expect(records.at(-1)).toMatchObject({ provider_id: 20, 'same-as-office-hours': true, mon_beg: '8:00 AM' });
  });

  it('saves loosely typed times and shows them in the standard format', async () => {
    const opened = await open();
    const response = await save(
      opened,
      with_(opened, 1, {
        'same-as-office-hours': false,
        wed_beg: '8',
        wed_end: '5',
        wed_l_beg: '1130',
        wed_l_end: '12',
      }),
    );
    expect(response.json()).toEqual({ status: 'OK', message: 'Provider hours saved successfully' });
    expect(response.headers.etag).toMatch(/^"1\.\d+"$/);
    const { records, etag } = await read(opened.caller, opened.practiceId);
    expect(records[1]).toMatchObject({
      wed_beg: '8:00 AM',
      wed_end: '5:00 PM',
      wed_l_beg: '11:30 AM',
      wed_l_end: '12:00 PM',
    });
    expect(etag).toBe(response.headers.etag);
  });

  it('saves a day that ends at midnight, and counts its hours as available', async () => {
    const opened = await open();
    const times = {
      'same-as-office-hours': false,
      mon_beg: '4p',
      mon_end: '12am',
      tue_beg: 'midnight',
      tue_end: '24:00',
    };
    const response = await save(opened, with_(opened, 1, times));
    expect(response.statusCode).toBe(200);
    await runJobs(server);
    const { records } = await read(opened.caller, opened.practiceId);
    const shown = { mon_beg: '4:00 PM', mon_end: '12:00 AM', tue_beg: '12:00 AM', tue_end: '12:00 AM' };
    expect(records[1]).toMatchObject(shown);
    const again = await save(
      { ...opened, records },
      with_({ ...opened, records }, 1, { wed_beg: '6p', wed_end: '2a' }),
    );
    expect(again.json()).toMatchObject({ fields: { '1.wed_end': 'End time must be after start time' } });
    const hours = await server.call(opened.caller, 'GET', `/api/${opened.practiceId}/provider-hours-worked/`);
    const { providers: listed } = hours.json<{ providers: { provider_id: number; total_hours_available: number }[] }>();
    expect(listed.find(({ provider_id: id }) => id === records[1]?.provider_id)?.total_hours_available).toBe(32 * 3600);
  });

  it('updates providers who follow the office when the office changes', async () => {
    const opened = await open();
    const list = with_(opened, 0, { tue_beg: '7:00 AM', tue_end: '3:00 PM' });
    list[2] = { ...(list[2] as WeeklyHoursRecord), 'same-as-office-hours': true, tue_beg: '11:00 AM', tue_end: '' };
    expect((await save(opened, list)).statusCode).toBe(200);
    const { records } = await read(opened.caller, opened.practiceId);
    expect(records[2]).toMatchObject({ 'same-as-office-hours': true, tue_beg: '7:00 AM', tue_end: '3:00 PM' });
  });

  it('keeps the names from the practice management system', async () => {
    const opened = await open();
    await save(
      opened,
      with_(opened, 1, { 'first-name': 'Mallory', 'same-as-office-hours': false, mon_beg: '9', mon_end: '5' }),
    );
    expect((await read(opened.caller, opened.practiceId)).records[1]).toMatchObject({
      'first-name': 'Zoe',
      mon_beg: '9:00 AM',
    });
  });

  it('writes an audit entry with only the changed rows, before and after', async () => {
    const opened = await open();
    await save(opened, with_(opened, 1, { 'same-as-office-hours': false, mon_beg: '9:00 AM', mon_end: '1:00 PM' }));
    const [row, ...more] = await auditRows(opened.practiceId);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ actor_name: 'Olivia Owner', actor_kind: 'person', entity: 'weekly_hours' });
    expect(row?.before).toEqual([
      expect.objectContaining({ provider_id: 11, mon_beg: '', 'same-as-office-hours': true }),
    ]);
    expect(row?.after).toEqual([
      expect.objectContaining({ provider_id: 11, mon_beg: '9:00 AM', 'same-as-office-hours': false }),
    ]);
  });

  it('keeps the version and writes no audit row when nothing changes', async () => {
    const opened = await open();
    const response = await save(opened, opened.records, { 'if-match': opened.etag });
    expect(response.statusCode).toBe(200);
    expect(response.headers.etag).toBe(opened.etag);
    expect(await auditRows(opened.practiceId)).toEqual([]);
  });

  it('refuses a stale version, and names who changed the hours and when', async () => {
    const opened = await open();
    const other = await signedIn(
      server,
      await createTestPerson(server.db, { practices: [opened.practiceId], name: 'Marcus Manager' }),
    );
    const theirs = with_(opened, 0, { fri_beg: '8:00 AM', fri_end: '2:00 PM' });
    await save({ ...opened, caller: other }, theirs, { 'if-match': opened.etag });
    const response = await save(opened, with_(opened, 0, { fri_beg: '6:00 AM', fri_end: '7:00 AM' }), {
      'if-match': opened.etag,
    });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      status: 'error',
      code: 'stale_version',
      conflict: { changed_by: 'Marcus Manager', changed_at: epochSeconds(server.clock.now) },
    });
    const now = await read(opened.caller, opened.practiceId);
    expect(now.records[0]).toMatchObject({ fri_beg: '8:00 AM', fri_end: '2:00 PM' });
    expect(await auditRows(opened.practiceId)).toHaveLength(1);
  });

  it('accepts a save without If-Match at any version', async () => {
    const opened = await open();
    await save(opened, with_(opened, 0, { fri_beg: '8:00 AM', fri_end: '2:00 PM' }));
    expect((await save(opened, with_(opened, 0, { fri_beg: '9:00 AM', fri_end: '2:00 PM' }))).statusCode).toBe(200);
  });

  it('accepts one of several saves on the same version', async () => {
    const opened = await open();
    const saves = ['6:00 AM', '7:00 AM', '8:00 AM', '9:00 AM'].map((beg) =>
      save(opened, with_(opened, 0, { sat_beg: beg, sat_end: '1:00 PM' }), { 'if-match': opened.etag }),
    );
    const codes = (await Promise.all(saves)).map((response) => response.statusCode).sort();
    expect(codes).toEqual([200, 409, 409, 409]);
    expect(await auditRows(opened.practiceId)).toHaveLength(1);
  });

  describe('validation', () => {
    it.each<[Partial<WeeklyHoursRecord>, string, string]>([
      [{ mon_beg: '8:00 AM' }, 'mon_end', 'End time must be set if start time is set'],
      [{ tue_end: '5:00 PM' }, 'tue_beg', 'Start time must be set if end time is set'],
      [{ wed_beg: '9:00 AM', wed_end: '8:00 AM' }, 'wed_end', 'End time must be after start time'],
      [{ thu_l_beg: '12:00 PM' }, 'thu_l_end', 'Both lunch start and end times must be set'],
      [{ fri_l_beg: '1:00 PM', fri_l_end: '12:00 PM' }, 'fri_l_end', 'Lunch end must be after lunch start'],
      [
        { sat_beg: '9:00 AM', sat_end: '5:00 PM', sat_l_beg: '8:00 AM', sat_l_end: '10:00 AM' },
        'sat_l_beg',
        'Lunch cannot start before day start',
      ],
      [
        { sun_beg: '9:00 AM', sun_end: '12:00 PM', sun_l_beg: '11:30 AM', sun_l_end: '12:30 PM' },
        'sun_l_end',
        'Lunch cannot end after day end',
      ],
      [{ mon_beg: 'nine', mon_end: '5:00 PM' }, 'mon_beg', 'Enter a time such as 9:30 AM'],
    ])('refuses %p at %s', async (change, field, message) => {
      const opened = await open();
      const response = await save(opened, with_(opened, 3, { 'same-as-office-hours': false, ...change }));
      expect(response.statusCode).toBe(422);
      const body = response.json<{ code: string; message: string; fields: Record<string, string> }>();
      expect(body.code).toBe('invalid');
      expect(body.fields[`3.${field}`]).toBe(message);
      expect(body.message).toMatch(/^Kim osei, \w+day: /);
      expect((await read(opened.caller, opened.practiceId)).etag).toBe(opened.etag);
    });

    it('reports an error once for the office when followers share it', async () => {
      const opened = await open();
      const response = await save(opened, with_(opened, 0, { mon_beg: '8:00 AM' }));
      expect(response.json()).toMatchObject({
        message: 'Office, Monday: End time must be set if start time is set',
        fields: { '0.mon_end': 'End time must be set if start time is set' },
      });
      expect(Object.keys(response.json<{ fields: object }>().fields)).toHaveLength(1);
    });

    it('requires the office in the list', async () => {
      const opened = await open();
      const response = await save(opened, opened.records.slice(1));
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({ message: expect.stringContaining('must contain the office') });
    });

    it('refuses the office twice in the list', async () => {
      const opened = await open();
      const response = await save(opened, [...opened.records, opened.records[0]]);
      expect(response.json()).toMatchObject({ code: 'invalid', fields: { '4.provider_id': 'Listed more than once' } });
    });

    it('refuses a provider whom the practice never had', async () => {
      const opened = await open();
      const stranger = { ...(opened.records[1] as WeeklyHoursRecord), provider_id: 99 };
      const response = await save(opened, [...opened.records, stranger]);
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({ code: 'invalid', fields: { '4.provider_id': 'Unknown provider' } });
    });
  });

  describe('when a sync changes the providers during an edit', () => {
    const sync = (practiceId: number, provider: { provider_id: number; last_name: string; active: boolean }) =>
      upsertProviders(server.db, practiceId, [{ first_name: 'Sam', ...provider }]);
    const added = { provider_id: 20, last_name: 'Young', active: true };
    const removed = { provider_id: 12, last_name: 'Osei', active: false };

    it('changes the version when a provider is added or removed', async () => {
      const opened = await open();
      await sync(opened.practiceId, added);
      const afterAdding = await read(opened.caller, opened.practiceId);
      await sync(opened.practiceId, removed);
      const afterRemoving = await read(opened.caller, opened.practiceId);
      expect(new Set([opened.etag, afterAdding.etag, afterRemoving.etag]).size).toBe(3);
    });

    it('saves a list without the new provider, who then follows the office', async () => {
      const opened = await open();
      await sync(opened.practiceId, added);
      const edited = with_(opened, 0, { mon_beg: '8:00 AM', mon_end: '5:00 PM' });
      const response = await save(opened, edited, { 'if-match': opened.etag });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ added: [{ provider_id: 20, name: 'Sam Young' }] });
      const { records, etag } = await read(opened.caller, opened.practiceId);
      expect(response.headers.etag).toBe(etag);
      expect(records.find(({ provider_id: id }) => id === 20)).toMatchObject({
        'same-as-office-hours': true,
        mon_beg: '8:00 AM',
      });
    });

    it('keeps hours that someone else set for the new provider', async () => {
      const opened = await open();
      await sync(opened.practiceId, added);
      const { records } = await read(opened.caller, opened.practiceId);
      const theirs = records.map((record) =>
        record.provider_id === 20
          ? { ...record, 'same-as-office-hours': false, tue_beg: '7:00 AM', tue_end: '1:00 PM' }
          : record,
      );
      await save(opened, theirs);
      expect((await save(opened, with_(opened, 0, { mon_beg: '8', mon_end: '5' }))).statusCode).toBe(200);
      const after = await read(opened.caller, opened.practiceId);
      expect(after.records.find(({ provider_id: id }) => id === 20)).toMatchObject({
        'same-as-office-hours': false,
        tue_beg: '7:00 AM',
      });
    });

    it('saves a list with a provider who has left, and names the removed provider', async () => {
      const opened = await open();
      await sync(opened.practiceId, removed);
      const response = await save(
        opened,
        with_(opened, 1, { 'same-as-office-hours': false, mon_beg: '9', mon_end: '5' }),
        {
          'if-match': opened.etag,
        },
      );
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ removed: [{ provider_id: 12, name: 'Sam Osei' }] });
      expect((await read(opened.caller, opened.practiceId)).records[1]).toMatchObject({ mon_beg: '9:00 AM' });
    });

    it('omits providers from the response when the list has all of them', async () => {
      const opened = await open();
      const response = await save(opened, with_(opened, 0, { mon_beg: '8', mon_end: '5' }));
      expect(response.json()).toEqual({ status: 'OK', message: 'Provider hours saved successfully' });
    });

    it('gives a returning follower the current office hours', async () => {
      const opened = await open();
      await save(opened, with_(opened, 0, { mon_beg: '8', mon_end: '5' }));
      await sync(opened.practiceId, removed);
      const without = await read(opened.caller, opened.practiceId);
      await save({ ...opened, ...without }, with_({ ...opened, ...without }, 0, { mon_beg: '7', mon_end: '5' }));
      await sync(opened.practiceId, { ...removed, active: true });
      const { records } = await read(opened.caller, opened.practiceId);
      expect(records.find(({ provider_id: id }) => id === 12)).toMatchObject({ mon_beg: '7:00 AM' });
    });
  });

  describe('changes since a version', () => {
    it('lists each field that changed since the version of a refused save', async () => {
      const opened = await open();
      const other = {
        ...opened,
        caller: await signedIn(
          server,
          await createTestPerson(server.db, { practices: [opened.practiceId], name: 'Marcus Manager' }),
        ),
      };
      await save(other, with_(opened, 0, { fri_beg: '8:00 AM', fri_end: '2:00 PM' }));
      const response = await save(opened, with_(opened, 0, { fri_beg: '6:00 AM' }), { 'if-match': opened.etag });
      const changed_at = epochSeconds(server.clock.now);
      expect(response.json<{ conflict: { changes: unknown } }>().conflict.changes).toEqual([
        { field: '0.fri_beg', changed_by: 'Marcus Manager', changed_at },
        { field: '0.fri_end', changed_by: 'Marcus Manager', changed_at },
      ]);
    });

    it('lists the changes since a version when the hours are read', async () => {
      const opened = await open();
      await save(opened, with_(opened, 1, { 'same-as-office-hours': false, mon_beg: '9', mon_end: '5' }));
      const first = await read(opened.caller, opened.practiceId);
      const since = async (version: number) =>
        (await server.call(opened.caller, 'GET', `/api/${opened.practiceId}/provider-hours/?since=${version}`))
          .json<{
            changes?: { field: string }[];
          }>()
          .changes?.map(({ field }) => field);
      expect(await since(0)).toEqual(['11.mon_beg', '11.mon_end', '11.same-as-office-hours']);
      expect(await since(1)).toEqual([]);
      expect(first.records[1]).toMatchObject({ mon_beg: '9:00 AM' });
    });
  });

  it('reports that PMS schedules override the hours when the settings say so', async () => {
    const opened = await open();
    const overruled = async () =>
      (await server.call(opened.caller, 'GET', `/api/${opened.practiceId}/provider-hours/`)).json<{
        overruled_by_pms_schedule?: boolean;
      }>().overruled_by_pms_schedule;
    expect(await overruled()).toBe(false);
    const change = { additional_data: { use_pms_provider_schedule_for_utilization: true } };
    await server.call(opened.caller, 'POST', `/api/${opened.practiceId}/settings/update_practice_settings/`, change);
    expect(await overruled()).toBe(true);
  });

  it('lists only the office while tables are missing, and saves its hours', async () => {
    const practiceId = await createTestPractice(server.db);
    const caller = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    const opened = { practiceId, caller, ...(await read(caller, practiceId)) };
    expect(opened.records.map((record) => record.provider_id)).toEqual([0]);
    expect((await save(opened, with_(opened, 0, { mon_beg: '9', mon_end: '5' }))).statusCode).toBe(200);
    expect((await read(caller, practiceId)).records[0]).toMatchObject({ mon_beg: '9:00 AM', mon_end: '5:00 PM' });
  });

  it('returns 404 to an admin for a practice that does not exist', async () => {
    const admin = await signedIn(server, await createTestPerson(server.db, { flags: { task_admin: true } }));
    const response = await server.call(admin, 'GET', '/api/999999/provider-hours/');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found' });
  });
});
