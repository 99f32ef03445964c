import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { REVISION_HEADER } from '../http/api.js';
import { type AnUpload, aDeclaration, anUpload } from '../testing/a-build.js';
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
import { issueDeployToken, listDeployTokens, revokeDeployToken } from './deploy-tokens.js';
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

  let teams = 0;
  /** A module of its own for each test, with its team's token. */
  const aTeam = async (paths?: string[]) => {
    teams += 1;
    const declaration = aDeclaration(`mf-team${teams}`, paths ? { paths } : {});
    await grantModule(server.db, declaration, doing());
    const { token } = await issueDeployToken(server.db, { module: declaration.name, name: 'CI' }, doing());
    const caller: Caller = { headers: { authorization: `Bearer ${token}` } };
    const path = `/api/modules/${declaration.name}`;
    return {
      declaration,
      token,
      caller,
      publish: (upload: AnUpload) => server.call(caller, 'POST', `${path}/releases/`, upload),
      promote: (version: string, as = caller) => server.call(as, 'POST', `${path}/promote/`, { version }),
      rollback: (as = caller) => server.call(as, 'POST', `${path}/rollback/`),
      list: async (as = caller) =>
        (await server.call(as, 'GET', `${path}/releases/`)).json<{
          releases: { version: string; live: boolean; published_by: string; pruned_at: number | null }[];
          moves: { action: string; from: string | null; to: string; by: string }[];
        }>(),
    };
  };
  type Team = Awaited<ReturnType<typeof aTeam>>;
  const version = (team: Team, number: string, over: Parameters<typeof anUpload>[2] = {}) =>
    anUpload(team.declaration, number, over);
  const published = async (team: Team) => (await team.list()).releases.map((release) => release.version);
  const live = async (team: Team) => (await team.list()).releases.find((release) => release.live)?.version;

  it('are published without becoming live', async () => {
    const team = await aTeam();
    const answer = await team.publish(version(team, '1.0.0'));
    expect(answer.json()).toEqual({ status: 'success', version: '1.0.0', already: false });
    expect(await published(team)).toEqual(['1.0.0']);
    expect(await live(team)).toBeUndefined();
  });

  it('become live when promoted, and give way again when rolled back', async () => {
    const team = await aTeam();
    for (const number of ['1.0.0', '1.1.0', '1.2.0']) await team.publish(version(team, number));
    expect((await team.promote('1.0.0')).json()).toEqual({ status: 'success', from: null, to: '1.0.0' });
    expect((await team.promote('1.1.0')).json()).toEqual({ status: 'success', from: '1.0.0', to: '1.1.0' });
    await team.promote('1.2.0');
    expect((await team.rollback()).json()).toEqual({ status: 'success', from: '1.2.0', to: '1.1.0' });
    expect((await team.rollback()).json()).toEqual({ status: 'success', from: '1.1.0', to: '1.0.0' });
    expect(await live(team)).toBe('1.0.0');
    const nothing = await team.rollback();
    expect([nothing.statusCode, nothing.json<{ code: string }>().code]).toEqual([409, 'nothing_before']);
  });

  it('roll back from a version that was promoted after a rollback to the one that was live then', async () => {
    const team = await aTeam();
    for (const number of ['1.0.0', '1.1.0', '1.2.0']) await team.publish(version(team, number));
    await team.promote('1.0.0');
    await team.promote('1.1.0');
    await team.rollback();
    await team.promote('1.2.0');
    expect((await team.rollback()).json()).toMatchObject({ to: '1.0.0' });
  });

  it('are listed with who and when, newest first', async () => {
    const team = await aTeam();
    await team.publish(version(team, '1.0.0'));
    server.clock.now = new Date(server.clock.now.getTime() + 5000);
    await team.publish(version(team, '1.1.0'));
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
      .where('entity_id', '=', team.declaration.name)
      .orderBy('at')
      .execute();
    expect(rows.map((row) => row.action)).toEqual(
      expect.arrayContaining(['module.grant', 'deploy_token.issue', 'module.publish', 'module.promote']),
    );
  });

  it('stay as they are when the live one is promoted again', async () => {
    const team = await aTeam();
    await team.publish(version(team, '1.0.0'));
    await team.promote('1.0.0');
    await team.promote('1.0.0');
    expect((await team.list()).moves).toHaveLength(1);
  });

  it('may be uploaded again with the same content', async () => {
    const team = await aTeam();
    await team.publish(version(team, '1.0.0'));
    expect((await team.publish(version(team, '1.0.0'))).json()).toMatchObject({ already: true });
    expect(await published(team)).toEqual(['1.0.0']);
  });

  it('are refused with other content under a version that exists', async () => {
    const team = await aTeam();
    await team.publish(version(team, '1.0.0'));
    const answer = await team.publish(version(team, '1.0.0', { files: { 'remoteEntry.js': 'something else' } }));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'version_exists']);
  });

  it.each<[string, (upload: AnUpload) => void, string, string]>([
    [
      'a file that does not match its hash',
      (upload) => {
        upload.contents['assets/page.js'] = Buffer.from('tampered').toString('base64');
      },
      'contents.assets/page.js',
      'The content does not match its hash',
    ],
    [
      'a missing file',
      (upload) => {
        delete upload.contents['assets/page.js'];
      },
      'contents.assets/page.js',
      'This file is missing',
    ],
    [
      'an extra file',
      (upload) => {
        upload.contents['extra.js'] = '';
      },
      'contents.extra.js',
      'This file is not declared in build.files',
    ],
    [
      'an entry that is not among the files',
      (upload) => {
        upload.build.entry = 'main.js';
      },
      'build.entry',
      'main.js is not among the files',
    ],
    [
      'a preload that is not among the files',
      (upload) => {
        upload.build.preload = ['later.js'];
      },
      'build.preload',
      'later.js is not among the files',
    ],
    [
      'a range that is none',
      (upload) => {
        upload.build.shared_ui = 'newest';
      },
      'build.shared_ui',
      'Not a range',
    ],
    [
      'another module',
      (upload) => {
        upload.declaration = { ...upload.declaration, name: 'mf-else' };
      },
      'declaration.name',
      'Another module',
    ],
  ])('are refused with %s, and nothing is kept', async (_what, spoil, field, words) => {
    const team = await aTeam();
    const upload = version(team, '1.0.0');
    spoil(upload);
    const answer = await team.publish(upload);
    expect(answer.statusCode).toBe(422);
    const body = answer.json<{ code: string; fields: Record<string, string> }>();
    expect(body.code).toBe('invalid');
    expect(body.fields[field]).toBe(words);
    expect(await published(team)).toEqual([]);
    const files = await server.db
      .selectFrom('module_files')
      .select('path')
      .where('module', '=', team.declaration.name)
      .execute();
    expect(files).toEqual([]);
  });

  it('are refused with a file whose path leads elsewhere', async () => {
    const team = await aTeam();
    const upload = version(team, '1.0.0', { files: { '../escape.js': 'x' } });
    expect((await team.publish(upload)).statusCode).toBe(400);
  });

  it('are refused beyond 20 MB', async () => {
    const team = await aTeam();
    const answer = await team.publish(version(team, '1.0.0', { files: { 'big.js': 'x'.repeat(20_000_001) } }));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'body_too_large']);
    expect(await published(team)).toEqual([]);
  }, 20_000);

  it('are refused when they declare a path that was not granted, or another audience', async () => {
    const team = await aTeam();
    const more = aDeclaration(team.declaration.name, { paths: ['/settings/:practice/subscriptions/payment-methods'] });
    const wide = await team.publish(anUpload(more, '1.0.0'));
    expect(wide.statusCode).toBe(403);
    expect(wide.json()).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('/settings/:practice/subscriptions/payment-methods'),
    });
    const other = await team.publish(anUpload(aDeclaration(team.declaration.name, { audience: 'internal' }), '1.0.0'));
    expect(other.statusCode).toBe(403);
    expect(await published(team)).toEqual([]);
  });

  it('are refused when they claim a path that another module has, whatever its parameters are called', async () => {
    await aTeam(['/settings/:practice/taken/:item']);
    const team = await aTeam();
    const claim = aDeclaration(team.declaration.name, { paths: ['/settings/:practice/taken/:other'] });
    const answer = await team.publish(anUpload(claim, '1.0.0'));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'route_taken']);
    await expect(grantModule(server.db, claim, doing())).rejects.toMatchObject({ code: 'route_taken' });
  });

  it('cannot be promoted when they were never published', async () => {
    const team = await aTeam();
    expect((await team.promote('9.9.9')).statusCode).toBe(404);
  });

  it('cannot be promoted when the live shell has another shared-ui, and both are named', async () => {
    const team = await aTeam();
    await team.publish(version(team, '2.0.0', { sharedUi: '^2.0.0' }));
    const answer = await team.promote('2.0.0');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'shared_ui_mismatch',
      message: `${team.declaration.name} 2.0.0 needs shared-ui ^2.0.0, but the live shell provides shared-ui 1.4.0.`,
    });
    expect(await live(team)).toBeUndefined();
  });

  it('are out of reach once their token is revoked, and the token is never readable again', async () => {
    const team = await aTeam();
    const known = (await listDeployTokens(server.db)).find(({ module }) => module === team.declaration.name);
    expect(JSON.stringify(known)).not.toContain(team.token);
    await team.list();
    const used = (await listDeployTokens(server.db)).find(({ module }) => module === team.declaration.name);
    expect(used?.used_at).toEqual(server.clock.now);
    await revokeDeployToken(server.db, known?.prefix ?? '', doing());
    const answer = await team.publish(version(team, '1.0.0'));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'unknown_token']);
    await expect(revokeDeployToken(server.db, known?.prefix ?? '', doing())).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('give the registry another revision when a pointer or a grant moves, and at no other time', async () => {
    const team = await aTeam();
    const person = await signedIn(server, await aPerson(server.db, { practices: [await aPractice(server.db)] }));
    const revision = async () => {
      const answer = await server.call(person, 'GET', '/api/modules/');
      expect(answer.headers[REVISION_HEADER]).toBe(answer.json<{ revision: string }>().revision);
      return answer.json<{ revision: string }>().revision;
    };
    const seen = [await revision()];
    await team.publish(version(team, '1.0.0'));
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
    const team = await aTeam();
    for (const number of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await team.publish(version(team, number));
    await team.promote('1.0.0');
    await team.promote('1.1.0');
    const start = server.clock.now;
    server.clock.now = new Date(start.getTime() + 20 * A_DAY_MS);
    await team.promote('1.2.0', { headers: team.caller.headers });
    const later = new Date(start.getTime() + 40 * A_DAY_MS);
    server.clock.now = start;
    const pruned = (await pruneModules(server.db, doing(later))).filter(
      ({ module }) => module === team.declaration.name,
    );
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
    const other = await team.publish(version(team, '1.3.0', { files: { 'remoteEntry.js': 'other' } }));
    expect(other.json()).toMatchObject({ code: 'version_exists' });
    expect((await team.publish(version(team, '1.3.0'))).json()).toMatchObject({ already: false });
    expect((await team.promote('1.3.0')).statusCode).toBe(200);
  });

  if (engine === 'postgres') {
    it('are promoted one after another when several are promoted at once', async () => {
      const team = await aTeam();
      const numbers = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'];
      for (const number of numbers) await team.publish(version(team, number));
      const answers = await Promise.all(numbers.map((number) => team.promote(number)));
      expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200]);
      const { moves } = await team.list();
      expect(moves).toHaveLength(5);
      expect(moves[0]?.to).toBe(await live(team));
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
