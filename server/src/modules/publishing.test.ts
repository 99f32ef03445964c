import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AnUpload, aDeclaration, anUpload } from '../testing/a-build.js';
import { aTeam } from '../testing/a-team.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { type TestServer, doing, testServer } from '../testing/test-server.js';
import { listDeployTokens, revokeDeployToken } from './deploy-tokens.js';
import { grantModule } from './module-grants.js';

describeOnEveryEngine('versions', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  it('are published without becoming live', async () => {
    const team = await aTeam(server);
    const answer = await team.publish(team.build('1.0.0'));
    expect(answer.json()).toEqual({ status: 'success', version: '1.0.0', already: false });
    expect(await team.published()).toEqual(['1.0.0']);
    expect(await team.live()).toBeUndefined();
  });

  it('may be uploaded again with the same content', async () => {
    const team = await aTeam(server);
    await team.publish(team.build('1.0.0'));
    expect((await team.publish(team.build('1.0.0'))).json()).toMatchObject({ already: true });
    expect(await team.published()).toEqual(['1.0.0']);
  });

  it('are refused with other content under a version that exists', async () => {
    const team = await aTeam(server);
    await team.publish(team.build('1.0.0'));
    const answer = await team.publish(team.build('1.0.0', { files: { 'remoteEntry.js': 'something else' } }));
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
    const team = await aTeam(server);
    const upload = team.build('1.0.0');
    spoil(upload);
    const answer = await team.publish(upload);
    expect(answer.statusCode).toBe(422);
    const body = answer.json<{ code: string; fields: Record<string, string> }>();
    expect(body.code).toBe('invalid');
    expect(body.fields[field]).toBe(words);
    expect(await team.published()).toEqual([]);
    const files = await server.db.selectFrom('module_files').select('path').where('module', '=', team.name).execute();
    expect(files).toEqual([]);
  });

  it('are refused with a file whose path leads elsewhere', async () => {
    const team = await aTeam(server);
    const upload = team.build('1.0.0', { files: { '../escape.js': 'x' } });
    expect((await team.publish(upload)).statusCode).toBe(400);
  });

  it('are refused beyond 20 MB', async () => {
    const team = await aTeam(server);
    const answer = await team.publish(team.build('1.0.0', { files: { 'big.js': 'x'.repeat(20_000_001) } }));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'body_too_large']);
    expect(await team.published()).toEqual([]);
  });

  it('are refused when they declare a path that was not granted, or another audience', async () => {
    const team = await aTeam(server);
    const more = aDeclaration(team.name, { paths: ['/settings/:practice/subscriptions/payment-methods'] });
    const wide = await team.publish(anUpload(more, '1.0.0'));
    expect(wide.statusCode).toBe(403);
    expect(wide.json()).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('/settings/:practice/subscriptions/payment-methods'),
    });
    const other = await team.publish(anUpload(aDeclaration(team.name, { audience: 'internal' }), '1.0.0'));
    expect(other.statusCode).toBe(403);
    expect(await team.published()).toEqual([]);
  });

  it('are refused when they claim a path that another module has, whatever its parameters are called', async () => {
    await aTeam(server, ['/settings/:practice/taken/:item']);
    const team = await aTeam(server);
    const claim = aDeclaration(team.name, { paths: ['/settings/:practice/taken/:other'] });
    const answer = await team.publish(anUpload(claim, '1.0.0'));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'route_taken']);
    await expect(grantModule(server.db, claim, doing())).rejects.toMatchObject({ code: 'route_taken' });
  });

  it('are out of reach once their token is revoked, and the token is never readable again', async () => {
    const team = await aTeam(server);
    const known = (await listDeployTokens(server.db)).find(({ module }) => module === team.name);
    expect(JSON.stringify(known)).not.toContain(team.token);
    await team.list();
    const used = (await listDeployTokens(server.db)).find(({ module }) => module === team.name);
    expect(used?.used_at).toEqual(server.clock.now);
    await revokeDeployToken(server.db, known?.prefix ?? '', doing());
    const answer = await team.publish(team.build('1.0.0'));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'unknown_token']);
    await expect(revokeDeployToken(server.db, known?.prefix ?? '', doing())).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
