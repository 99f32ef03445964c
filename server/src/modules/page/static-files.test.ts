import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { issueDeployToken } from '../registry/deploy-tokens.js';
import { promote, publish } from '../registry/release-service.js';
import { createDeclaration, createUpload, releaseBuild } from '../../testing/module-build.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  testAudit,
  anonymousCaller,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

describeWithDatabase('static files', (database) => {
  let server: TestServer;
  let owner: Caller;
  let developer: Caller;
  let internal: Caller;
  let superAdmin: Caller;

  beforeAll(async () => {
    server = await testServer(database());
    const practiceId = await createTestPractice(server.db);
    owner = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    developer = await signedIn(
      server,
      await createTestPerson(server.db, { practices: [practiceId], flags: { developer: true } }),
    );
    internal = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    superAdmin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    const files = { 'remoteEntry.js.map': '{}' };
    await releaseBuild(server.db, createUpload(createDeclaration('mf-clinic'), '1.0.0+ab12', { files }));
    await releaseBuild(server.db, createUpload(createDeclaration('mf-inside', { audience: 'internal' }), '2.0.0'));
  });
  afterAll(() => server.close());

  const get = (caller: Caller, url: string, headers: Record<string, string> = {}) =>
    server.call(caller, 'GET', url, undefined, headers);

  it('serves shell files with permanent caching', async () => {
    const response = await get(anonymousCaller, '/shell/main.3f2a.js');
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await get(anonymousCaller, '/shell/inter.9b1c.woff2')).headers).toMatchObject({
      'content-type': 'font/woff2',
      // Fonts also load in the card form's frame, which has the payment provider's origin.
      'access-control-allow-origin': '*',
    });
  });

  it.each<[string, string | undefined, (raw: Buffer) => Buffer]>([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
    ['identity', undefined, (raw) => raw],
  ])('compresses files by the accepted encodings %p', async (accepted, encoding, decode) => {
    const plain = (await get(anonymousCaller, '/shell/main.3f2a.js')).rawPayload;
    const response = await get(anonymousCaller, '/shell/main.3f2a.js', { 'accept-encoding': accepted });
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(decode(response.rawPayload).equals(plain)).toBe(true);
    if (encoding) expect(response.rawPayload.length).toBeLessThan(plain.length);
  });

  it.each([
    '/shell/../shell.json',
    '/shell/..%2f..%2fpackage.json',
    '/shell/%2e%2e/%2e%2e/package.json',
    '/shell/%2e%2e%2f%2e%2e%2fconfig.ts',
    '/shell//etc/passwd',
    '/shell/a%00.js',
    '/shell/shell.json',
    '/shell/missing.js',
    '/shell/',
    '/modules/mf-clinic/1.0.0%2Bab12/../../../etc/passwd',
    '/modules/mf-clinic/1.0.0%2Bab12/..%2fremoteEntry.js',
    '/modules/mf-clinic/9.9.9/remoteEntry.js',
    '/modules/mf-none/1.0.0/remoteEntry.js',
  ])('serves no file for %s', async (url) => {
    const response = await get(superAdmin, url);
    // Clients that normalize the address before sending it may get the page, but never a file.
    if (response.statusCode === 200) expect(response.body).toContain('id="page-data"');
    else expect([400, 404]).toContain(response.statusCode);
  });

  it('serves module files with permanent caching, also under a retry path', async () => {
    const base = '/modules/mf-clinic/1.0.0%2Bab12';
    const response = await get(anonymousCaller, `${base}/remoteEntry.js`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(response.body).toContain('mf-clinic 1.0.0+ab12');
    expect((await get(anonymousCaller, `${base}/~2/remoteEntry.js`)).body).toBe(response.body);
    expect((await get(anonymousCaller, `${base}/~3/assets/page.js`)).statusCode).toBe(200);
  });

  it('serves a version that was never live only to developers and its team', async () => {
    await publish(server.db, 'mf-clinic', createUpload(createDeclaration('mf-clinic'), '1.1.0'), testAudit());
    const { token } = await issueDeployToken(server.db, { module: 'mf-clinic', name: 'test' }, testAudit());
    const url = '/modules/mf-clinic/1.1.0/remoteEntry.js';
    const team: Caller = { headers: { authorization: `Bearer ${token}` } };
    for (const caller of [anonymousCaller, owner, internal]) expect((await get(caller, url)).statusCode).toBe(404);
    for (const caller of [developer, superAdmin, team]) {
      const response = await get(caller, url);
      expect([response.statusCode, response.headers['cache-control']]).toEqual([
        200,
        'private, max-age=31536000, immutable',
      ]);
    }
    await promote(server.db, { module: 'mf-clinic', version: '1.1.0' }, undefined, testAudit());
    await promote(server.db, { module: 'mf-clinic', version: '1.0.0+ab12' }, undefined, testAudit());
    expect((await get(anonymousCaller, url)).statusCode).toBe(200);
  });

  it.each(['/shell/main.3f2a.js.map', '/modules/mf-clinic/1.0.0%2Bab12/remoteEntry.js.map'])(
    'serves the source map %s only to developers',
    async (url) => {
      for (const caller of [anonymousCaller, owner, internal]) expect((await get(caller, url)).statusCode).toBe(404);
      const response = await get(developer, url);
      expect([response.statusCode, response.headers['cache-control']]).toEqual([
        200,
        'private, max-age=31536000, immutable',
      ]);
    },
  );

  it('sandboxes a module file opened as a page', async () => {
    const response = await get(anonymousCaller, '/modules/mf-clinic/1.0.0%2Bab12/remoteEntry.js');
    const policy = String(response.headers['content-security-policy']);
    expect(policy.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", "form-action 'none'", 'sandbox']));
  });

  it('serves files of internal modules only to internal people, and returns 404 to others', async () => {
    const url = '/modules/mf-inside/2.0.0/remoteEntry.js';
    const allowed = await get(internal, url);
    expect(allowed.statusCode).toBe(200);
    expect(allowed.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect((await get(superAdmin, url)).statusCode).toBe(200);
    for (const caller of [anonymousCaller, owner, developer]) {
      const refused = await get(caller, url);
      const missing = await get(caller, '/modules/mf-inside/2.0.0/no-such-file.js');
      expect([refused.statusCode, refused.body]).toEqual([404, missing.body]);
      expect(refused.body).not.toContain('loaded');
    }
  });

  it('serves module files from the database on every replica', async () => {
    const copy = await testServer(database());
    const response = await copy.call(anonymousCaller, 'GET', '/modules/mf-clinic/1.0.0%2Bab12/assets/page.js');
    expect(response.statusCode).toBe(200);
    await copy.close();
  });
});
