import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LoadableModule, type ModuleDeclaration, type PageData, pageData } from 'shared-api/contracts';
import { type TestUpload, createDeclaration, createUpload, releaseBuild } from '../../testing/module-build.js';
import { setFlags } from '../../access/people/people-service.js';
import { RELEASE } from '../../platform/config/release.js';
import { pagePermissions } from '../../platform/http/permissions-policy.js';
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

describeWithDatabase('HTML page', (database) => {
  let server: TestServer;
  let practiceId: number;
  let owner: Caller;
  let developer: Caller;
  let internal: Caller;
  let superAdmin: Caller;
  let clinicModule: TestUpload;
  let internalModule: TestUpload;

  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db, { name: 'Fish </script><b> & Chips' });
    owner = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    developer = await signedIn(
      server,
      await createTestPerson(server.db, { practices: [practiceId], flags: { developer: true } }),
    );
    internal = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    superAdmin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
    const shared = ['shared-ui/data-grid', 'constructor'];
    clinicModule = createUpload(createDeclaration('mf-clinic'), '1.0.0+ab12', { shared });
    internalModule = createUpload(
      createDeclaration('mf-inside', { audience: 'internal', paths: ['/internal/practices/:practice/inside'] }),
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
    const response = await get(caller, url);
    return { response, html: response.body, data: dataOf(response.body) };
  };
  const names = (modules: readonly LoadableModule[]) => modules.map(({ name }) => name);

  it('is returned for every address, also signed out, without caching', async () => {
    for (const url of ['/', '/sign-in', `/settings/${practiceId}/practice/general`, '/no/such/page']) {
      const { response, data } = await open(anonymousCaller, url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(data).toMatchObject({
        release: RELEASE,
        session: null,
        practice: null,
        demo_people: [],
        demo_password: null,
        oidc: null,
        local_accounts: true,
        sends_mails: false,
        asks_support_reasons: false,
        without_providers: false,
      });
      expect(data.modules.modules).toEqual([]);
    }
  });

  it('contains the session, its modules and the practice of the address', async () => {
    const { data } = await open(owner, `/settings/${practiceId}/mf-clinic/page?tab=1`);
    expect(data.session?.practices).toMatchObject([{ id: practiceId }]);
    expect(data.practice).toEqual(data.session?.practices[0]);
    expect(data.access).toBe((await server.call(owner, 'GET', '/api/session/')).headers['x-console-access']);
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

  it('contains no practice or module that the person can’t open', async () => {
    expect((await open(internal, `/settings/${practiceId}/mf-clinic/page`)).data.practice).toBeNull();
    expect((await open(internal, `/internal/practices/${practiceId}/inside`)).data.practice).toMatchObject({
      id: practiceId,
    });
    expect(names((await open(internal, '/')).data.modules.modules)).toEqual(['mf-inside']);
    expect(names((await open(owner, '/')).data.modules.modules)).toEqual(['mf-clinic']);
    expect(names((await open(superAdmin, '/')).data.modules.modules)).toEqual(['mf-clinic', 'mf-inside']);
  });

  it('escapes HTML in names', async () => {
    const { html, data } = await open(owner, `/settings/${practiceId}/mf-clinic/page`);
    expect(data.practice?.name).toBe('Fish </script><b> & Chips');
    expect(html).not.toContain('Fish </script>');
  });

  it('allows only its own scripts, by their hashes and a new nonce each time', async () => {
    const [one, other] = [await open(owner, '/'), await open(owner, '/')];
    const nonceOf = (html: string) => /<script[^>]* nonce="([^"]+)"/.exec(html)?.[1] ?? '';
    const policy = String(one.response.headers['content-security-policy']);
    expect(nonceOf(one.html)).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(nonceOf(one.html)).not.toBe(nonceOf(other.html));
    expect(policy).toBe(
      `default-src 'self'; script-src 'self' 'nonce-${nonceOf(one.html)}'; style-src 'self' 'nonce-${nonceOf(one.html)}'; ` +
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; object-src 'none'; " +
        "base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types default",
    );
    expect(one.html).toMatch(
      /<script src="\/shell\/main\.3f2a\.js" defer fetchpriority="high" integrity="sha384-[^"]+" nonce="[^"]+"><\/script>/,
    );
    expect(one.html).not.toMatch(/<script(?![^>]*(?:nonce|application\/json))/);
    expect(one.response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'permissions-policy': pagePermissions([]),
    });
    expect(one.response.headers['strict-transport-security']).toBeUndefined();
  });

  it('loads the sign-in’s or the console’s scripts, and the overview’s only there', async () => {
    const scripts = (html: string) => [...html.matchAll(/<script src="([^"]+)"/g)].map((match) => match[1]);
    expect(scripts((await open(anonymousCaller, `/settings/${practiceId}/overview`)).html)).toEqual([
      '/shell/sign-in.1d2e.js',
      '/shell/main.3f2a.js',
    ]);
    expect(scripts((await open(owner, `/settings/${practiceId}/mf-clinic/page`)).html)).toEqual([
      '/shell/console.4c5d.js',
      '/shell/main.3f2a.js',
    ]);
    expect(scripts((await open(owner, `/settings/${practiceId}/overview`)).html)).toEqual([
      '/shell/console.4c5d.js',
      '/shell/overview.6f70.js',
      '/shell/main.3f2a.js',
    ]);
  });

  it('preloads the addressed module’s files first, and no other module’s', async () => {
    const preloads = (html: string) =>
      [...html.matchAll(/<link rel="preload"[^>]*href="([^"]+)"/g)].map((match) => match[1]);
    const own = (await open(owner, `/settings/${practiceId}/mf-clinic/page`)).html;
    expect(preloads(own)).toEqual([
      '/shell/inter.9b1c.woff2',
      '/modules/mf-clinic/1.0.0%2Bab12/remoteEntry.js',
      '/modules/mf-clinic/1.0.0%2Bab12/assets/page.js',
      '/shell/data-grid.77aa.js',
    ]);
    expect(own).toContain(`integrity="${clinicModule.build.files['assets/page.js'] ?? ''}"`);
    expect(preloads((await open(internal, `/settings/${practiceId}/mf-clinic/page`)).html)).toEqual([
      '/shell/inter.9b1c.woff2',
    ]);
    expect(preloads((await open(owner, '/')).html)).toEqual(['/shell/inter.9b1c.woff2']);
  });

  it('offers the demo people in demo mode', async () => {
    const demo = await testServer(database(), { DEMO: '1' });
    const { demo_people: people, demo_password: password } = dataOf(
      (await demo.call(anonymousCaller, 'GET', '/sign-in')).body,
    );
    expect(people).toContainEqual(expect.objectContaining({ email: 'owner@bright-smiles.example' }));
    expect(password).toBe('practice-console');
    await demo.close();
  });

  it.each([
    ['in production', 'production', true],
    ['outside it', 'development', false],
  ])('states %s that the sandbox replaces the providers', async (_where, NODE_ENV, expected) => {
    const other = await testServer(database(), {
      NODE_ENV,
      ...(expected && { PUBLIC_URL: 'https://console.example', ALLOW_SANDBOX: '1' }),
      DATABASE_URL: 'postgres://console@db.example/console',
      ACCOUNT_SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      SANDBOX_URL: 'http://127.0.0.1:1',
    });
    const { body } = await other.app.inject({
      url: '/sign-in',
      headers: { host: expected ? 'console.example' : 'localhost' },
    });
    expect(dataOf(body).without_providers).toBe(expected);
    await other.close();
  });

  it('explains what to do when the shell is not built', async () => {
    const without = await testServer(database(), { SHELL_DIR: '/nowhere' });
    const response = await without.call(anonymousCaller, 'GET', '/');
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('npm run build');
    await without.close();
  });

  it('returns 404 for other methods than GET', async () => {
    const response = await server.call(anonymousCaller, 'POST', '/settings/1', {});
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  });

  it.each(['GET', 'POST', 'PUT', 'DELETE'] as const)('names a call that it doesn’t serve: %s', async (method) => {
    const response = await server.call(
      owner,
      method,
      '/api/1/outreach/?search=ana@x.example',
      method === 'GET' ? undefined : {},
    );
    const message = `This console doesn’t serve ${method} /api/1/outreach/. Ask the console’s operator for an update.`;
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { status: 'error', code: 'unknown_call', message, error: message },
    ]);
  });

  it('doesn’t repeat a long address', async () => {
    const response = await get(owner, `/api/${'x'.repeat(300)}/`);
    expect([response.statusCode, response.json()]).toMatchObject([
      404,
      { code: 'not_found', message: 'This address doesn’t exist.' },
    ]);
  });

  it("loads a developer's own build from their origin until they end the override", async () => {
    const entry = 'http://localhost:3101/remoteEntry.js';
    const set = await server.call(developer, 'POST', '/api/session/overrides/', { module: 'mf-clinic', entry });
    expect(set.json()).toMatchObject({ overrides: [{ module: 'mf-clinic', entry }] });
    const { response, data, html } = await open(developer, `/settings/${practiceId}/mf-clinic/page`);
    expect(data.modules.modules).toMatchObject([
      { name: 'mf-clinic', entry, files: {}, preload: [], overridden: true },
    ]);
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' http:\/\/localhost:3101;/);
    expect(policy).toContain("connect-src 'self' http://localhost:3101 ws://localhost:3101;");
    expect(html).not.toContain('/modules/mf-clinic/');
    const others = await open(owner, '/');
    expect(String(others.response.headers['content-security-policy'])).not.toContain('3101');
    expect(others.data.modules.modules[0]?.overridden).toBe(false);

    const cleared = await server.call(developer, 'DELETE', '/api/session/overrides/mf-clinic/');
    expect(cleared.json()).toMatchObject({ overrides: [] });
    const after = await open(developer, '/');
    expect(String(after.response.headers['content-security-policy'])).not.toContain('3101');
  });

  it('keeps overrides that are set at the same time', async () => {
    const person = await createTestPerson(server.db, { flags: { super_admin: true } });
    const caller = await signedIn(server, person);
    const modules = ['mf-clinic', 'mf-inside'];
    const entry = 'http://localhost:3103/remoteEntry.js';
    const set = modules.map((module) => server.call(caller, 'POST', '/api/session/overrides/', { module, entry }));
    for (const { statusCode } of await Promise.all(set)) expect(statusCode).toBe(200);
    const overridden = (await open(caller, '/')).data.modules.modules.filter((module) => module.overridden);
    expect(names(overridden).sort()).toEqual(modules);
  });

  it('ignores an override after the developer flag is removed, and still lets the person clear it', async () => {
    const person = await createTestPerson(server.db, { flags: { developer: true }, practices: [practiceId] });
    const caller = await signedIn(server, person);
    const entry = 'http://localhost:3102/remoteEntry.js';
    await server.call(caller, 'POST', '/api/session/overrides/', { module: 'mf-clinic', entry });
    expect(String((await open(caller, '/')).response.headers['content-security-policy'])).toContain('3102');
    await setFlags(server.db, person, { developer: false }, testAudit());
    const after = await open(caller, '/');
    expect(String(after.response.headers['content-security-policy'])).not.toContain('3102');
    expect(after.data.modules.modules[0]?.overridden).toBe(false);
    const cleared = await server.call(caller, 'DELETE', '/api/session/overrides/mf-clinic/');
    expect(cleared.json()).toMatchObject({ overrides: [] });
  });

  it.each([
    [
      'a module that the person may not load',
      { module: 'mf-inside', entry: 'http://localhost:3101/remoteEntry.js' },
      404,
    ],
    ['a module that does not exist', { module: 'mf-none', entry: 'http://localhost:3101/remoteEntry.js' }, 404],
    ['an address that is not http', { module: 'mf-clinic', entry: 'javascript:alert(1)' }, 400],
    ['a host that would extend the policy', { module: 'mf-clinic', entry: 'http://a.example;script-src/x.js' }, 400],
    ['an address that would extend the policy', { module: 'mf-clinic', entry: 'http://a.example; script-src *' }, 400],
  ])('refuses an override for %s', async (_what, body, status) => {
    const response = await server.call(developer, 'POST', '/api/session/overrides/', body);
    expect(response.statusCode).toBe(status);
    expect((await get(developer, '/api/session/')).json()).toMatchObject({ overrides: [] });
  });

  describe('with pages and first calls in the build', () => {
    let manager: Caller;
    let staff: Caller;
    const base = '/modules/mf-record/1.0.0/';
    const links = (html: string, as: string) =>
      [...html.matchAll(/<link rel="preload"[^>]*>/g)]
        .map(([link]) => link)
        .filter((link) => link.includes(`as="${as}"`))
        .map((link) => /href="([^"]+)"/.exec(link)?.[1]?.replaceAll('&amp;', '&') ?? '');
    const address = (page: string) => `/settings/${practiceId}/record/${page}`;

    beforeAll(async () => {
      const page = { area: 'Record', order: 0 };
      const declaration: ModuleDeclaration = {
        ...createDeclaration('mf-record'),
        routes: [
          {
            ...page,
            path: '/settings/:practice/record/members',
            title: 'Members',
            first_calls: ['/api/:practice/members/', '/api/:practice/practice-features/revision/'],
          },
          {
            ...page,
            path: '/settings/:practice/record/cards',
            title: 'Cards',
            first_calls: [
              '/api/:practice/practice-features/revision/',
              '/api/stripe/list_customers/?practice_id=:practice',
              '/api/no-such-call/',
            ],
          },
        ],
      };
      const upload = createUpload(declaration, '1.0.0', {
        files: { 'members.js': '/* members */', 'cards.js': '/* cards */' },
        shared: ['shared-ui/data-grid', 'shared-ui/cards'],
      });
      upload.build.pages = {
        '/settings/:practice/record/members': { preload: ['members.js'], shared: [] },
        '/settings/:practice/record/cards': { preload: ['cards.js'], shared: ['shared-ui/data-grid'] },
      };
      await releaseBuild(server.db, upload);
      const member = (role: 'owner' | 'manager' | 'staff') =>
        createTestPerson(server.db, { practices: [practiceId], role });
      [owner, manager, staff] = (await Promise.all(
        [await member('owner'), await member('manager'), await member('staff')].map((one) => signedIn(server, one)),
      )) as [Caller, Caller, Caller];
    });

    it('preloads only the addressed page’s chunks and shared files', async () => {
      const first = [`${base}remoteEntry.js`, `${base}assets/page.js`];
      expect(links((await open(owner, address('members'))).html, 'script')).toEqual([...first, `${base}members.js`]);
      expect(links((await open(owner, address('cards'))).html, 'script')).toEqual([
        ...first,
        `${base}cards.js`,
        '/shell/data-grid.77aa.js',
      ]);
    });

    it('preloads the addressed overview’s cards that the person has the right to', async () => {
      const card = { slot: 'overview.card', title: 'Card', scope: 'practice', order: 1, size: 'wide' } as const;
      const declaration: ModuleDeclaration = {
        ...createDeclaration('mf-cards'),
        contributions: [
          { ...card, name: 'due' },
          { ...card, name: 'charges', right: 'billing.read' },
          { ...card, slot: 'command', name: 'commands' },
        ],
      };
      const upload = createUpload(declaration, '1.0.0', {
        files: { 'due.js': '/* due */', 'charges.js': '/* charges */', 'commands.js': '/* commands */' },
      });
      const filesOf = (file: string) => ({ preload: [file], shared: [] });
      upload.build.contributions = {
        due: filesOf('due.js'),
        charges: filesOf('charges.js'),
        commands: filesOf('commands.js'),
      };
      await releaseBuild(server.db, upload);
      const at = '/modules/mf-cards/1.0.0/';
      const overview = `/settings/${practiceId}/overview`;
      expect(links((await open(owner, overview)).html, 'script')).toEqual([
        `${at}remoteEntry.js`,
        `${at}due.js`,
        `${at}charges.js`,
      ]);
      expect(links((await open(staff, overview)).html, 'script')).toEqual([`${at}remoteEntry.js`, `${at}due.js`]);
      expect(links((await open(owner, '/internal/overview')).html, 'script')).toEqual([]);
    });

    it('requests the first calls of the page with the parameters of its address', async () => {
      expect(links((await open(owner, address('members'))).html, 'fetch')).toEqual([
        `/api/${practiceId}/members/`,
        `/api/${practiceId}/practice-features/revision/`,
      ]);
    });

    it('requests only calls that the server has and the person may make', async () => {
      const revision = `/api/${practiceId}/practice-features/revision/`;
      const customers = `/api/stripe/list_customers/?practice_id=${practiceId}`;
      expect(links((await open(manager, address('cards'))).html, 'fetch')).toEqual([revision, customers]);
      expect(links((await open(staff, address('cards'))).html, 'fetch')).toEqual([revision]);
    });

    it('requests nothing without the right to the first call, or for another practice or address', async () => {
      expect(links((await open(staff, address('members'))).html, 'fetch')).toEqual([]);
      expect(links((await open(owner, '/settings/999999/record/members')).html, 'fetch')).toEqual([]);
      expect(links((await open(superAdmin, '/settings/999999/record/members')).html, 'fetch')).toEqual([]);
      expect(links((await open(owner, `${address('members')}/below`)).html, 'fetch')).toEqual([]);
      expect(links((await open(owner, `${address('members')}?filter=x`)).html, 'fetch')).toEqual([]);
      expect(links((await open(anonymousCaller, address('members'))).html, 'fetch')).toEqual([]);
    });
  });
});
