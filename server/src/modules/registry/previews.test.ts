import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { ModuleList } from 'shared-api/contracts';
import type { ModulePreview } from 'shared-api/contracts/module-previews';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Team, createTeam } from '../../testing/module-team.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  runJobs,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import { enqueuePreviewCleanUp } from './preview-clean-up-job.js';

const A_DAY_MS = 86_400_000;
const PREVIEW = '1.1.0-pr-17';

describeWithDatabase('previews of a module', (database) => {
  let server: TestServer;
  let team: Team;
  let practiceId: number;
  let email: string;
  let named: Caller;
  let member: Caller;
  let other: Caller;
  let internal: Caller;
  let developer: Caller;

  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db);
    const elsewhere = await createTestPractice(server.db);
    const sign = async (attributes: Parameters<typeof createTestPerson>[1]): Promise<Caller> =>
      signedIn(server, await createTestPerson(server.db, attributes));
    const person = await createTestPerson(server.db, { practices: [elsewhere] });
    email = person.email;
    named = await signedIn(server, person);
    member = await sign({ practices: [practiceId] });
    other = await sign({ practices: [elsewhere] });
    internal = await sign({ practices: [elsewhere], flags: { internal: true } });
    developer = await sign({ practices: [elsewhere], flags: { developer: true } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    team = await createTeam(server);
    await team.publish(team.build('1.0.0'));
    await team.publish({ ...team.build(PREVIEW), for_preview: true });
    await team.promote('1.0.0');
  });

  const put = (body: object = {}, name = 'pr-17', as: Caller = team.caller) =>
    server.call(as, 'PUT', `/api/modules/${team.name}/previews/${name}/`, { version: PREVIEW, ...body });
  const close = (name = 'pr-17', as: Caller = team.caller) =>
    server.call(as, 'DELETE', `/api/modules/${team.name}/previews/${name}/`);
  const read = (as: Caller, name = 'pr-17') => server.call(as, 'GET', `/api/previews/${team.name}/${name}/`);
  const open = (as: Caller, name = 'pr-17') => server.call(as, 'POST', `/api/previews/${team.name}/${name}/open/`);
  const leave = (as: Caller) => server.call(as, 'DELETE', `/api/previews/${team.name}/`);
  const file = (as: Caller) => server.call(as, 'GET', `/modules/${team.name}/${PREVIEW}/remoteEntry.js`);
  /** The module's version and preview name in the session. */
  const shown = async (as: Caller): Promise<(string | undefined)[]> => {
    const { modules } = (await server.call(as, 'GET', '/api/modules/')).json<ModuleList>();
    const module = modules.find(({ name }) => name === team.name);
    return [module?.version, module?.preview];
  };
  const status = async (answer: Promise<{ statusCode: number }>): Promise<number> => (await answer).statusCode;

  it('gives a published version only to people who open it', async () => {
    const { preview } = (await put({ people: [email] })).json<{ preview: ModulePreview }>();
    expect(preview).toMatchObject({ name: 'pr-17', version: PREVIEW, path: `/previews/${team.name}/pr-17` });
    expect(preview.expires_at - preview.published_at).toBe(14 * 86_400);
    expect([await shown(named), await status(file(named))]).toEqual([['1.0.0', undefined], 404]);
    expect((await read(named)).json()).toMatchObject({ title: `Module ${team.name}`, open: false, preview });
    expect(await status(open(named))).toBe(200);
    expect((await read(named)).json()).toMatchObject({ open: true });
    expect([await shown(named), await status(file(named))]).toEqual([[PREVIEW, 'pr-17'], 200]);
    for (const person of [member, other]) expect(await shown(person)).toEqual(['1.0.0', undefined]);
    expect(await status(leave(named))).toBe(200);
    expect([await shown(named), await status(file(named))]).toEqual([['1.0.0', undefined], 404]);
  });

  it.each<[string, () => object, () => Caller[], () => Caller[]]>([
    ['named people and developers', () => ({ people: [email] }), () => [named, developer], () => [member, internal]],
    ['internal staff', () => ({ internal: true }), () => [internal, developer], () => [named, member]],
    ['members of a practice', () => ({ practices: [practiceId] }), () => [member, developer], () => [named, internal]],
    ['developers alone', () => ({}), () => [developer], () => [named, member, internal]],
  ])('can be opened by %s', async (_who, body, may, mayNot) => {
    await put(body());
    for (const person of may()) expect([await status(read(person)), await status(open(person))]).toEqual([200, 200]);
    for (const person of mayNot()) {
      expect([await status(read(person)), await status(open(person))]).toEqual([404, 404]);
      expect(await shown(person)).toEqual(['1.0.0', undefined]);
    }
    for (const person of may()) await leave(person);
  });

  it('ends in an open session once it is closed or no longer for that person', async () => {
    await put({ people: [email] });
    await open(named);
    await put({ internal: true });
    expect([await shown(named), await status(file(named))]).toEqual([['1.0.0', undefined], 404]);
    await put({ people: [email] });
    expect(await shown(named)).toEqual([PREVIEW, 'pr-17']);
    expect(await status(close())).toBe(200);
    expect([await shown(named), await status(read(named)), await status(close())]).toEqual([
      ['1.0.0', undefined],
      404,
      404,
    ]);
  });

  it('follows its name to the next version, and deletes the files that nothing else needs', async () => {
    await put({ people: [email] });
    await open(named);
    await team.publish({ ...team.build('1.1.0-pr-17.2'), for_preview: true });
    await put({ people: [email], version: '1.1.0-pr-17.2' });
    expect(await shown(named)).toEqual(['1.1.0-pr-17.2', 'pr-17']);
    const pruned = async () =>
      (await team.list()).releases.filter(({ pruned_at }) => pruned_at !== null).map(({ version }) => version);
    expect(await pruned()).toEqual([PREVIEW]);
    // A released version and one of another preview stay.
    await put({ version: '1.0.0' }, 'pr-18');
    await put({ version: '1.1.0-pr-17.2' }, 'pr-19');
    for (const name of ['pr-17', 'pr-18']) await close(name);
    expect(await pruned()).toEqual([PREVIEW]);
    await close('pr-19');
    expect((await pruned()).sort()).toEqual([PREVIEW, '1.1.0-pr-17.2']);
  });

  it('keeps a version that was published before or during the preview', async () => {
    await team.publish(team.build('1.2.0'));
    await team.publish({ ...team.build('1.2.0'), for_preview: true });
    await put({ version: '1.2.0' }, 'pr-18');
    await put();
    // A merged pull request has the same sources, so its version is the preview's.
    expect((await team.publish(team.build(PREVIEW))).json()).toMatchObject({ already: true });
    for (const name of ['pr-17', 'pr-18']) await close(name);
    for (const version of [PREVIEW, '1.2.0']) expect((await team.promote(version)).statusCode).toBe(200);
  });

  it('is left out for pages with a kit that doesn’t fit', async () => {
    await put({ people: [email] });
    await open(named);
    const listed = async (kit: string) =>
      (await server.call(named, 'GET', `/api/modules/?shared_ui=${kit}`))
        .json<ModuleList>()
        .modules.find(({ name }) => name === team.name);
    expect(await listed('1.9.0')).toMatchObject({ version: PREVIEW, preview: 'pr-17' });
    expect(await listed('1.1.0')).toBeUndefined();
    await team.publish(team.build('0.9.0', { sharedUi: '^1.0.0' }));
    await team.promote('0.9.0');
    const before = await listed('1.1.0');
    expect([before?.version, before?.preview]).toEqual(['0.9.0', undefined]);
    await leave(named);
  });

  it.each<[string, () => Promise<unknown>, number, string]>([
    ['a version that was never published', () => put({ version: '9.9.9' }), 404, 'not_found'],
    [
      'a version for another kit',
      async () => {
        await team.publish(team.build('2.0.0', { sharedUi: '^9.0.0' }));
        return put({ version: '2.0.0' });
      },
      409,
      'shared_ui_mismatch',
    ],
    ['people without an account', () => put({ people: ['nobody@clinic.example'] }), 422, 'invalid'],
    ['practices that don’t exist', () => put({ practices: [practiceId, 999_999] }), 422, 'invalid'],
    [
      'a name with spaces',
      () => server.call(team.caller, 'PUT', `/api/modules/${team.name}/previews/PR%2017/`, { version: PREVIEW }),
      400,
      'invalid',
    ],
  ])('refuses %s', async (_what, attempt, code, reason) => {
    const response = (await attempt()) as { statusCode: number; json: () => { code: string } };
    expect([response.statusCode, response.json().code]).toEqual([code, reason]);
    expect((await team.list()).previews).toEqual([]);
  });

  it('accepts previews only from the module’s own token', async () => {
    const stranger = await createTeam(server);
    for (const as of [stranger.caller, developer, named]) {
      expect([403, 404]).toContain(await status(put({}, 'pr-17', as)));
      expect([403, 404]).toContain(await status(close('pr-17', as)));
    }
  });

  it('opens several modules at once, and leaves one', async () => {
    await put({ people: [email] });
    await open(named);
    const first = team;
    team = await createTeam(server);
    for (const version of ['1.0.0', PREVIEW]) await team.publish(team.build(version));
    await team.promote('1.0.0');
    await put({ people: [email] });
    await open(named);
    expect(await shown(named)).toEqual([PREVIEW, 'pr-17']);
    await leave(named);
    expect(await shown(named)).toEqual(['1.0.0', undefined]);
    team = first;
    expect(await shown(named)).toEqual([PREVIEW, 'pr-17']);
    await leave(named);
  });

  it('opens several modules concurrently in one session’s tabs', async () => {
    const teams = [team];
    for (let more = 0; more < 4; more += 1) {
      team = await createTeam(server);
      for (const version of ['1.0.0', PREVIEW]) await team.publish(team.build(version));
      await team.promote('1.0.0');
      teams.push(team);
    }
    for (team of teams) await put({ people: [email] });
    const links = teams.map(({ name }) => `/api/previews/${name}/`);
    await Promise.all(links.map((link) => server.call(named, 'POST', `${link}pr-17/open/`)));
    for (team of teams) expect(await shown(named)).toEqual([PREVIEW, 'pr-17']);
    await Promise.all(links.map((link) => server.call(named, 'DELETE', link)));
    for (team of teams) expect(await shown(named)).toEqual(['1.0.0', undefined]);
  });

  it('isn’t counted in any version’s health, also after it was left or ended', async () => {
    const report = (version: string) => ({
      visits: [{ module: team.name, version, outcome: 'start-failed', duration_ms: 5 }],
      vitals: [],
      errors: [{ module: team.name, version, message: 'TypeError: x', source: 'remoteEntry.js:1:1' }],
      calls: [],
    });
    const send = async (version: string): Promise<void> => {
      expect(await status(server.call(named, 'POST', '/api/browser-reports/', report(version)))).toBe(200);
    };
    const counted = async () => ({
      visits: await server.db.selectFrom('module_visits').selectAll().where('module', '=', team.name).execute(),
      errors: await server.db.selectFrom('browser_errors').selectAll().where('module', '=', team.name).execute(),
    });
    await put({ people: [email] });
    await open(named);
    await send(PREVIEW);
    // The previous page still reports when the next one loads.
    await leave(named);
    await send(PREVIEW);
    await open(named);
    await close();
    await send(PREVIEW);
    expect(await counted()).toEqual({ visits: [], errors: [] });
  });

  it('still counts the released version in another tab of the session', async () => {
    await put({ people: [email] });
    await open(named);
    const visits = [{ module: team.name, version: '1.0.0', outcome: 'running', duration_ms: 5 }];
    await server.call(named, 'POST', '/api/browser-reports/', { visits, vitals: [], errors: [], calls: [] });
    const rows = await server.db
      .selectFrom('module_visits')
      .select('version')
      .where('module', '=', team.name)
      .execute();
    expect(rows).toEqual([{ version: '1.0.0' }]);
    await leave(named);
  });

  it('protects its version from pruning', async () => {
    await put({ people: [email] });
    const { pruneModules } = await import('./prune.js');
    const later = new Date(server.clock.now.getTime() + 40 * A_DAY_MS);
    const pruned = (await pruneModules(server.db, testAudit(later))).filter(({ module }) => module === team.name);
    expect(pruned).toEqual([]);
    await close();
  });

  // The last one, because all sessions have ended by then.
  it('ends after 14 days, immediately for sessions and at night for its files', async () => {
    const start = server.clock.now;
    await put({ people: [email] });
    await open(named);
    await enqueuePreviewCleanUp(server.db, start);
    server.clock.now = new Date(start.getTime() + 14 * A_DAY_MS);
    const later = await signedIn(server, await createTestPerson(server.db, { flags: { developer: true } }));
    expect([await status(read(later)), await status(open(later))]).toEqual([404, 404]);
    await runJobs(server);
    const { releases, previews } = await team.list();
    expect(previews).toEqual([]);
    expect(releases.find(({ version }) => version === PREVIEW)?.pruned_at).not.toBeNull();
    server.clock.now = start;
  });
});
