import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { REVISION_HEADER } from '../../platform/http/api.js';
import { defaultServiceGrant, grantService } from '../module-services/service-grants.js';
import { createDeclaration } from '../../testing/module-build.js';
import { type Team, createTeam } from '../../testing/module-team.js';
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
import { grantModule } from './module-grants.js';
import { pruneModules } from './prune.js';

const A_DAY_MS = 86_400_000;

async function createRolledBackCanary(team: Team): Promise<void> {
  await team.promote('1.2.0');
  await team.rollback();
  await team.canary('1.3.0', 10);
  await team.rollback();
}

describeWithDatabase('promote and rollback', (database, engine) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
  });
  afterAll(() => server.close());

  it('promotes versions, and rolls back one version at a time', async () => {
    const team = await createTeam(server);
    for (const number of ['1.0.0', '1.1.0', '1.2.0']) await team.publish(team.build(number));
    expect((await team.promote('1.0.0')).json()).toEqual({ status: 'success', from: null, to: '1.0.0' });
    expect((await team.promote('1.1.0')).json()).toEqual({ status: 'success', from: '1.0.0', to: '1.1.0' });
    await team.promote('1.2.0');
    expect((await team.rollback()).json()).toEqual({ status: 'success', from: '1.2.0', to: '1.1.0' });
    const second = await team.rollback(admin, { version: '1.1.0' });
    expect(second.json()).toEqual({ status: 'success', from: '1.1.0', to: '1.0.0' });
    expect(await team.live()).toBe('1.0.0');
    const nothing = await team.rollback(admin, { version: '1.0.0' });
    expect([nothing.statusCode, nothing.json<{ code: string }>().code]).toEqual([409, 'nothing_before']);
  });

  it('skips an already rolled-back version', async () => {
    const team = await createTeam(server);
    for (const number of ['1.0.0', '1.1.0', '1.2.0']) await team.publish(team.build(number));
    await team.promote('1.0.0');
    await team.promote('1.1.0');
    await team.rollback();
    await team.promote('1.2.0');
    expect((await team.rollback()).json()).toMatchObject({ to: '1.0.0' });
  });

  it('rolls back the named live version, and refuses a former one', async () => {
    const team = await createTeam(server);
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

  it.each<[string, (team: Team) => Promise<unknown>]>([
    [
      'its canary was withdrawn',
      async (team) => {
        await team.canary('1.2.0', 10);
        await team.rollback();
      },
    ],
    ['it was made live by a rollback', (team) => team.promote('1.2.0').then(() => team.rollback())],
    ['a canary followed a rollback', (team) => createRolledBackCanary(team)],
  ])('keeps a live version that the caller didn’t name when %s', async (_what, before) => {
    const team = await createTeam(server);
    for (const number of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await team.publish(team.build(number));
    await team.promote('1.0.0');
    await team.promote('1.1.0');
    await before(team);
    for (const takenBack of [undefined, { role: 'live' as const }]) {
      const refused = await team.rollback(admin, takenBack);
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        expect.objectContaining({ code: 'version_not_named', message: expect.stringContaining('1.1.0') }),
      ]);
    }
    expect(await team.live()).toBe('1.1.0');
    const named = await team.rollback(admin, { version: '1.1.0', role: 'live', to: '1.0.0' });
    expect(named.json()).toEqual({ status: 'success', from: '1.1.0', to: '1.0.0' });
  });

  it('refuses a rollback to a version other than the one the caller saw', async () => {
    const team = await createTeam(server);
    for (const number of ['1.0.0', '1.1.0', '1.2.0']) await team.publish(team.build(number));
    for (const number of ['1.0.0', '1.1.0', '1.2.0', '1.1.0']) await team.promote(number);
    const refused = await team.rollback(admin, { version: '1.1.0', role: 'live', to: '1.0.0' });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'not_current']);
    expect(await team.live()).toBe('1.1.0');
  });

  it('lists releases and moves with author and time, newest first', async () => {
    const team = await createTeam(server);
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
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.action)).toEqual(
      expect.arrayContaining(['module.grant', 'deploy_token.issue', 'module.publish', 'module.promote']),
    );
  });

  it('adds no move when the live version is promoted again', async () => {
    const team = await createTeam(server);
    await team.publish(team.build('1.0.0'));
    await team.promote('1.0.0');
    await team.promote('1.0.0');
    expect((await team.list()).moves).toHaveLength(1);
  });

  it('returns 404 for a version that was never published', async () => {
    const team = await createTeam(server);
    expect((await team.promote('9.9.9')).statusCode).toBe(404);
  });

  it.each([
    ['the former major version', '^0.9.0'],
    ['a later one', '^2.0.0'],
  ])('refuses a version that needs %s of shared-ui, and names both', async (_what, sharedUi) => {
    const team = await createTeam(server);
    await team.publish(team.build('2.0.0', { sharedUi }));
    const response = await team.promote('2.0.0');
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'shared_ui_mismatch',
      message: `${team.name} 2.0.0 needs shared-ui ${sharedUi}, but the live shell provides shared-ui 1.4.0.`,
    });
    expect(await team.live()).toBeUndefined();
  });

  it('refuses a version that uses calls that the server lacks, and names them', async () => {
    const team = await createTeam(server);
    const upload = team.build('1.0.0');
    upload.build.calls = ['GET /api/:practice/members/', 'POST /api/:practice/outreach/'];
    expect((await team.publish(upload)).statusCode).toBe(200);
    const response = await team.promote('1.0.0');
    expect([response.statusCode, response.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'call_not_served',
        message: `${team.name} 1.0.0 needs calls that this console doesn’t serve: POST /api/:practice/outreach/. Update the server first.`,
      }),
    ]);
    expect((await team.canary('1.0.0', 10)).json()).toMatchObject({ code: 'call_not_served' });
    expect(await team.live()).toBeUndefined();
  });

  it('refuses a version whose service calls aren’t granted, and releases it once they are', async () => {
    const team = await createTeam(server);
    const call = `POST /api/modules/${team.name}/campaigns/:id/`;
    const upload = team.build('1.0.0');
    upload.build.calls = [`GET /api/modules/${team.name}/campaigns/`, call];
    await team.publish(upload);
    const service = { ...defaultServiceGrant, base_url: 'https://outreach.example/', paths: ['campaigns/'] };
    await grantService(server.db, team.name, { ...service, methods: ['GET'] }, testAudit());
    const response = await team.promote('1.0.0');
    expect([response.statusCode, response.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'call_not_granted',
        message: `${team.name} 1.0.0 needs calls of its own service that this console doesn’t forward: ${call}. Ask the console’s operator to grant them.`,
      }),
    ]);
    expect(await team.live()).toBeUndefined();
    await grantService(server.db, team.name, { ...service, methods: ['GET', 'POST'] }, testAudit());
    expect((await team.promote('1.0.0')).statusCode).toBe(200);
  });

  it('refuses a version that uses another module’s service', async () => {
    const [team, other] = [await createTeam(server), await createTeam(server)];
    const upload = team.build('1.0.0');
    upload.build.calls = [`GET /api/modules/${other.name}/campaigns/`];
    await team.publish(upload);
    const service = { ...defaultServiceGrant, base_url: 'https://outreach.example/', paths: ['campaigns/'] };
    await grantService(server.db, other.name, { ...service, methods: ['GET'] }, testAudit());
    expect((await team.promote('1.0.0')).json()).toMatchObject({ code: 'call_not_served' });
  });

  it('refuses a version without a page for one of its routes', async () => {
    const team = await createTeam(server, ['/settings/:practice/lists/all', '/settings/:practice/lists/new']);
    const upload = team.build('1.0.0');
    upload.build.pages = { '/settings/:practice/lists/all': { preload: [], shared: [] } };
    await team.publish(upload);
    const response = await team.promote('1.0.0');
    expect([response.statusCode, response.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'route_without_page',
        message: `${team.name} 1.0.0 has no page for /settings/:practice/lists/new.`,
      }),
    ]);
  });

  it('changes the registry revision only when a live version or a grant changes', async () => {
    const team = await createTeam(server);
    const person = await signedIn(
      server,
      await createTestPerson(server.db, { practices: [await createTestPractice(server.db)] }),
    );
    const revision = async () => {
      const response = await server.call(person, 'GET', '/api/modules/');
      expect(response.headers[REVISION_HEADER]).toBe(response.json<{ revision: string }>().revision);
      return response.json<{ revision: string }>().revision;
    };
    const seen = [await revision()];
    await team.publish(team.build('1.0.0'));
    expect(await revision()).toBe(seen[0]);
    const promoted = await team.promote('1.0.0');
    seen.push(await revision());
    expect(promoted.headers[REVISION_HEADER]).toBe(seen[1]);
    await grantModule(server.db, team.declaration, testAudit());
    expect(await revision()).toBe(seen[1]);
    await grantModule(server.db, { ...team.declaration, title: 'Another title' }, testAudit());
    seen.push(await revision());
    expect(new Set(seen).size).toBe(3);
  });

  it('prunes files of versions not live within 30 days', async () => {
    const team = await createTeam(server);
    for (const number of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await team.publish(team.build(number));
    await team.promote('1.0.0');
    await team.promote('1.1.0');
    const start = server.clock.now;
    server.clock.now = new Date(start.getTime() + 20 * A_DAY_MS);
    await team.promote('1.2.0');
    const later = new Date(start.getTime() + 40 * A_DAY_MS);
    server.clock.now = start;
    const pruned = (await pruneModules(server.db, testAudit(later))).filter(({ module }) => module === team.name);
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
    it('applies concurrent promotions one after another', async () => {
      const team = await createTeam(server);
      const numbers = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'];
      for (const number of numbers) await team.publish(team.build(number));
      const responses = await Promise.all(numbers.map((number) => team.promote(number)));
      expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200, 200, 200]);
      const { moves } = await team.list();
      expect(moves).toHaveLength(5);
      expect(moves[0]?.to).toBe(await team.live());
    });

    it('goes back one version for two concurrent rollbacks', async () => {
      const team = await createTeam(server);
      for (const number of ['1.0.0', '1.1.0', '1.2.0']) {
        await team.publish(team.build(number));
        await team.promote(number);
      }
      const responses = await Promise.all([team.rollback(), team.rollback()]);
      expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 409]);
      expect(await team.live()).toBe('1.1.0');
    });

    it('grants a path once when two modules claim it concurrently', async () => {
      const claims = ['mf-left', 'mf-right'].map((name) =>
        createDeclaration(name, { paths: ['/settings/:practice/contested'] }),
      );
      const results = await Promise.allSettled(claims.map((claim) => grantModule(server.db, claim, testAudit())));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });
  }
});
