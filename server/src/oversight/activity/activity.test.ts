import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { WeeklyHoursRecord } from 'shared-api/contracts';
import type { ActivityItem } from 'shared-api/contracts/activity';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/actions.js';
import { saveSettings } from '../../practices/settings/settings-service.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { readPage, textOfItem, textsOfChanges } from './testing/activity-reader.js';

const providers = [
  { provider_id: 11, first_name: 'Elena', last_name: 'Duarte' },
  { provider_id: 12, first_name: 'Noah', last_name: 'Walsh' },
];

describeWithDatabase('activity', (database) => {
  let server: TestServer;
  let practiceId: number;
  let owner: Caller;
  let superAdmin: Caller;
  let internal: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    superAdmin = await signedIn(
      server,
      await createTestPerson(server.db, { flags: { super_admin: true }, name: 'Sam Super' }),
    );
    internal = await signedIn(
      server,
      await createTestPerson(server.db, { flags: { internal: true }, name: 'Ivy Intern' }),
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.now = new Date('2026-11-24T15:12:00Z');
    practiceId = await createTestPractice(server.db, { name: 'Bright Smiles', providers });
    owner = await signedIn(
      server,
      await createTestPerson(server.db, { practices: [practiceId], role: 'owner', name: 'Sam Ortiz' }),
    );
  });

  const read = (query = '', caller = owner, id = practiceId) =>
    readPage(server, caller, `/api/${id}/activity/${query}`);
  const latest = async (query = '', caller = owner): Promise<ActivityItem> => {
    const [first] = (await read(query, caller)).results;
    if (!first) throw new Error('There is no activity');
    return first;
  };
  const post = async (caller: Caller, url: string, body: unknown) => {
    const response = await server.call(caller, 'POST', url, body);
    expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
  };
  const saveSetting = (body: object, caller = owner) =>
    post(caller, `/api/${practiceId}/settings/update_practice_settings/`, body);
  const weeklyHours = async (): Promise<WeeklyHoursRecord[]> => {
    const response = await server.call(owner, 'GET', `/api/${practiceId}/provider-hours/`);
    return response.json<{ message: WeeklyHoursRecord[] }>().message;
  };
  const saveHours = async (id: number, change: Partial<WeeklyHoursRecord>) => {
    const records = await weeklyHours();
    await post(
      owner,
      `/api/${practiceId}/provider-hours/bulk_update/`,
      records.map((row) => (row.provider_id === id ? { ...row, ...change } : row)),
    );
  };
  /** A log entry at an instant. */
  const log = (at: string, action: AuditAction = 'pms_unit.create', of = practiceId) =>
    recordAudit(server.db, {
      practiceId: of,
      actor: { kind: 'person', id: 'p', name: 'Pat' },
      at: new Date(at),
      action,
      entity: 'x',
      entityId: at,
    });

  describe('a change of settings', () => {
    it('is a sentence with the page’s label and both values', async () => {
      await saveSetting({ ph_call_notification_source: 'websocket' });
      const item = await latest('?area=settings');
      expect(textOfItem(item)).toBe('Sam Ortiz changed Phone call notification source from UDP to Websocket');
      expect(item).toMatchObject({
        practice_id: practiceId,
        practice_name: 'Bright Smiles',
        at: server.clock.now.getTime() / 1000,
        actor: { kind: 'person', name: 'Sam Ortiz' },
        changes: [],
        link: `/settings/${practiceId}/practice/general`,
        revert: `/settings/${practiceId}/practice/general?revert=${item.id}`,
      });
      expect(item.sentence.filter(({ kind }) => kind !== 'text')).toEqual([
        { kind: 'name', text: 'Phone call notification source' },
        { kind: 'removed', text: 'UDP' },
        { kind: 'added', text: 'Websocket' },
      ]);
    });

    it('lists several values below the sentence', async () => {
      await saveSetting({
        baseline_date: '2026-11-01',
        smsOptOutOverrideOptions: [{ id: 'recall', name: 'Recall', checked: true }],
      });
      const item = await latest('?area=settings');
      expect([textOfItem(item), ...textsOfChanges(item)]).toEqual([
        'Sam Ortiz changed 2 settings',
        'Baseline date: none → Nov 1, 2026',
        'SMS opt-out overrides: Recall and hygiene reminders: Off → On',
      ]);
    });

    it('hides administrator settings’ values from the practice', async () => {
      await saveSetting({ market_iq_max_phone_numbers: 7 }, superAdmin);
      const item = await latest('?area=settings');
      expect([textOfItem(item), item.changes, item.revert]).toEqual([
        'Sam Super changed settings of administrators',
        [],
        null,
      ]);
      expect(textOfItem(await latest('?area=settings', internal))).toBe(
        'Sam Super changed Limit of phone numbers from 0 to 7',
      );
    });

    it('links the overrides to their own page', async () => {
      await saveSetting({ emailOptOutOverrideOptions: [{ id: 'recall', name: 'Recall', checked: true }] });
      expect((await latest('?area=settings')).revert).toMatch(
        new RegExp(`^/settings/${practiceId}/communication/settings\\?revert=`),
      );
    });
  });

  describe('a change of weekly hours', () => {
    it('names the day and the office hours', async () => {
      await saveHours(0, { fri_beg: '8:00 AM', fri_end: '5:00 PM' });
      await saveHours(0, { fri_end: '2:00 PM' });
      expect(textOfItem(await latest('?area=hours'))).toBe(
        'Sam Ortiz changed Friday’s office hours from 8:00–5:00 to 8:00–2:00',
      );
    });

    it('names the provider and groups days with the same change', async () => {
      await saveHours(11, { 'same-as-office-hours': false });
      await saveHours(11, { mon_beg: '9:00 AM', mon_end: '4:00 PM', tue_beg: '9:00 AM', tue_end: '4:00 PM' });
      expect(textOfItem(await latest('?area=hours'))).toBe(
        'Sam Ortiz changed Elena Duarte’s hours, Monday and Tuesday, from closed to 9:00–4:00',
      );
    });

    it('leaves out providers who follow the office', async () => {
      await saveHours(0, { mon_beg: '8:00 AM', mon_end: '5:00 PM', tue_beg: '9:00 AM', tue_end: '1:00 PM' });
      const item = await latest('?area=hours');
      expect([textOfItem(item), ...textsOfChanges(item)]).toEqual([
        'Sam Ortiz changed the weekly hours',
        'Office, Monday: closed → 8:00–5:00',
        'Office, Tuesday: closed → 9:00–1:00',
      ]);
    });

    it('shows lunch if only lunch differs, and AM and PM where they matter', async () => {
      await saveHours(0, { mon_beg: '8:00 AM', mon_end: '11:00 AM' });
      expect(textOfItem(await latest('?area=hours'))).toContain('from closed to 8:00 AM–11:00 AM');
      await saveHours(0, { mon_end: '5:00 PM', mon_l_beg: '12:00 PM', mon_l_end: '1:00 PM' });
      expect(textOfItem(await latest('?area=hours'))).toContain('to 8:00–5:00, lunch 12:00–1:00');
    });
  });

  describe('a change of hours worked', () => {
    const save = (after: Record<string, number>) =>
      recordAudit(server.db, {
        practiceId,
        actor: { kind: 'person', id: 'p', name: 'Pat' },
        at: new Date('2099-12-01T00:00:00Z'),
        action: 'hours_worked.save',
        entity: 'hours_worked',
        entityId: '2026-11-23',
        before: {},
        after,
      });

    it('names the providers', async () => {
      await save({
        '11.2026-11-23.worked_hours': 3600,
        '11.2026-11-24.worked_hours': 3600,
        '12.2026-11-23.available_hours': 7200,
      });
      const item = await latest('?area=hours');
      expect(textOfItem(item)).toBe('Pat changed 3 figures of Elena Duarte and Noah Walsh in provider hours worked');
      expect(item.changes).toHaveLength(3);
    });
  });

  describe('paging', () => {
    it('returns every entry once, newest first, including entries of the same instant', async () => {
      for (let entry = 0; entry < 7; entry += 1) await log('2099-12-01T00:00:00.123Z');
      await log('2099-12-01T00:00:00.124Z');
      const ids: string[] = [];
      const times: number[] = [];
      for (let next: string | null = ''; next !== null;) {
        const page = await read(`?page_size=3&from_date=2099-11-25${next === '' ? '' : `&cursor=${next}`}`);
        ids.push(...page.results.map(({ id }) => id));
        times.push(...page.results.map(({ id }) => Number(id.split('-')[0])));
        next = page.next;
      }
      expect([ids.length, new Set(ids).size]).toEqual([8, 8]);
      expect(times).toEqual([...times].sort((one, other) => other - one));
    });

    it('keeps the cursor when newer entries arrive', async () => {
      await log('2099-12-01T00:00:00Z');
      await log('2099-12-02T00:00:00Z');
      const { next, results } = await read('?page_size=1');
      await log('2099-12-03T00:00:00Z');
      const second = await read(`?page_size=1&cursor=${next ?? ''}`);
      expect(results.map(({ at }) => at)).toEqual([Date.parse('2099-12-02T00:00:00Z') / 1000]);
      expect(second.results.map(({ at }) => at)).toEqual([Date.parse('2099-12-01T00:00:00Z') / 1000]);
    });

    it.each(['cursor=abc', 'page_size=0', 'page_size=201', 'area=nope', 'from_date=2026-02-30', 'serach=x'])(
      'refuses the query ?%s',
      async (query) => {
        const response = await server.call(owner, 'GET', `/api/${practiceId}/activity/?${query}`);
        expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'invalid']);
      },
    );
  });

  describe('filters', () => {
    it('treats an empty filter as none', async () => {
      await saveSetting({ is_pediatric: true });
      const empty = await read('?area=&actor=&actor_kind=&from_date=&to_date=&cursor=&page_size=');
      expect(empty).toEqual(await read());
      const history = `/api/${practiceId}/product-change-history/?page=1&page_size=10`;
      const lists = [
        `${history}&change_type=&from_date=&to_date=&product_name=&feature_name=`,
        '/api/features/?page=1&state=&bundle=',
      ];
      for (const list of lists) expect((await server.call(internal, 'GET', list)).statusCode).toBe(200);
    });

    const times = async (query: string) =>
      (await read(query)).results.map(({ at }) => new Date(at * 1000).toISOString());

    // In Chicago, clocks go back on November 1, 2026: the day has 25 hours, from 05:00 to 06:00 UTC of the next day.
    it('uses days in the practice’s time zone, also when the clocks change', async () => {
      await log('2026-11-01T04:59:59Z');
      await log('2026-11-01T05:00:00Z');
      await log('2026-11-02T05:59:59Z');
      await log('2026-11-02T06:00:00Z');
      expect(await times('?from_date=2026-11-01&to_date=2026-11-01')).toEqual([
        '2026-11-02T05:59:59.000Z',
        '2026-11-01T05:00:00.000Z',
      ]);
      expect(await times('?to_date=2026-10-31')).toContain('2026-11-01T04:59:59.000Z');
      expect((await read()).time_zone).toBe('America/Chicago');
    });

    it('filters entries by person, kind of actor and area', async () => {
      await saveSetting({ is_pediatric: true });
      const { actors } = (await server.call(owner, 'GET', `/api/${practiceId}/activity-actors/`)).json<{
        actors: { id: string; name: string; kind: string }[];
      }>();
      expect(actors.map(({ name, kind }) => [name, kind])).toEqual([
        ['Sam Ortiz', 'person'],
        ['Test', 'system'],
      ]);
      const byPerson = await read(`?actor=${actors[0]?.id ?? ''}`);
      expect(byPerson.results.map(textOfItem)).toEqual(['Sam Ortiz changed Pediatric practice from Off to On']);
      expect((await read('?actor_kind=person&page_size=5')).results.map(textOfItem)).toEqual([
        'Sam Ortiz changed Pediatric practice from Off to On',
      ]);
      expect(new Set((await read('?area=members')).results.map(({ area }) => area))).toEqual(new Set(['members']));
    });
  });

  describe('permissions', () => {
    it('hides billing from members without the right to see it', async () => {
      const viewer = await signedIn(
        server,
        await createTestPerson(server.db, { practices: [practiceId], rights: ['activity'] }),
      );
      await log('2099-12-01T00:00:00Z', 'customer.create');
      const page = await read('', viewer);
      expect(page.hidden_areas).toEqual(['billing']);
      expect(page.results.map(({ area }) => area)).not.toContain('billing');
      const { id } = await latest('?area=billing');
      expect((await server.call(viewer, 'GET', `/api/${practiceId}/activity/${id}/`)).statusCode).toBe(404);
      expect((await read('?area=billing', viewer)).results).toEqual([]);
    });

    it('returns an entry only to those who may open its practice', async () => {
      await saveSetting({ is_pediatric: true });
      const { id } = await latest();
      const other = await createTestPractice(server.db);
      const stranger = await signedIn(server, await createTestPerson(server.db, { practices: [other], role: 'owner' }));
      expect((await server.call(stranger, 'GET', `/api/${other}/activity/${id}/`)).statusCode).toBe(404);
      expect((await server.call(stranger, 'GET', `/api/${practiceId}/activity/${id}/`)).statusCode).toBe(403);
    });

    it('lists changes of all practices and the console for internal staff', async () => {
      await log('2199-12-05T00:00:00Z', 'module.publish', NO_PRACTICE);
      await log('2199-12-06T00:00:00Z');
      const { results, time_zone } = await readPage(server, internal, '/api/activity/?page_size=2');
      expect(results.map((item) => item.practice_name)).toEqual(['Bright Smiles', null]);
      expect(time_zone).toBe('UTC');
      expect(
        (await readPage(server, internal, '/api/activity/?from_date=2199-12-06&time_zone=Pacific/Auckland')).results,
      ).toHaveLength(1);
    });

    it('lists sign-ins only by area and by person', async () => {
      const now = new Date();
      const newcomer = await createTestPerson(server.db);
      const actor = { kind: 'person' as const, id: newcomer.id, name: 'Nia Newcomer' };
      const entity = { entity: 'person', entityId: newcomer.id };
      await recordAudit(server.db, { practiceId: NO_PRACTICE, actor, at: now, action: 'session.start', ...entity });
      const names = async (query: string) =>
        (await readPage(server, internal, `/api/activity/?page_size=200${query}`)).results.map(
          (item) => item.actor.name,
        );
      expect(await names('')).not.toContain(actor.name);
      expect(await names('&actor_kind=person')).not.toContain(actor.name);
      expect(await names('&area=accounts')).toContain(actor.name);
      expect(await names(`&actor=${newcomer.id}`)).toEqual([actor.name]);
      const { actors } = (await server.call(internal, 'GET', '/api/activity-actors/')).json<{
        actors: { id: string }[];
      }>();
      expect(actors.map(({ id }) => id)).not.toContain(newcomer.id);
    });

    it('links internal staff to internal pages only', async () => {
      await saveSetting({ is_pediatric: true });
      expect(await latest('?area=settings', internal)).toMatchObject({ link: null, revert: null });
    });
  });

  it('describes an unknown action without its internal name', async () => {
    await recordAudit(server.db, {
      practiceId,
      actor: { kind: 'system', id: 's', name: 'command line' },
      at: new Date('2099-12-08T00:00:00Z'),
      action: 'thing.do' as AuditAction,
      entity: 'x',
      entityId: 'x',
    });
    expect(textOfItem(await latest())).toBe('Command line made a change that this version can’t describe');
  });

  describe('the offer to restore former values', () => {
    const member = async (...rights: ('settings' | 'hours')[]) =>
      signedIn(server, await createTestPerson(server.db, { practices: [practiceId], rights: ['activity', ...rights] }));

    it('appears only for people who may make that change', async () => {
      await saveSetting({ is_pediatric: true });
      await saveHours(0, { fri_beg: '8:00 AM', fri_end: '5:00 PM' });
      const offered = async (caller: Caller) => [
        (await latest('?area=settings', caller)).revert !== null,
        (await latest('?area=hours', caller)).revert !== null,
      ];
      expect(await offered(owner)).toEqual([true, true]);
      expect(await offered(await member())).toEqual([false, false]);
      expect(await offered(await member('settings'))).toEqual([true, false]);
      expect(await offered(await member('hours'))).toEqual([false, true]);
    });

    it('names overrides that the person may not set, without their values', async () => {
      await saveSetting({
        is_pediatric: true,
        emailOptOutOverrideOptions: [{ id: 'recall', name: 'Recall', checked: true }],
      });
      const { id } = await latest('?area=settings');
      const response = await server.call(await member('settings'), 'GET', `/api/${practiceId}/activity/${id}/`);
      expect(response.json<{ revert: unknown }>().revert).toEqual({
        kind: 'settings',
        values: { is_pediatric: false },
        forbidden: ['emailOptOutOverrideOptions'],
      });
      server.clock.now = new Date('2026-11-24T15:13:00Z');
      await saveSetting({ smsOptOutOverrideOptions: [{ id: 'recall', name: 'Recall', checked: true }] });
      expect((await latest('?area=settings', await member('settings'))).revert).toBeNull();
    });

    it('leaves out administrator settings for task admins, who can’t see them', async () => {
      const taskAdmin = await signedIn(server, await createTestPerson(server.db, { flags: { task_admin: true } }));
      await saveSetting({ market_iq_max_phone_numbers: 7 }, superAdmin);
      expect((await latest('?area=settings', taskAdmin)).revert).toBeNull();
      expect((await latest('?area=settings', superAdmin)).revert).not.toBeNull();
    });

    it('leaves out the practice’s name, which only administrators change', async () => {
      await saveSetting({ practice_name: 'Brighter Smiles' }, superAdmin);
      expect((await latest('?area=settings')).revert).toBeNull();
    });
  });

  describe('former values', () => {
    const revert = async () => {
      const { id } = await latest('?actor_kind=person');
      const response = await server.call(owner, 'GET', `/api/${practiceId}/activity/${id}/`);
      return response.json<{ revert: unknown }>().revert;
    };

    it('contain the changed settings', async () => {
      await saveSetting({ baseline_date: '2026-11-01', is_pediatric: true });
      expect(await revert()).toEqual({ kind: 'settings', values: { baseline_date: null, is_pediatric: false } });
    });

    it('leave out what the person may not change', async () => {
      await saveSettings(
        server.db,
        {
          practiceId,
          change: { is_pediatric: true, market_iq_max_phone_numbers: 3 },
          onVersion: undefined,
          rights: { administrator: true, communicationOverrides: true },
        },
        { actor: { kind: 'person', id: 'p', name: 'Pat' }, now: server.clock.now },
      );
      expect(await revert()).toEqual({ kind: 'settings', values: { is_pediatric: false } });
    });

    it('contain the times of the changed days', async () => {
      await saveHours(0, { fri_beg: '8:00 AM', fri_end: '5:00 PM' });
      server.clock.now = new Date('2026-11-24T15:13:00Z');
      await saveHours(0, { fri_end: '2:00 PM' });
      expect(await revert()).toEqual({
        kind: 'weekly_hours',
        valid_from: null,
        rows: [
          {
            provider_id: 0,
            follows_office: null,
            times: { fri_beg: '8:00 AM', fri_end: '5:00 PM', fri_l_beg: '', fri_l_end: '' },
          },
        ],
      });
    });
  });
});
