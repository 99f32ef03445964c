import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type LoadableModule, type PageData, pageData } from 'shared-api/contracts';
import { type AnUpload, aDeclaration, anUpload, releaseBuild } from '../testing/a-build.js';
import { setFlags } from '../people/people-service.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import {
  type Caller,
  type TestServer,
  aPerson,
  aPractice,
  doing,
  nobodyAtAll,
  signedIn,
  testServer,
} from '../testing/test-server.js';

describeOnEveryEngine('the page', (database) => {
  let server: TestServer;
  let practice: number;
  let owner: Caller;
  let developer: Caller;
  let internal: Caller;
  let superAdmin: Caller;
  let clinicModule: AnUpload;
  let internalModule: AnUpload;

  beforeAll(async () => {
    server = await testServer(database());
    practice = await aPractice(server.db, { name: 'Fish </script><b> & Chips' });
    owner = await signedIn(server, await aPerson(server.db, { practices: [practice] }));
    developer = await signedIn(server, await aPerson(server.db, { practices: [practice], flags: { developer: true } }));
    internal = await signedIn(server, await aPerson(server.db, { flags: { internal: true } }));
    superAdmin = await signedIn(server, await aPerson(server.db, { flags: { super_admin: true } }));
    clinicModule = anUpload(aDeclaration('mf-clinic'), '1.0.0+ab12', { shared: ['shared-ui/data-grid'] });
    internalModule = anUpload(
      aDeclaration('mf-inside', { audience: 'internal', paths: ['/internal/practices/:practice/inside'] }),
      '2.0.0',
    );
    await releaseBuild(server.db, clinicModule);
    await releaseBuild(server.db, internalModule);
  });
  afterAll(() => server.close());

  const get = (caller: Caller, url: string, headers: Record<string, string> = {}) =>
    server.call(caller, 'GET', url, undefined, headers);
  const dataOf = (html: string): PageData => {
    const [, json] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
    return pageData.parse(JSON.parse(json ?? ''));
  };
  const open = async (caller: Caller, url: string) => {
    const answer = await get(caller, url);
    return { answer, html: answer.body, data: dataOf(answer.body) };
  };
  const names = (modules: readonly LoadableModule[]) => modules.map(({ name }) => name);

  it('is the same for every address, signed out too, and nobody keeps it', async () => {
    for (const url of ['/', '/sign-in', `/settings/${practice}/practice/general`, '/no/such/page']) {
      const { answer, data } = await open(nobodyAtAll, url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(data).toMatchObject({
        session: null,
        practice: null,
        demo_people: [],
        demo_password: null,
        oidc: null,
        local_accounts: true,
      });
      expect(data.modules.modules).toEqual([]);
    }
  });

  it('holds the session, its modules and the practice of the address', async () => {
    const { data } = await open(owner, `/settings/${practice}/mf-clinic/page?tab=1`);
    expect(data.session?.practices).toMatchObject([{ id: practice }]);
    expect(data.practice).toEqual(data.session?.practices[0]);
    expect(data.modules.modules).toMatchObject([
      {
        name: 'mf-clinic',
        version: '1.0.0+ab12',
        entry: '/modules/mf-clinic/1.0.0%2Bab12/remoteEntry.js',
        files: clinicModule.build.files,
        overridden: false,
      },
    ]);
  });

  it('tells nobody of a practice or a module that is not theirs', async () => {
    expect((await open(internal, `/settings/${practice}/mf-clinic/page`)).data.practice).toBeNull();
    expect((await open(internal, `/internal/practices/${practice}/inside`)).data.practice).toMatchObject({
      id: practice,
    });
    expect(names((await open(internal, '/')).data.modules.modules)).toEqual(['mf-inside']);
    expect(names((await open(owner, '/')).data.modules.modules)).toEqual(['mf-clinic']);
    expect(names((await open(superAdmin, '/')).data.modules.modules)).toEqual(['mf-clinic', 'mf-inside']);
  });

  it('cannot be broken by what people are called', async () => {
    const { html, data } = await open(owner, `/settings/${practice}/mf-clinic/page`);
    expect(data.practice?.name).toBe('Fish </script><b> & Chips');
    expect(html).not.toContain('Fish </script>');
  });

  it('lets only its own scripts run, by a nonce that is new each time, and by their hashes', async () => {
    const [one, other] = [await open(owner, '/'), await open(owner, '/')];
    const nonceOf = (html: string) => /<script[^>]* nonce="([^"]+)"/.exec(html)?.[1] ?? '';
    const policy = String(one.answer.headers['content-security-policy']);
    expect(nonceOf(one.html)).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(nonceOf(one.html)).not.toBe(nonceOf(other.html));
    expect(policy).toBe(
      `default-src 'self'; script-src 'self' 'nonce-${nonceOf(one.html)}'; style-src 'self' 'nonce-${nonceOf(one.html)}'; ` +
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; object-src 'none'; " +
        "base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    );
    expect(one.html).toMatch(
      /<script src="\/shell\/main\.3f2a\.js" defer integrity="sha384-[^"]+" nonce="[^"]+"><\/script>/,
    );
    expect(one.html).not.toMatch(/<script(?![^>]*(?:nonce|application\/json))/);
    expect(one.answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    expect(one.answer.headers['strict-transport-security']).toBeUndefined();
  });

  it('preloads what the addressed module needs first, and nothing of others', async () => {
    const preloads = (html: string) =>
      [...html.matchAll(/<link rel="preload"[^>]*href="([^"]+)"/g)].map((match) => match[1]);
    const own = (await open(owner, `/settings/${practice}/mf-clinic/page`)).html;
    expect(preloads(own)).toEqual([
      '/shell/inter.9b1c.woff2',
      '/modules/mf-clinic/1.0.0%2Bab12/remoteEntry.js',
      '/modules/mf-clinic/1.0.0%2Bab12/assets/page.js',
      '/shell/data-grid.77aa.js',
    ]);
    expect(own).toContain(`integrity="${clinicModule.build.files['assets/page.js'] ?? ''}"`);
    expect(preloads((await open(internal, `/settings/${practice}/mf-clinic/page`)).html)).toEqual([
      '/shell/inter.9b1c.woff2',
    ]);
    expect(preloads((await open(owner, '/')).html)).toEqual(['/shell/inter.9b1c.woff2']);
  });

  it('offers the demo people in demo mode', async () => {
    const demo = await testServer(database(), { DEMO: '1' });
    const { demo_people: people, demo_password: password } = dataOf(
      (await demo.call(nobodyAtAll, 'GET', '/sign-in')).body,
    );
    expect(people).toContainEqual(expect.objectContaining({ email: 'owner@bright-smiles.example' }));
    expect(password).toBe('practice-console');
    await demo.close();
  });

  it('says what to do where no shell is built', async () => {
    const without = await testServer(database(), { SHELL_DIR: '/nowhere' });
    const answer = await without.call(nobodyAtAll, 'GET', '/');
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm run build');
    await without.close();
  });

  it('answers no other method than reading', async () => {
    const answer = await server.call(nobodyAtAll, 'POST', '/settings/1', {});
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  });

  it('never stands for a call that does not exist', async () => {
    const answer = await get(owner, '/api/no-such-call/');
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  });

  it("loads a developer's own build from their origin, until they end it", async () => {
    const entry = 'http://localhost:3101/remoteEntry.js';
    const set = await server.call(developer, 'POST', '/api/session/overrides/', { module: 'mf-clinic', entry });
    expect(set.json()).toMatchObject({ overrides: [{ module: 'mf-clinic', entry }] });
    const { answer, data, html } = await open(developer, `/settings/${practice}/mf-clinic/page`);
    expect(data.modules.modules).toMatchObject([
      { name: 'mf-clinic', entry, files: {}, preload: [], overridden: true },
    ]);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' http:\/\/localhost:3101;/);
    expect(policy).toContain("connect-src 'self' http://localhost:3101 ws://localhost:3101;");
    expect(html).not.toContain('/modules/mf-clinic/');
    const others = await open(owner, '/');
    expect(String(others.answer.headers['content-security-policy'])).not.toContain('3101');
    expect(others.data.modules.modules[0]?.overridden).toBe(false);

    const cleared = await server.call(developer, 'DELETE', '/api/session/overrides/mf-clinic/');
    expect(cleared.json()).toMatchObject({ overrides: [] });
    const after = await open(developer, '/');
    expect(String(after.answer.headers['content-security-policy'])).not.toContain('3101');
  });

  it('ends an override with the flag of the developer, who can still clear it', async () => {
    const person = await aPerson(server.db, { flags: { developer: true }, practices: [practice] });
    const caller = await signedIn(server, person);
    const entry = 'http://localhost:3102/remoteEntry.js';
    await server.call(caller, 'POST', '/api/session/overrides/', { module: 'mf-clinic', entry });
    expect(String((await open(caller, '/')).answer.headers['content-security-policy'])).toContain('3102');
    await setFlags(server.db, person, { developer: false }, doing());
    const after = await open(caller, '/');
    expect(String(after.answer.headers['content-security-policy'])).not.toContain('3102');
    expect(after.data.modules.modules[0]?.overridden).toBe(false);
    const cleared = await server.call(caller, 'DELETE', '/api/session/overrides/mf-clinic/');
    expect(cleared.json()).toMatchObject({ overrides: [] });
  });

  it.each([
    [
      'a module that this person may not load',
      { module: 'mf-inside', entry: 'http://localhost:3101/remoteEntry.js' },
      404,
    ],
    ['a module that does not exist', { module: 'mf-none', entry: 'http://localhost:3101/remoteEntry.js' }, 404],
    ['an address that no browser fetches scripts from', { module: 'mf-clinic', entry: 'javascript:alert(1)' }, 400],
    ['a host that would add to the policy', { module: 'mf-clinic', entry: 'http://a.example;script-src/x.js' }, 400],
    ['an address that would add to the policy', { module: 'mf-clinic', entry: 'http://a.example; script-src *' }, 400],
  ])('takes no override of %s', async (_what, body, status) => {
    const answer = await server.call(developer, 'POST', '/api/session/overrides/', body);
    expect(answer.statusCode).toBe(status);
    expect((await get(developer, '/api/session/')).json()).toMatchObject({ overrides: [] });
  });
});
