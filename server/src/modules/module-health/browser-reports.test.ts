import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AnswerOf, BodyOf, readModuleHealth, reportFromBrowser } from 'shared-api/contracts';
import { createTeam } from '../../testing/module-team.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  anonymousCaller,
  runJobs,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { enqueueReportCleanUp } from './clean-up-job.js';
import { MAX_ITEMS_PER_HOUR } from './report-limit.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

type Report = BodyOf<typeof reportFromBrowser>;
type Health = AnswerOf<typeof readModuleHealth>;

const A_DAY_MS = 86_400_000;

describeWithDatabase('browser reports', (database) => {
  let server: TestServer;
  let practiceId: number;
  let staff: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db);
    staff = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
  });
  afterAll(() => server.close());

  const aMember = async () => signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
  /** A module whose version 1.0.0 is live. */
  const aModule = async () => {
    const team = await createTeam(server);
    await team.publish(team.build('1.0.0'));
    await team.promote('1.0.0');
    return team;
  };
  const send = (caller: Caller, report: Report) => server.call(caller, 'POST', '/api/browser-reports/', report);
  const report = async (caller: Caller, sent: Report) => {
    const response = await send(caller, sent);
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'success' }]);
  };
  const health = async (query = '') => (await server.call(staff, 'GET', `/api/module-health/${query}`)).json<Health>();
  const healthOf = async (name: string, query = '') => {
    const { modules, errors, slow_calls: calls } = await health(query);
    const of = <Item extends { module: string }>(items: Item[]) => items.filter(({ module }) => module === name);
    return { ...modules.find((module) => module.name === name), errors: of(errors), calls: of(calls) };
  };
  const later = (milliseconds: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + milliseconds);
  };

  it('counts people, visits, and a crash as a failure of an earlier visit', async () => {
    const { name } = await aModule();
    const [ana, ben, chris] = await Promise.all([aMember(), aMember(), aMember()]);
    const visit = (outcome: 'running' | 'crashed' | 'load-failed') => ({
      module: name,
      version: '1.0.0',
      outcome,
      duration_ms: 120,
    });
    await report(ana, { visits: [visit('running'), visit('running')] });
    await report(ana, { visits: [visit('running')] });
    await report(ben, { visits: [visit('running'), visit('crashed')] });
    await report(chris, { visits: [visit('load-failed'), visit('running')] });
    expect((await healthOf(name)).versions).toEqual([
      {
        version: '1.0.0',
        role: 'live',
        people: 3,
        failing_people: 2,
        visits: 6,
        failed_visits: 2,
        errors: 0,
        vitals: {},
      },
    ]);
  });

  it('shows the load sizes and waits of the live version and the previous one', async () => {
    const team = await createTeam(server);
    const route = `/settings/:practice/${team.name}/page`;
    const upload = (version: string, page: string) => {
      const built = team.build(version, {
        files: { 'page.js': page, 'other.js': 'not of this page' },
        shared: ['shared-ui/mui'],
      });
      const first_calls = ['/api/:practice/provider-hours/?week=0', '/api/:practice/members/'];
      built.declaration = {
        ...built.declaration,
        routes: built.declaration.routes.map((declared) => ({ ...declared, first_calls })),
      };
      built.build.pages = { [route]: { preload: ['page.js'], shared: [] } };
      return built;
    };
    const [first, second] = [upload('1.0.0', 'code'), upload('1.1.0', 'more code')];
    for (const one of [first, second]) {
      await team.publish(one);
      await team.promote(one.build.version);
    }
    const call = (version: string, name: string, duration_ms: number, isFirst = true) => ({
      ...{ module: team.name, version, call: name, status: 200, duration_ms },
      ...(isFirst && { first: true }),
    });
    await report(await aMember(), {
      calls: [
        ...[
          call('1.1.0', 'readWeeklyHours', 100),
          call('1.1.0', 'listMembers', 30),
          call('1.1.0', 'listExceptions', 700),
        ],
        call('1.1.0', 'readWeeklyHours', 5000, false),
      ],
    });
    await report(await aMember(), { calls: [call('1.1.0', 'readWeeklyHours', 300)] });
    const bytes = ({ contents }: typeof first) =>
      ['remoteEntry.js', 'assets/page.js', 'page.js'].reduce(
        (sum, file) => sum + Buffer.from(contents[file] ?? '', 'base64').length,
        0,
      );
    const builtAs = (one: typeof first, first_calls_ms: number | null) => ({
      version: one.build.version,
      shared_ui: '^1.2.0',
      shared: ['shared-ui/mui'],
      pages: [{ path: route, title: 'Page 0', bytes: bytes(one), first_calls_ms }],
    });
    expect((await healthOf(team.name)).builds).toEqual([builtAs(second, 200), builtAs(first, null)]);
  });

  it('returns the 75th percentile of web vitals with its rating', async () => {
    const { name } = await aModule();
    const vital = (metric: 'LCP' | 'CLS', value: number) => ({ module: name, version: '1.0.0', name: metric, value });
    await report(await aMember(), { vitals: [vital('LCP', 900), vital('LCP', 1100), vital('CLS', 0.02)] });
    await report(await aMember(), { vitals: [vital('LCP', 3000), vital('LCP', 9000), vital('CLS', 0.4)] });
    const { vitals } = (await healthOf(name)).versions?.[0] ?? {};
    expect(vitals).toMatchObject({
      LCP: { count: 4, rating: 'needs-improvement' },
      CLS: { count: 2, rating: 'poor' },
    });
    expect(Math.abs((vitals?.LCP?.p75 ?? 0) / 3000 - 1)).toBeLessThanOrEqual(0.01);
    expect(Math.abs((vitals?.CLS?.p75 ?? 0) / 0.4 - 1)).toBeLessThanOrEqual(0.01);
  });

  it('stores each error once with its count and times, without personal data', async () => {
    const { name } = await aModule();
    const error = (message: string) => ({ module: name, version: '1.0.0', message, source: 'page.3f.js:12:7' });
    const [ana, ben] = await Promise.all([aMember(), aMember()]);
    const first = epochSeconds(server.clock.now);
    await report(ana, { errors: [error('No practice for ana@clinic.example'), error('No practice for b@c.example')] });
    later(5000);
    await report(ben, { errors: [error('No practice for ben@other.example'), error('Other')] });
    const { errors, versions } = await healthOf(name);
    expect(errors).toEqual(
      [
        expect.objectContaining({ message: 'Other', count: 1 }),
        {
          module: name,
          version: '1.0.0',
          message: 'No practice for [e-mail]',
          source: 'page.3f.js:12:7',
          count: 3,
          first_at: first,
          last_at: first + 5,
        },
      ].sort((left, right) => Number('first_at' in left) - Number('first_at' in right)),
    );
    expect(versions?.[0]?.errors).toBe(4);
  });

  it('keeps the 100 most recent errors of a version, and counts all', async () => {
    const { name } = await aModule();
    const caller = await aMember();
    const word = (index: number) =>
      `${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + Math.floor(index / 26))}`;
    const errors = (from: number) =>
      Array.from({ length: 50 }, (_, index) => ({
        module: name,
        version: '1.0.0',
        message: `error ${word(from + index)}`,
        source: '',
      }));
    for (const from of [0, 50, 100]) {
      await report(caller, { errors: errors(from) });
      later(1000);
    }
    const storedErrors = await server.db
      .selectFrom('browser_errors')
      .select('message')
      .where('module', '=', name)
      .execute();
    expect(storedErrors).toHaveLength(100);
    expect(storedErrors.map(({ message }) => message)).not.toContain(`error ${word(0)}`);
    expect(storedErrors.map(({ message }) => message)).toContain(`error ${word(149)}`);
    expect((await healthOf(name)).versions?.[0]?.errors).toBe(150);
  });

  it('sums up slow and failed calls by name, with their path', async () => {
    const { name } = await aModule();
    const call = (status: number, duration_ms: number, of = 'readWeeklyHours') => ({
      module: name,
      version: '1.0.0',
      call: of,
      status,
      duration_ms,
    });
    await report(await aMember(), {
      calls: [call(200, 1500), call(503, 80), call(200, 90), call(200, 4000, 'nothing')],
    });
    await report(await aMember(), { calls: [call(0, 30_000), call(404, 20)] });
    expect((await healthOf(name)).calls).toEqual([
      {
        module: name,
        version: '1.0.0',
        call: 'readWeeklyHours',
        path: 'GET /api/:practice/provider-hours/',
        count: 3,
        failed: 2,
        average_ms: 10_527,
        slowest_ms: 30_000,
      },
    ]);
  });

  it('silently ignores reports about versions that the person can’t have loaded', async () => {
    const { name } = await aModule();
    const outsider = await signedIn(server, await createTestPerson(server.db));
    const visit = (module: string, version: string) => ({
      module,
      version,
      outcome: 'crashed' as const,
      duration_ms: 1,
    });
    await report(outsider, { visits: [visit(name, '1.0.0')] });
    const member = await aMember();
    await report(member, { visits: [visit(name, '9.9.9'), visit('mf-nowhere', '1.0.0'), visit('shell', '9.9.9')] });
    await report(member, {
      errors: [{ module: name, version: '9.9.9', message: 'made up', source: '' }],
      vitals: [{ module: 'mf-nowhere', version: '1.0.0', name: 'LCP', value: 1 }],
      calls: [{ module: 'shell', version: '9.9.9', call: 'readSession', status: 500, duration_ms: 1 }],
    });
    const { versions, errors } = await healthOf(name);
    expect([versions?.map(({ version, visits, failed_visits: failed }) => [version, visits, failed]), errors]).toEqual([
      [['1.0.0', 0, 0]],
      [],
    ]);
    const text = JSON.stringify(await health());
    expect(text).not.toContain('9.9.9');
    expect(text).not.toContain('mf-nowhere');
  });

  it("ignores a module that the session loads from a developer's machine", async () => {
    const { name } = await aModule();
    const person = await createTestPerson(server.db, { practices: [practiceId], flags: { developer: true } });
    const developer = await signedIn(server, person);
    const entry = 'http://localhost:8181/remoteEntry.js';
    const set = await server.call(developer, 'POST', '/api/session/overrides/', { module: name, entry });
    expect(set.statusCode).toBe(200);
    await report(developer, { visits: [{ module: name, version: '1.0.0', outcome: 'crashed', duration_ms: 1 }] });
    expect((await healthOf(name)).versions?.[0]).toMatchObject({ people: 0, failing_people: 0 });
  });

  it('accepts reports about the current shell and about an earlier one', async () => {
    const lcp = (version: string) => ({ module: 'shell' as const, version, name: 'LCP' as const, value: 800 });
    await server.db
      .insertInto('shell_versions')
      .values([{ version: '0.9.0', first_seen_at: new Date(0) }])
      .execute();
    await report(await aMember(), { vitals: [lcp('1.0.0'), lcp('0.9.0'), lcp('0.8.0')] });
    const shell = await healthOf('shell');
    expect(shell).toMatchObject({ title: 'Shell', audience: null, live_version: '1.0.0', canary: null });
    expect(shell.versions?.map(({ version, role, vitals }) => [version, role, vitals.LCP?.count])).toEqual([
      ['1.0.0', 'live', 1],
      ['0.9.0', 'former', 1],
    ]);
    const shellVersions = await server.db.selectFrom('shell_versions').select('version').execute();
    expect(shellVersions.map(({ version }) => version).sort()).toEqual(['0.9.0', '1.0.0']);
  });

  it('silently ignores reports beyond a person’s hourly limit', async () => {
    const { name } = await aModule();
    const [busy, other] = await Promise.all([aMember(), aMember()]);
    const visits = Array.from({ length: 50 }, () => ({
      module: name,
      version: '1.0.0',
      outcome: 'running' as const,
      duration_ms: 1,
    }));
    for (let sent = 0; sent < MAX_ITEMS_PER_HOUR + 200; sent += 50) await report(busy, { visits });
    const seen = async () => (await healthOf(name)).versions?.[0]?.visits;
    expect(await seen()).toBe(MAX_ITEMS_PER_HOUR);
    await report(other, { visits });
    expect(await seen()).toBe(MAX_ITEMS_PER_HOUR + 50);
    later(3_600_000);
    await report(busy, { visits });
    expect(await seen()).toBe(MAX_ITEMS_PER_HOUR + 100);
  });

  it('refuses a report that breaks the contract, and a report without a session', async () => {
    const caller = await aMember();
    const visit = { module: 'mf-a', version: '1.0.0', outcome: 'running', duration_ms: 1 };
    for (const wrong of [
      { visits: Array.from({ length: 51 }, () => visit) },
      { visits: [{ ...visit, duration_ms: -1 }] },
      { visits: [{ ...visit, typed: 'by a person' }] },
      { vitals: [{ module: 'mf-a', version: '1.0.0', name: 'LCP', value: 1e9 }] },
      { calls: [{ module: 'mf-a', version: '1.0.0', call: 'x y', status: 200, duration_ms: 1 }] },
      { other: [] },
    ])
      expect((await send(caller, wrong as Report)).statusCode).toBe(400);
    expect((await send(anonymousCaller, {})).statusCode).toBe(401);
    await report(caller, {});
  });

  it('neither extends the session nor writes to the audit log', async () => {
    const { name } = await aModule();
    const caller = await aMember();
    const ends = async () =>
      (await server.call(caller, 'GET', '/api/session/')).json<{ expires_at: number }>().expires_at;
    const audited = () =>
      server.db
        .selectFrom('audit_log')
        .select(({ fn }) => fn.countAll<string>().as('rows'))
        .executeTakeFirstOrThrow();
    const before = [await ends(), await audited()];
    const start = server.clock.now;
    later(3_600_000);
    await report(caller, { visits: [{ module: name, version: '1.0.0', outcome: 'crashed', duration_ms: 1 }] });
    server.clock.now = start;
    expect([await ends(), await audited()]).toEqual(before);
  });

  it('returns the requested days, and deletes reports after 30 days', async () => {
    const { name } = await aModule();
    const start = server.clock.now;
    const all = (): Report => ({
      visits: [{ module: name, version: '1.0.0', outcome: 'running', duration_ms: 1 }],
      vitals: [{ module: name, version: '1.0.0', name: 'INP', value: 100 }],
      errors: [{ module: name, version: '1.0.0', message: 'broke', source: '' }],
      calls: [{ module: name, version: '1.0.0', call: 'readSession', status: 500, duration_ms: 1, first: true }],
    });
    const ana = await aMember();
    await report(ana, all());
    later(3 * A_DAY_MS);
    staff = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    await report(await aMember(), all());
    const visits = async (query: string) => (await healthOf(name, query)).versions?.[0]?.visits;
    expect([await visits('?days=1'), await visits('?days=3'), await visits('?days=4'), await visits('')]).toEqual([
      1, 1, 2, 2,
    ]);
    expect((await healthOf(name)).calls).toMatchObject([{ count: 2 }]);
    for (const days of ['0', '31', '1.5', 'x']) {
      const refused = await server.call(staff, 'GET', `/api/module-health/?days=${days}`);
      expect(refused.statusCode).toBe(400);
    }
    const rows = async () => {
      const { db } = server;
      const counts = await Promise.all([
        db.selectFrom('module_visits').select('day').where('module', '=', name).execute(),
        db.selectFrom('module_vitals').select('day').where('module', '=', name).execute(),
        db.selectFrom('browser_error_days').select('day').where('module', '=', name).execute(),
        db.selectFrom('browser_calls').select('day').where('module', '=', name).execute(),
        db.selectFrom('module_first_calls').select('day').where('module', '=', name).execute(),
        db.selectFrom('browser_errors').select('message').where('module', '=', name).execute(),
      ]);
      return counts.map((tableRows) => tableRows.length);
    };
    const nightAfter = async (days: number) => {
      server.clock.now = new Date(start.getTime() + days * A_DAY_MS);
      await enqueueReportCleanUp(server.db, server.clock.now);
      later(A_DAY_MS);
      await runJobs(server);
    };
    await nightAfter(29);
    expect(await rows()).toEqual([2, 2, 2, 2, 2, 1]);
    await nightAfter(31);
    expect(await rows()).toEqual([1, 1, 1, 1, 1, 1]);
    await nightAfter(34);
    expect(await rows()).toEqual([0, 0, 0, 0, 0, 0]);
    server.clock.now = start;
    staff = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
  });

  it('lists the live version, the canary, then former versions in use, newest first', async () => {
    const team = await aModule();
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) {
      later(1000);
      await team.publish(team.build(version));
    }
    for (const version of ['1.1.0', '1.2.0']) await team.promote(version);
    await team.canary('1.4.0', 10);
    const caller = await aMember();
    await report(caller, {
      visits: ['1.0.0', '1.1.0', '1.2.0'].map((version) => ({
        module: team.name,
        version,
        outcome: 'running',
        duration_ms: 1,
      })),
    });
    const { versions, canary, live_version: live, title, audience } = await healthOf(team.name);
    expect(versions?.map(({ version, role }) => [version, role])).toEqual([
      ['1.2.0', 'live'],
      ['1.4.0', 'canary'],
      ['1.1.0', 'former'],
      ['1.0.0', 'former'],
    ]);
    expect(canary).toMatchObject({ version: '1.4.0', percent: 10 });
    expect([live, title, audience]).toEqual(['1.2.0', `Module ${team.name}`, 'clinic']);
  });
});
