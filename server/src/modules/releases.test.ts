import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { REVISION_HEADER } from '../http/api.js';
import { aDeclaration } from '../testing/a-build.js';
import { aTeam } from '../testing/a-team.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import {
  type Caller,
  type TestServer,
  aPerson,
  aPractice,
  doing,
  signedIn,
  testServer,
} from '../testing/test-server.js';
import { grantModule } from './module-grants.js';
import { pruneModules } from './prune.js';

const A_DAY_MS = 86_400_000;

describeOnEveryEngine('releases', (database, engine) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    admin = await signedIn(server, await aPerson(server.db, { flags: { super_admin: true } }));
  });
  afterAll(() => server.close());

  it('become live when promoted, and give way again when rolled back', async () => {
    const team = await aTeam(server);
    for (const number of ['1.0.0', '1.1.0', '1.2.0']) await team.publish(team.build(number));
    expect((await team.promote('1.0.0')).json()).toEqual({ status: 'success', from: null, to: '1.0.0' });
    expect((await team.promote('1.1.0')).json()).toEqual({ status: 'success', from: '1.0.0', to: '1.1.0' });
    await team.promote('1.2.0');
    expect((await team.rollback()).json()).toEqual({ status: 'success', from: '1.2.0', to: '1.1.0' });
    expect((await team.rollback()).json()).toEqual({ status: 'success', from: '1.1.0', to: '1.0.0' });
    expect(await team.live()).toBe('1.0.0');
    const nothing = await team.rollback();
    expect([nothing.statusCode, nothing.json<{ code: string }>().code]).toEqual([409, 'nothing_before']);
  });

  it('roll back from a version that was promoted after a rollback to the one that was live then', async () => {
    const team = await aTeam(server);
    for (const number of ['1.0.0', '1.1.0', '1.2.0']) await team.publish(team.build(number));
    await team.promote('1.0.0');
    await team.promote('1.1.0');
    await team.rollback();
    await team.promote('1.2.0');
    expect((await team.rollback()).json()).toMatchObject({ to: '1.0.0' });
  });

  it('give way to a rollback that names the live version, and to none that names a former one', async () => {
    const team = await aTeam(server);
    for (const number of ['1.0.0', '1.1.0']) {
      await team.publish(team.build(number));
      await team.promote(number);
    }
    const former = await team.rollback(admin, { version: '1.0.0' });
    expect([former.statusCode, former.json<{ code: string }>().code]).toEqual([409, 'not_current']);
    expect(await team.live()).toBe('1.1.0');
    const live = await team.rollback(admin, { version: '1.1.0', role: 'live' });
    expect(live.json()).toEqual({ status: 'success', from: '1.1.0', to: '1.0.0' });
  });

  it('are listed with who and when, newest first', async () => {
    const team = await aTeam(server);
    await team.publish(team.build('1.0.0'));
    server.clock.now = new Date(server.clock.now.getTime() + 5000);
    await team.publish(team.build('1.1.0'));
    await team.promote('1.0.0');
    await team.promote('1.1.0', admin);
    const { releases, moves } = await team.list(admin);
    expect(releases.map((release) => [release.version, release.live])).toEqual([
      ['1.1.0', true],
      ['1.0.0', false],
    ]);
    expect(releases[0]?.published_by).toBe(`CI (deploy token ${team.token.slice(0, 11)}…)`);
    expect(moves).toMatchObject([
      { action: 'promote', from: '1.0.0', to: '1.1.0', by: 'Robin Test' },
      { action: 'promote', from: null, to: '1.0.0' },
    ]);
    const rows = await server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_kind'])
      .where('entity_id', '=', team.name)
      .orderBy('at')
      .execute();
    expect(rows.map((row) => row.action)).toEqual(
      expect.arrayContaining(['module.grant', 'deploy_token.issue', 'module.publish', 'module.promote']),
    );
  });

  it('stay as they are when the live one is promoted again', async () => {
    const team = await aTeam(server);
    await team.publish(team.build('1.0.0'));
    await team.promote('1.0.0');
    await team.promote('1.0.0');
    expect((await team.list()).moves).toHaveLength(1);
  });

  it('cannot be promoted when they were never published', async () => {
    const team = await aTeam(server);
    expect((await team.promote('9.9.9')).statusCode).toBe(404);
  });

  it('cannot be promoted when the live shell has another shared-ui, and both are named', async () => {
    const team = await aTeam(server);
    await team.publish(team.build('2.0.0', { sharedUi: '^2.0.0' }));
    const answer = await team.promote('2.0.0');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'shared_ui_mismatch',
      message: `${team.name} 2.0.0 needs shared-ui ^2.0.0, but the live shell provides shared-ui 1.4.0.`,
    });
    expect(await team.live()).toBeUndefined();
  });

  it('give the registry another revision when a pointer or a grant moves, and at no other time', async () => {
    const team = await aTeam(server);
    const person = await signedIn(server, await aPerson(server.db, { practices: [await aPractice(server.db)] }));
    const revision = async () => {
      const answer = await server.call(person, 'GET', '/api/modules/');
      expect(answer.headers[REVISION_HEADER]).toBe(answer.json<{ revision: string }>().revision);
      return answer.json<{ revision: string }>().revision;
    };
    const seen = [await revision()];
    await team.publish(team.build('1.0.0'));
    expect(await revision()).toBe(seen[0]);
    const promoted = await team.promote('1.0.0');
    seen.push(await revision());
    expect(promoted.headers[REVISION_HEADER]).toBe(seen[1]);
    await grantModule(server.db, team.declaration, doing());
    expect(await revision()).toBe(seen[1]);
    await grantModule(server.db, { ...team.declaration, title: 'Another title' }, doing());
    seen.push(await revision());
    expect(new Set(seen).size).toBe(3);
  });

  it('keep their files while they are live, or were within 30 days, and lose them afterwards', async () => {
    const team = await aTeam(server);
    for (const number of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await team.publish(team.build(number));
    await team.promote('1.0.0');
    await team.promote('1.1.0');
    const start = server.clock.now;
    server.clock.now = new Date(start.getTime() + 20 * A_DAY_MS);
    await team.promote('1.2.0');
    const later = new Date(start.getTime() + 40 * A_DAY_MS);
    server.clock.now = start;
    const pruned = (await pruneModules(server.db, doing(later))).filter(({ module }) => module === team.name);
    expect(pruned.map((it) => it.version).sort()).toEqual(['1.0.0', '1.3.0']);
    const releases = (await team.list()).releases;
    expect(
      releases
        .filter((release) => release.pruned_at !== null)
        .map((release) => release.version)
        .sort(),
    ).toEqual(['1.0.0', '1.3.0']);
    const refused = await team.promote('1.3.0');
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'pruned']);
    const other = await team.publish(team.build('1.3.0', { files: { 'remoteEntry.js': 'other' } }));
    expect(other.json()).toMatchObject({ code: 'version_exists' });
    expect((await team.publish(team.build('1.3.0'))).json()).toMatchObject({ already: false });
    expect((await team.promote('1.3.0')).statusCode).toBe(200);
  });

  if (engine === 'postgres') {
    it('are promoted one after another when several are promoted at once', async () => {
      const team = await aTeam(server);
      const numbers = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'];
      for (const number of numbers) await team.publish(team.build(number));
      const answers = await Promise.all(numbers.map((number) => team.promote(number)));
      expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200]);
      const { moves } = await team.list();
      expect(moves).toHaveLength(5);
      expect(moves[0]?.to).toBe(await team.live());
    });

    it('cannot be granted the same path twice at the same moment', async () => {
      const claims = ['mf-left', 'mf-right'].map((name) =>
        aDeclaration(name, { paths: ['/settings/:practice/contested'] }),
      );
      const results = await Promise.allSettled(claims.map((claim) => grantModule(server.db, claim, doing())));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });
  }
});
