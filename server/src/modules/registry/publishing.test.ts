import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AnswerOf, publishModule } from 'shared-api/contracts';
import { type TestUpload, createDeclaration, createUpload } from '../../testing/module-build.js';
import { createTeam } from '../../testing/module-team.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type TestServer, createTestPerson, signedIn, testAudit, testServer } from '../../testing/test-server.js';
import { issueDeployToken } from './deploy-tokens.js';
import { deployTokens } from '../../access/tokens/deploy-tokens.js';
import { grantModule } from './module-grants.js';
import { pruneModules, RETENTION_DAYS } from './prune.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

describeWithDatabase('publish', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  it('publishes a version without making it live', async () => {
    const team = await createTeam(server);
    const response = await team.publish(team.build('1.0.0'));
    expect(response.json()).toEqual({ status: 'success', version: '1.0.0', already: false });
    expect(await team.published()).toEqual(['1.0.0']);
    expect(await team.live()).toBeUndefined();
  });

  it('names the pages that load 10% more code than in the live version', async () => {
    const [grows, stays] = ['/settings/:practice/pages/grows', '/settings/:practice/pages/stays'] as const;
    const team = await createTeam(server, [grows, stays]);
    const upload = (version: string, page: string) => {
      const built = team.build(version, { files: { 'grows.js': page, 'stays.js': 'code'.repeat(1000) } });
      built.build.pages = {
        [grows]: { preload: ['grows.js'], shared: [] },
        [stays]: { preload: ['stays.js'], shared: [] },
      };
      return built;
    };
    const first = upload('1.0.0', 'code'.repeat(1000));
    type Answer = AnswerOf<typeof publishModule>;
    const grown = async (built: TestUpload) => (await team.publish(built)).json<Answer>().grown;
    expect(await grown(first)).toBeUndefined();
    await team.promote('1.0.0');
    expect(await grown(upload('1.1.0', 'code'.repeat(1100)))).toBeUndefined();
    const { since, pages = [] } = (await grown(upload('1.2.0', 'code'.repeat(1400)))) ?? {};
    expect([since, pages.map(({ path, title, bytes, before }) => [path, title, bytes - before])]).toEqual([
      '1.0.0',
      [[grows, 'Page 0', 1600]],
    ]);
  });

  it('accepts the same content again', async () => {
    const team = await createTeam(server);
    await team.publish(team.build('1.0.0'));
    expect((await team.publish(team.build('1.0.0'))).json()).toMatchObject({ already: true });
    expect(await team.published()).toEqual(['1.0.0']);
  });

  it('recognizes the same version despite another key order in the database', async () => {
    const team = await createTeam(server);
    const upload = team.build('1.0.0');
    upload.build.pages = {
      '/settings/:practice/a-longer-path': { preload: [], shared: ['shared-ui/forms'] },
      '/settings/:practice/a': { preload: ['assets/page.js'], shared: [] },
    };
    upload.build.calls = ['GET /api/:practice/members/'];
    expect((await team.publish(upload)).json()).toMatchObject({ already: false });
    expect((await team.publish(upload)).json()).toMatchObject({ already: true });
    upload.build.calls = [];
    expect((await team.publish(upload)).json()).toMatchObject({ code: 'version_exists' });
  });

  it('refuses other content under an existing version', async () => {
    const team = await createTeam(server);
    await team.publish(team.build('1.0.0'));
    const response = await team.publish(team.build('1.0.0', { files: { 'remoteEntry.js': 'something else' } }));
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([409, 'version_exists']);
  });

  it('refuses another module’s build', async () => {
    const [team, other] = [await createTeam(server), await createTeam(server)];
    const response = await team.publish(other.build('1.0.0'));
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      422,
      `This address publishes ${team.name}, not ${other.name}.`,
    ]);
    expect(await team.published()).toEqual([]);
  });

  it.each<[string, (upload: TestUpload) => void, string, string]>([
    [
      'a file that does not match its hash',
      (upload) => {
        upload.contents['assets/page.js'] = Buffer.from('tampered').toString('base64');
      },
      'contents.assets/page.js',
      'The content doesn’t match its hash',
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
      'an unlisted entry',
      (upload) => {
        upload.build.entry = 'main.js';
      },
      'build.entry',
      'main.js is not among the files',
    ],
    ...['constructor', 'toString', '__proto__', 'hasOwnProperty'].map(
      (name): [string, (upload: TestUpload) => void, string, string] => [
        `an entry, a preload and a page's file with the inherited name ${name}`,
        (upload) => {
          upload.build.entry = name;
          upload.build.preload = [name];
          upload.build.pages = { '/settings/:practice/x': { preload: [name], shared: [] } };
        },
        'build.entry build.preload build.pages./settings/:practice/x',
        `${name} is not among the files`,
      ],
    ),
    [
      'an unlisted preload',
      (upload) => {
        upload.build.preload = ['later.js'];
      },
      'build.preload',
      'later.js is not among the files',
    ],
    [
      'an unlisted file of a page',
      (upload) => {
        upload.build.pages = { '/settings/:practice/x': { preload: ['later.js'], shared: [] } };
      },
      'build.pages./settings/:practice/x',
      'later.js is not among the files',
    ],
    [
      'an invalid version range',
      (upload) => {
        upload.build.shared_ui = 'newest';
      },
      'build.shared_ui',
      'Not a range',
    ],
    [
      'the name of another module',
      (upload) => {
        upload.declaration = { ...upload.declaration, name: 'mf-else' };
      },
      'declaration.name',
      'Another module',
    ],
  ])('refuses %s, and stores nothing', async (_what, spoil, field, words) => {
    const team = await createTeam(server);
    const upload = team.build('1.0.0');
    spoil(upload);
    const response = await team.publish(upload);
    expect(response.statusCode).toBe(422);
    const body = response.json<{ code: string; fields: Record<string, string> }>();
    expect(body.code).toBe('invalid');
    for (const one of field.split(' ')) expect(body.fields[one]).toBe(words);
    expect(await team.published()).toEqual([]);
    const files = await server.db.selectFrom('module_files').select('path').where('module', '=', team.name).execute();
    expect(files).toEqual([]);
  });

  it('refuses a file path that leaves the folder', async () => {
    const team = await createTeam(server);
    const upload = team.build('1.0.0', { files: { '../escape.js': 'x' } });
    expect((await team.publish(upload)).statusCode).toBe(400);
  });

  it('refuses an upload of more than 20 MB', async () => {
    const team = await createTeam(server);
    const response = await team.publish(team.build('1.0.0', { files: { 'big.js': 'x'.repeat(20_000_001) } }));
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([413, 'body_too_large']);
    expect(await team.published()).toEqual([]);
  });

  it('refuses versions beyond the limit, and names the prune command', async () => {
    const limited = await testServer(database(), { MODULE_VERSIONS_MAX: '2' });
    const team = await createTeam(limited);
    const code = (response: { json: <T>() => T }) => response.json<{ code?: string }>().code;
    const start = limited.clock.now;
    limited.clock.now = new Date(start.getTime() - (RETENTION_DAYS + 1) * 86_400_000);
    await team.publish(team.build('1.0.0'));
    limited.clock.now = start;
    await team.publish(team.build('1.1.0'));
    const refused = await team.publish(team.build('1.2.0'));
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'too_many_versions', message: expect.stringContaining('`module prune`') },
    ]);
    expect((await team.publish(team.build('1.1.0'))).json()).toMatchObject({ already: true });
    await pruneModules(server.db, testAudit(start));
    expect(code(await team.publish(team.build('1.2.0')))).toBeUndefined();
    // A pruned version that gets its files back also counts.
    expect(code(await team.publish(team.build('1.0.0')))).toBe('too_many_versions');
    await limited.close();
  });

  it('lets one of two concurrent uploads have the last free slot', async () => {
    const limited = await testServer(database(), { MODULE_VERSIONS_MAX: '2' });
    const team = await createTeam(limited);
    await team.publish(team.build('1.0.0'));
    const responses = await Promise.all(['1.1.0', '1.2.0'].map((version) => team.publish(team.build(version))));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await limited.close();
  });

  it('refuses a path that isn’t granted, and another audience', async () => {
    const team = await createTeam(server);
    const more = createDeclaration(team.name, { paths: ['/settings/:practice/subscriptions/payment-methods'] });
    const wide = await team.publish(createUpload(more, '1.0.0'));
    expect(wide.statusCode).toBe(403);
    expect(wide.json()).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('/settings/:practice/subscriptions/payment-methods'),
    });
    const other = await team.publish(createUpload(createDeclaration(team.name, { audience: 'internal' }), '1.0.0'));
    expect(other.statusCode).toBe(403);
    expect(await team.published()).toEqual([]);
  });

  it('accepts a version with some of the granted paths, and shows only these', async () => {
    const [first, second] = ['/settings/:practice/subset/first', '/settings/:practice/subset/second'];
    const team = await createTeam(server, [first, second]);
    const part = createDeclaration(team.name, { paths: [second] });
    expect((await team.publish(createUpload(part, '1.0.0'))).json()).toMatchObject({ status: 'success' });
    await team.promote('1.0.0');
    const person = await createTestPerson(server.db, { flags: { super_admin: true } });
    const response = await server.call(await signedIn(server, person), 'GET', '/api/modules/');
    const { modules } = response.json<{ modules: { name: string; routes: { path: string }[] }[] }>();
    expect(modules.find(({ name }) => name === team.name)?.routes.map(({ path }) => path)).toEqual([second]);
  });

  it('refuses another module’s path, whatever its parameter names', async () => {
    await createTeam(server, ['/settings/:practice/taken/:item']);
    const team = await createTeam(server);
    const claim = createDeclaration(team.name, { paths: ['/settings/:practice/taken/:other'] });
    const response = await team.publish(createUpload(claim, '1.0.0'));
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([409, 'route_taken']);
    await expect(grantModule(server.db, claim, testAudit())).rejects.toMatchObject({ code: 'route_taken' });
  });

  it('refuses an expired token with a clear message, and stores nothing', async () => {
    const team = await createTeam(server);
    const expiresAt = new Date(server.clock.now.getTime() + 60_000);
    const { token } = await issueDeployToken(server.db, { module: team.name, name: 'CI', expiresAt }, testAudit());
    const caller = { headers: { authorization: `Bearer ${token}` } };
    const publishWithIt = () => server.call(caller, 'POST', `/api/modules/${team.name}/releases/`, team.build('1.0.0'));
    const described = await server.call(caller, 'GET', `/api/modules/${team.name}/token/`);
    expect(described.json()).toMatchObject({
      module: team.name,
      name: 'CI',
      expires_at: epochSeconds(expiresAt),
    });
    server.clock.now = expiresAt;
    const response = await publishWithIt();
    expect([response.statusCode, response.json()]).toMatchObject([
      401,
      { code: 'expired_token', message: expect.stringMatching(/^This deploy token has expired\./) },
    ]);
    expect(await team.published()).toEqual([]);
    await expect(
      issueDeployToken(server.db, { module: team.name, name: 'CI', expiresAt }, testAudit(expiresAt)),
    ).rejects.toMatchObject({ code: 'invalid' });
  });

  it('refuses a revoked token, and never shows a token again', async () => {
    const team = await createTeam(server);
    const listedToken = (await deployTokens.list(server.db)).find(({ module }) => module === team.name);
    expect(JSON.stringify(listedToken)).not.toContain(team.token);
    await team.list();
    const used = (await deployTokens.list(server.db)).find(({ module }) => module === team.name);
    expect(used?.used_at).toEqual(server.clock.now);
    await deployTokens.revoke(server.db, listedToken?.prefix ?? '', testAudit());
    const response = await team.publish(team.build('1.0.0'));
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([401, 'unknown_token']);
    await expect(deployTokens.revoke(server.db, listedToken?.prefix ?? '', testAudit())).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
