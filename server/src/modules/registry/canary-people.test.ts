import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTeamWithVersions, type Team } from '../../testing/module-team.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { findCanary } from './module-repository.js';

const NEXT = '1.1.0';

describeWithDatabase('canaries for named people and internal staff', (database) => {
  let server: TestServer;
  let others: Caller[];
  const ready = () => createTeamWithVersions(server);
  const versionsOfOthers = (team: Team) => Promise.all(others.map((caller) => team.versionFor(caller)));
  const promote = (team: Team, body: object, as = team.caller) =>
    server.call(as, 'POST', `/api/modules/${team.name}/promote/`, { version: NEXT, ...body });
  const reach = async (team: Team) => {
    const { canary } = await team.list();
    return canary && { percent: canary.percent, people: canary.people, internal: canary.internal };
  };
  let ana: { id: string; email: string; caller: Caller };
  let staff: Caller;
  let admin: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    const practices = [await createTestPractice(server.db)];
    const person = await createTestPerson(server.db, { practices });
    ana = { ...person, caller: await signedIn(server, person) };
    staff = await signedIn(server, await createTestPerson(server.db, { practices, flags: { internal: true } }));
    admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    others = await Promise.all(
      Array.from({ length: 3 }, async () => signedIn(server, await createTestPerson(server.db, { practices }))),
    );
  });
  afterAll(() => server.close());

  it('gives the canary only to the people it names', async () => {
    const team = await ready();
    const response = await promote(team, { people: [` ${ana.email.toUpperCase()} `, ana.email] });
    expect(response.json()).toEqual({ status: 'success', from: '1.0.0', to: NEXT });
    expect(await reach(team)).toEqual({ percent: 0, people: [ana.email], internal: false });
    expect(await team.versionFor(ana.caller)).toBe(NEXT);
    expect(await team.versionFor(staff)).toBe('1.0.0');
    expect(await versionsOfOthers(team)).toEqual(['1.0.0', '1.0.0', '1.0.0']);
  });

  it('gives the canary to internal staff who may open the module', async () => {
    const team = await ready();
    await promote(team, { internal: true });
    const outside = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    expect(await team.versionFor(staff)).toBe(NEXT);
    expect(await team.versionFor(admin)).toBe(NEXT);
    expect(await team.versionFor(outside)).toBeUndefined();
    expect(await versionsOfOthers(team)).toEqual(['1.0.0', '1.0.0', '1.0.0']);
  });

  it('keeps its audience when widened, and changes only the given fields', async () => {
    const team = await ready();
    await promote(team, { people: [ana.email] });
    await promote(team, { internal: true });
    await team.canary(NEXT, 1);
    const everything = { percent: 1, people: [ana.email], internal: true };
    expect(await reach(team)).toEqual(everything);
    const { moves } = await team.list();
    await promote(team, { people: [ana.email], internal: true });
    expect((await team.list()).moves).toEqual(moves);
    await promote(team, { people: [], internal: false });
    expect(await reach(team)).toEqual({ percent: 1, people: [], internal: false });
  });

  it('starts afresh for another version', async () => {
    const team = await ready();
    await promote(team, { people: [ana.email], internal: true });
    await team.canary('1.2.0', 5);
    expect(await reach(team)).toEqual({ percent: 5, people: [], internal: false });
  });

  it('counts only the named people’s reports for the canary', async () => {
    const team = await ready();
    await promote(team, { people: [ana.email] });
    const id = (await findCanary(server.db, team.name))?.id ?? '';
    const visits = [{ module: team.name, version: NEXT, outcome: 'running', duration_ms: 100 }];
    for (const caller of [ana.caller, staff]) await server.call(caller, 'POST', '/api/browser-reports/', { visits });
    const counted = await server.db
      .selectFrom('module_visits')
      .select('person_id')
      .where('module', '=', team.name)
      .where('canary_id', '=', id)
      .execute();
    expect(counted).toEqual([{ person_id: ana.id }]);
  });

  it.each<[string, () => object, string]>([
    [
      'people without an account',
      () => ({ people: ['a@nowhere.example', ana.email] }),
      'a@nowhere.example has no account',
    ],
    ['nobody', () => ({ people: [] }), 'would reach nobody'],
    ['no internal staff and nobody else', () => ({ internal: false }), 'would reach nobody'],
  ])('refuses a canary for %s, and changes nothing', async (_what, body, words) => {
    const team = await ready();
    await team.canary('1.2.0', 5);
    const before = await team.list();
    const response = await promote(team, body());
    const { code, message } = response.json<{ code: string; message: string }>();
    expect([response.statusCode, code]).toEqual([422, 'invalid']);
    expect(message).toContain(words);
    expect(await team.list()).toEqual(before);
  });

  it('audits its audience, also when it is withdrawn', async () => {
    const team = await ready();
    await promote(team, { people: [ana.email], internal: true });
    await team.rollback();
    const rows = await server.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('entity_id', '=', team.name)
      .where('action', 'in', ['module.canary', 'module.withdraw'])
      .execute();
    const reached = { percent: 0, people: [ana.email], internal: true };
    const rule = { min_people: 5, max_failing_percent: 5 };
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        { before: { version: '1.0.0' }, after: { version: NEXT, ...reached, rule } },
        { before: { version: NEXT, ...reached }, after: { version: '1.0.0' } },
      ]),
    );
  });
});
