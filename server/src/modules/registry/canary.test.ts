import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ModuleList, RollbackRequest } from 'shared-api/contracts';
import { createTeam, createTeamWithVersions, type Team } from '../../testing/module-team.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  testAudit,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { bucket } from './bucket.js';
import { withdrawIfRunning } from './canaries.js';
import { findCanary } from './module-repository.js';
import { pruneModules } from './prune.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const A_DAY_MS = 86_400_000;
const NEXT = '1.1.0';

describeWithDatabase('canaries', (database, engine) => {
  let server: TestServer;
  let people: { id: string; caller: Caller }[];
  let admin: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    const practiceId = await createTestPractice(server.db);
    people = [];
    for (let made = 0; made < 12; made += 1) {
      const person = await createTestPerson(server.db, { practices: [practiceId] });
      people.push({ id: person.id, caller: await signedIn(server, person) });
    }
    admin = await signedIn(
      server,
      await createTestPerson(server.db, { flags: { super_admin: true }, name: 'Ada Admin' }),
    );
  });
  afterAll(() => server.close());

  const ready = () => createTeamWithVersions(server);
  const code = (response: { statusCode: number; json<T>(): T }) => [
    response.statusCode,
    response.json<{ code: string }>().code,
  ];
  const versions = (team: Team, from = server) =>
    Promise.all(people.map(({ caller }) => team.versionFor(caller, from)));
  /** A percentage at which half of these people get the version. */
  const half = (team: Team, version = NEXT) => {
    const parts = people.map(({ id }) => bucket(id, team.name, version)).sort((left, right) => left - right);
    return Math.max(1, Math.min(99, parts[people.length / 2] ?? 50));
  };

  it('gives its percentage of people the canary on every page, and others the live version', async () => {
    const team = await ready();
    const percent = half(team);
    expect((await team.canary(NEXT, percent)).json()).toEqual({ status: 'success', from: '1.0.0', to: NEXT });
    const expected = people.map(({ id }) => (bucket(id, team.name, NEXT) < percent ? NEXT : '1.0.0'));
    expect(new Set(expected).size).toBe(2);
    expect(await versions(team)).toEqual(expected);
    for (const [index, { caller }] of people.entries()) {
      const page = await server.call(caller, 'GET', `/settings/1/${team.name}/page`);
      expect(page.body).toContain(`href="/modules/${team.name}/${expected[index] ?? ''}/remoteEntry.js"`);
      const entry = await server.call(caller, 'GET', `/modules/${team.name}/${expected[index] ?? ''}/remoteEntry.js`);
      expect(entry.body).toContain(`${team.name} ${expected[index] ?? ''}`);
    }
    expect(await team.live()).toBe('1.0.0');
  });

  it('always gives the canary to the same people, on every replica', async () => {
    const team = await ready();
    await team.canary(NEXT, half(team));
    const copy = await testServer(database());
    copy.clock.now = new Date(server.clock.now.getTime() + 3_600_000);
    expect(await versions(team, copy)).toEqual(await versions(team));
    await copy.close();
  });

  it('keeps people when a canary is widened, and adds nobody when it is narrowed', async () => {
    const team = await ready();
    const percent = half(team);
    await team.canary(NEXT, percent);
    const before = await versions(team);
    await team.canary(NEXT, 99);
    const wider = await versions(team);
    before.forEach((version, index) => {
      if (version === NEXT) expect(wider[index]).toBe(NEXT);
    });
    await team.canary(NEXT, percent);
    expect(await versions(team)).toEqual(before);
  });

  it('selects staff like everyone else', async () => {
    const team = await ready();
    const admins = await Promise.all(
      Array.from({ length: 6 }, () => createTestPerson(server.db, { flags: { super_admin: true, developer: true } })),
    );
    await team.canary(NEXT, 50);
    for (const person of admins) {
      const servedVersion = await team.versionFor(await signedIn(server, person));
      expect(servedVersion).toBe(bucket(person.id, team.name, NEXT) < 50 ? NEXT : '1.0.0');
    }
  });

  it('lists the rule, the person and the start of a canary, and keeps them when it is changed', async () => {
    const team = await ready();
    await team.canary(NEXT, 10, { min_people: 3, max_failing_percent: 12.5 }, admin);
    const begun = epochSeconds(server.clock.now);
    const rule = { min_people: 3, max_failing_percent: 12.5 };
    const shown = { version: NEXT, people: [], internal: false, rule };
    expect((await team.list()).canary).toEqual({
      ...shown,
      ...{ percent: 10, reach: '10% of people' },
      ...{ started_at: begun, started_by: 'Ada Admin' },
    });
    server.clock.now = new Date(server.clock.now.getTime() + 60_000);
    await team.canary(NEXT, 30);
    expect((await team.list()).canary).toEqual({
      ...shown,
      ...{ percent: 30, reach: '30% of people' },
      ...{ started_at: begun, started_by: 'Ada Admin' },
    });
    await team.canary(NEXT, 30, { min_people: 7 });
    expect((await team.list()).canary?.rule).toEqual({ min_people: 7, max_failing_percent: 5 });
    await team.canary(NEXT, 30);
    expect((await team.list()).moves.map(({ action, from, to }) => [action, from, to])).toEqual([
      ['canary', '1.0.0', NEXT],
      ['canary', '1.0.0', NEXT],
      ['canary', '1.0.0', NEXT],
      ['promote', null, '1.0.0'],
    ]);
  });

  it('uses the default rule unless the request has one', async () => {
    const team = await ready();
    await team.canary(NEXT, 10);
    expect((await team.list()).canary?.rule).toEqual({ min_people: 5, max_failing_percent: 5 });
  });

  it('makes a promoted canary live for everyone, and records no withdrawal', async () => {
    const team = await ready();
    await team.canary(NEXT, 10);
    expect((await team.promote(NEXT)).json()).toEqual({ status: 'success', from: '1.0.0', to: NEXT });
    const { canary, moves } = await team.list();
    expect([canary, moves.map(({ action }) => action)]).toEqual([null, ['promote', 'canary', 'promote']]);
    expect(new Set(await versions(team))).toEqual(new Set([NEXT]));
    expect((await team.rollback()).json()).toMatchObject({ to: '1.0.0' });
  });

  it.each([
    ['another version is promoted', '1.2.0', ['promote', 'withdraw', 'canary', 'promote']],
    ['the live version is promoted again', '1.0.0', ['withdraw', 'canary', 'promote']],
  ])('ends a canary when %s', async (_when, version, actions) => {
    const team = await ready();
    await team.canary(NEXT, 99);
    const answer = (await team.promote(version)).json();
    expect(answer).toEqual({ status: 'success', from: '1.0.0', to: version, withdrawn: NEXT });
    const { canary, moves } = await team.list();
    expect([canary, moves.map(({ action }) => action)]).toEqual([null, actions]);
    expect(new Set(await versions(team))).toEqual(new Set([version]));
  });

  it('withdraws a canary when another version becomes the canary', async () => {
    const team = await ready();
    await team.canary(NEXT, 99);
    expect((await team.canary(NEXT, 50)).json()).toEqual({ status: 'success', from: '1.0.0', to: NEXT });
    const answer = (await team.canary('1.2.0', 99)).json();
    expect(answer).toEqual({ status: 'success', from: '1.0.0', to: '1.2.0', withdrawn: NEXT });
    const { canary, moves } = await team.list();
    expect(canary?.version).toBe('1.2.0');
    expect(moves.slice(0, 2)).toMatchObject([
      { action: 'canary', from: '1.0.0', to: '1.2.0' },
      { action: 'withdraw', from: NEXT, to: '1.0.0' },
    ]);
  });

  it('withdraws the canary on a rollback, and reverts the live version on the next one', async () => {
    const team = await ready();
    await team.promote('1.2.0');
    await team.canary(NEXT, 99);
    expect((await team.rollback()).json()).toEqual({ status: 'success', from: NEXT, to: '1.2.0' });
    expect([await team.live(), (await team.list()).canary]).toEqual(['1.2.0', null]);
    expect(new Set(await versions(team))).toEqual(new Set(['1.2.0']));
    const next = await team.rollback(admin, { version: '1.2.0' });
    expect(next.json()).toEqual({ status: 'success', from: '1.2.0', to: '1.0.0' });
  });

  it('withdraws a canary by its version, by its role, by both or by neither', async () => {
    const team = await ready();
    for (const takenBack of [{ version: NEXT }, { role: 'canary' }, { version: NEXT, role: 'canary' }, {}] as const) {
      await team.canary(NEXT, 10);
      expect((await team.rollback(admin, takenBack)).json()).toEqual({ status: 'success', from: NEXT, to: '1.0.0' });
    }
  });

  it.each<[string, RollbackRequest, (team: Team) => Promise<unknown>, string]>([
    [
      'was withdrawn meanwhile',
      { version: NEXT, role: 'canary' },
      (team) => team.rollback(),
      'does not take back the canary 1.1.0 now: it would take back the live version 1.2.0. Nothing was changed.',
    ],
    [
      'was withdrawn meanwhile, named only by version',
      { version: NEXT },
      (team) => team.rollback(),
      'the version 1.1.0',
    ],
    ['was withdrawn meanwhile, named only as canary', { role: 'canary' }, (team) => team.rollback(), 'the canary now'],
    [
      'was promoted meanwhile',
      { version: NEXT, role: 'canary' },
      (team) => team.promote(NEXT),
      'it would take back the live version 1.1.0',
    ],
    [
      'was replaced by another canary',
      { version: NEXT, role: 'canary' },
      (team) => team.canary('1.0.0', 10),
      'it would take back the canary 1.0.0',
    ],
    [
      'is the live version next to a canary',
      { version: '1.2.0', role: 'live' },
      () => Promise.resolve(),
      'it would take back the canary 1.1.0',
    ],
  ])('refuses a rollback whose target %s', async (_what, named, meanwhile, words) => {
    const team = await ready();
    await team.promote('1.2.0');
    await team.canary(NEXT, 10);
    await meanwhile(team);
    const before = await team.list();
    const refused = await team.rollback(admin, named);
    expect(code(refused)).toEqual([409, 'not_current']);
    expect(refused.json<{ message: string }>().message).toContain(words);
    expect(await team.list()).toEqual(before);
  });

  it('refuses a rollback with an unknown field, and keeps the canary', async () => {
    const team = await ready();
    await team.canary(NEXT, 10);
    const asked = { versions: NEXT } as RollbackRequest;
    expect(code(await team.rollback(admin, asked))).toEqual([400, 'invalid']);
    expect((await team.list()).canary?.version).toBe(NEXT);
  });

  it('refuses a canary without a live version, or of a version that can’t go live', async () => {
    const team = await createTeam(server);
    await team.publish(team.build('1.0.0'));
    await team.publish(team.build('2.0.0', { sharedUi: '^2.0.0' }));
    expect(code(await team.canary('1.0.0', 10))).toEqual([409, 'nothing_live']);
    await team.promote('1.0.0');
    expect(code(await team.canary('1.0.0', 10))).toEqual([409, 'already_live']);
    expect(code(await team.canary('2.0.0', 10))).toEqual([409, 'shared_ui_mismatch']);
    expect(code(await team.canary('9.9.9', 10))).toEqual([404, 'not_found']);
    for (const percent of [0, 101, 1.5, -1])
      expect(code(await team.canary('2.0.0', percent))).toEqual([400, 'invalid']);
    expect((await team.list()).canary).toBeNull();
  });

  it('writes the percentage, the rule and the person to the audit log', async () => {
    const team = await ready();
    await team.canary(NEXT, 10, undefined, admin);
    await team.canary(NEXT, 20, undefined, admin);
    await team.rollback(admin);
    const rows = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('entity_id', '=', team.name)
      .where('action', 'in', ['module.canary', 'module.withdraw'])
      .execute();
    const rule = { min_people: 5, max_failing_percent: 5 };
    const log = (action: string, before: object, after: object) => ({
      action,
      actor_name: 'Ada Admin',
      before: { ...before },
      after,
    });
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        log('module.canary', { version: '1.0.0' }, { version: NEXT, percent: 10, rule }),
        log(
          'module.canary',
          { version: '1.0.0', canary: NEXT, percent: 10, rule },
          { version: NEXT, percent: 20, rule },
        ),
        log('module.withdraw', { version: NEXT, percent: 20 }, { version: '1.0.0' }),
      ]),
    );
  });

  it('changes the registry revision with every change of a canary', async () => {
    const team = await ready();
    const revision = async () =>
      (await server.call(people[0]?.caller ?? admin, 'GET', '/api/modules/')).json<ModuleList>().revision;
    const seen = [await revision()];
    for (const move of [() => team.canary(NEXT, 10), () => team.canary(NEXT, 20), () => team.rollback()]) {
      await move();
      seen.push(await revision());
    }
    expect(new Set(seen).size).toBe(4);
  });

  it('keeps the files of a running canary, however old they are', async () => {
    const team = await ready();
    await team.canary(NEXT, 10);
    const later = testAudit(new Date(server.clock.now.getTime() + 90 * A_DAY_MS));
    const pruned = (await pruneModules(server.db, later)).filter(({ module }) => module === team.name);
    expect(pruned.map(({ version }) => version)).toEqual(['1.2.0']);
    expect(code(await team.canary('1.2.0', 10))).toEqual([409, 'pruned']);
  });

  it('keeps a different canary that started after the evaluation', async () => {
    const team = await ready();
    await team.canary(NEXT, 10);
    const judged = { module: team.name, id: (await findCanary(server.db, team.name))?.id ?? '' };
    await team.rollback();
    await team.canary(NEXT, 10);
    expect(await withdrawIfRunning(server.db, judged, testAudit())).toBe(false);
    expect((await team.list()).canary?.version).toBe(NEXT);
  });

  if (engine === 'postgres') {
    it('withdraws the canary once for two simultaneous rollbacks, and keeps the live version', async () => {
      const team = await ready();
      await team.promote('1.2.0');
      await team.canary(NEXT, 10);
      const responses = await Promise.all([1, 2].map(() => team.rollback(admin, { version: NEXT, role: 'canary' })));
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect([await team.live(), (await team.list()).canary]).toEqual(['1.2.0', null]);
    });

    it('applies simultaneous canaries, promotions and rollbacks one after another', async () => {
      const team = await ready();
      const asked = [
        ...[10, 20, 30, 40].map((percent) => team.canary(NEXT, percent)),
        team.canary('1.2.0', 5),
        team.promote('1.2.0'),
        team.rollback(),
      ];
      const responses = await Promise.all(asked);
      expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
      const { moves, canary } = await team.list();
      // The last move decides: a canary exists exactly when the last move started it.
      expect(canary?.version).toBe(moves[0]?.action === 'canary' ? moves[0].to : undefined);
    });
  }
});
