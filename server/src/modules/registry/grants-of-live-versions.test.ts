import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ModuleContribution, ModuleDeclaration, ModuleList } from 'shared-api/contracts';
import { defaultServiceGrant, grantService, revokeService } from '../module-services/service-grants.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createUpload } from '../../testing/module-build.js';
import { createTeam, type Team } from '../../testing/module-team.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import { grantModule } from './module-grants.js';

const card: ModuleContribution = {
  slot: 'overview.card',
  name: 'leave',
  title: 'Leave',
  scope: 'practice',
  order: 1,
  size: 'none',
};

describeWithDatabase('a grant of a module with a live version', (database) => {
  let server: TestServer;
  let owner: Caller;
  let practiceId: number;
  let team: Team;
  let former: string;
  let renamed: string;
  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db);
    owner = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId], role: 'owner' }));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    team = await createTeam(server);
    former = `/settings/:practice/${team.name}/page`;
    renamed = `/settings/:practice/${team.name}/renamed`;
    await publish('1.0.0', team.declaration);
    expect((await team.promote('1.0.0')).statusCode).toBe(200);
  });

  const publish = async (version: string, declaration: ModuleDeclaration) =>
    expect((await team.publish(createUpload(declaration, version))).statusCode).toBe(200);
  const withPath = (path: string, aliases?: string[]): ModuleDeclaration => ({
    ...team.declaration,
    routes: team.declaration.routes.map((route) => ({ ...route, path, ...(aliases && { aliases }) })),
  });
  const grant = (declaration: ModuleDeclaration, mayRemove = false) =>
    grantModule(server.db, declaration, testAudit(), { mayRemove });
  const routes = async () => {
    const { modules } = (await server.call(owner, 'GET', '/api/modules/')).json<ModuleList>();
    return modules.find(({ name }) => name === team.name)?.routes.map(({ path, aliases }) => [path, aliases]);
  };
  const codeOf = (response: { json<T>(): T }) => response.json<{ code?: string }>().code;

  describe('that removes something', () => {
    it.each([
      ['a path', (): ModuleDeclaration => withPath(renamed)],
      ['the audience', (): ModuleDeclaration => ({ ...withPath('/internal/elsewhere'), audience: 'internal' })],
    ])('refuses to remove %s, and names the next step', async (_what, declaration) => {
      await expect(grant(declaration())).rejects.toMatchObject({
        code: 'takes_from_live',
        message: expect.stringMatching(/1\.0\.0 is live and needs .*--remove/),
      });
      expect(await routes()).toEqual([[former, undefined]]);
      expect(await grant(declaration(), true)).toBe(true);
    });

    it('refuses to remove a canary’s contribution', async () => {
      await grant({ ...team.declaration, contributions: [card] });
      const upload = createUpload({ ...team.declaration, contributions: [card] }, '1.1.0');
      upload.build.contributions = { leave: { preload: [], shared: [] } };
      await team.publish(upload);
      expect((await team.canary('1.1.0', 10)).statusCode).toBe(200);
      await expect(grant(team.declaration)).rejects.toMatchObject({
        message: expect.stringContaining('1.1.0 is a canary and needs leave (overview.card)'),
      });
    });

    it('refuses to remove calls of its service', async () => {
      const service = { ...defaultServiceGrant, base_url: 'https://team.example/', paths: ['campaigns/', 'plans/'] };
      await grantService(server.db, team.name, { ...service, methods: ['GET'] }, testAudit());
      const upload = createUpload(team.declaration, '1.1.0');
      upload.build.calls = [`GET /api/modules/${team.name}/campaigns/`];
      await team.publish(upload);
      expect((await team.promote('1.1.0')).statusCode).toBe(200);
      const narrowed = { ...service, methods: ['GET'] as const, paths: ['plans/'] };
      const refusal = { code: 'takes_from_live', message: expect.stringContaining('campaigns/') };
      await expect(
        grantService(server.db, team.name, { ...narrowed, methods: ['GET'] }, testAudit()),
      ).rejects.toMatchObject(refusal);
      await expect(revokeService(server.db, team.name, testAudit())).rejects.toMatchObject(refusal);
      await grantService(server.db, team.name, { ...service, methods: ['GET'], paths: ['campaigns/'] }, testAudit());
      await revokeService(server.db, team.name, testAudit(), { mayRemove: true });
    });
  });

  it('renames a page in two steps without downtime', async () => {
    const next = withPath(renamed, [former]);
    expect(await grant(next)).toBe(true);
    expect(await routes()).toEqual([[former, undefined]]);
    await publish('2.0.0', next);
    expect((await team.promote('2.0.0')).statusCode).toBe(200);
    expect(await routes()).toEqual([[renamed, [former]]]);
    const old = await server.call(owner, 'GET', `/settings/${practiceId}/${team.name}/page?week=2`);
    expect([old.statusCode, old.headers.location]).toEqual([
      302,
      `/settings/${practiceId}/${team.name}/renamed?week=2`,
    ]);
    expect((await team.rollback()).statusCode).toBe(200);
    expect(await routes()).toEqual([[former, undefined]]);
  });

  it('prevents releasing versions that declare something removed', async () => {
    const next = withPath(renamed);
    await grant(next, true);
    await publish('2.0.0', next);
    expect((await team.promote('2.0.0')).statusCode).toBe(200);
    for (const response of [await team.promote('1.0.0'), await team.rollback(), await team.canary('1.0.0', 5)]) {
      expect([response.statusCode, codeOf(response)]).toEqual([409, 'not_granted']);
      expect(response.json<{ message: string }>().message).toContain(former);
    }
    expect(await team.live()).toBe('2.0.0');
  });

  it('refuses an alias that another page or module has, or that has other parameters', async () => {
    const other = await createTeam(server);
    const [ownedPath = ''] = other.declaration.routes.map(({ path }) => path);
    await expect(grant(withPath(renamed, [ownedPath]), true)).rejects.toMatchObject({ code: 'route_taken' });
    await expect(grant(withPath(former, [former]), true)).rejects.toMatchObject({ code: 'invalid' });
    const upload = createUpload(withPath(former, ['/settings/:practice/:other/page']), '1.1.0');
    expect((await team.publish(upload)).statusCode).toBe(400);
  });

  it('stores a change of only a shortcut, first calls or a shape', async () => {
    for (const change of [
      { shortcut: 'x' },
      { first_calls: ['/api/practices/:practice/'] },
      { shape: 'week' as const },
    ]) {
      const routesOf = team.declaration.routes.map((route) => ({ ...route, ...change }));
      expect(await grant({ ...team.declaration, routes: routesOf })).toBe(true);
    }
  });
});
