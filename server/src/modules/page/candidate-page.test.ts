import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type PageData, pageData } from 'shared-api/contracts';
import { issueDeployToken } from '../registry/deploy-tokens.js';
import { grantModule } from '../registry/module-grants.js';
import { publish } from '../registry/release-service.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createDeclaration, createUpload, releaseBuild } from '../../testing/module-build.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';

describeWithDatabase('page of a version that is not live', (database) => {
  let server: TestServer;
  let practiceId: number;
  let team: Caller;
  let insideTeam: Caller;

  const tokenOf = async (module: string | null): Promise<Caller> => {
    const { token } = await issueDeployToken(server.db, { module, name: 'CI' }, testAudit());
    return { headers: { authorization: `Bearer ${token}` } };
  };

  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db, { name: 'Bright Smiles' });
    const clinic = createDeclaration('mf-clinic');
    await releaseBuild(server.db, createUpload(clinic, '1.0.0'));
    await publish(server.db, 'mf-clinic', createUpload(clinic, '1.1.0'), testAudit());
    await publish(server.db, 'mf-clinic', createUpload(clinic, '2.0.0', { sharedUi: '^9.0.0' }), testAudit());
    const inside = createDeclaration('mf-inside', {
      audience: 'internal',
      paths: ['/internal/practices/:practice/inside'],
    });
    await grantModule(server.db, inside, testAudit());
    await publish(server.db, 'mf-inside', createUpload(inside, '2.0.0'), testAudit());
    await releaseBuild(server.db, createUpload(createDeclaration('mf-other'), '1.0.0'));
    [team, insideTeam] = [await tokenOf('mf-clinic'), await tokenOf('mf-inside')];
  });
  afterAll(() => server.close());

  const get = (caller: Caller, url: string, candidate?: string) =>
    server.call(caller, 'GET', url, undefined, candidate === undefined ? {} : { 'x-preview-module': candidate });
  const open = async (caller: Caller, url: string, candidate?: string): Promise<PageData> => {
    const { body } = await get(caller, url, candidate);
    const [, json] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body) ?? [];
    return pageData.parse(JSON.parse(json ?? ''));
  };

  it('contains only the named version, for a made-up person and practice', async () => {
    const { session, practice, modules } = await open(
      team,
      `/settings/${practiceId}/mf-clinic/page`,
      'mf-clinic@1.1.0',
    );
    expect(modules.modules.map(({ name, version }) => `${name}@${version}`)).toEqual(['mf-clinic@1.1.0']);
    expect(session).toMatchObject({ user: { id: 'candidate', name: 'Candidate' }, all_practices: false });
    expect(Object.values(session?.flags ?? {})).toEqual([false, false, false, false]);
    expect(practice).toMatchObject({ id: practiceId, name: 'Practice' });
    expect(session?.practices).toEqual([practice]);
  });

  it('shows an internal module to internal staff who are members of no practice', async () => {
    const url = `/internal/practices/${practiceId}/inside`;
    const { session, practice, modules } = await open(insideTeam, url, 'mf-inside@2.0.0');
    expect(session).toMatchObject({ flags: { internal: true, super_admin: false }, practices: [] });
    expect([practice?.name, modules.modules.map(({ name }) => name)]).toEqual(['Practice', ['mf-inside']]);
  });

  it('serves an internal module’s files only to its team’s token', async () => {
    const file = '/modules/mf-inside/2.0.0/remoteEntry.js';
    const responses = await Promise.all([get(insideTeam, file), get(team, file)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 404]);
  });

  it.each([
    ['the module of another team', 'mf-other@1.0.0', 403],
    ['a version that was never published', 'mf-clinic@9.0.0', 404],
    ['a version that needs another kit', 'mf-clinic@2.0.0', 409],
    ['a header without a version', 'mf-clinic', 422],
  ])('refuses %s', async (_what, candidate, status) => {
    expect((await get(team, '/', candidate)).statusCode).toBe(status);
  });

  it('opens every module for a token for all modules', async () => {
    const { modules } = await open(await tokenOf(null), '/', 'mf-other@1.0.0');
    expect(modules.modules.map(({ name }) => name)).toEqual(['mf-other']);
  });

  it('isn’t shown without the header, nor to a person who sends it', async () => {
    expect((await open(team, '/')).session).toBeNull();
    const owner = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    const { modules } = await open(owner, '/', 'mf-clinic@1.1.0');
    expect(modules.modules.map(({ name, version }) => `${name}@${version}`)).toEqual([
      'mf-clinic@1.0.0',
      'mf-other@1.0.0',
    ]);
  });

  it('refuses an unknown or expired token', async () => {
    const answerFor = async (caller: Caller) => {
      const response = await get(caller, '/', 'mf-clinic@1.1.0');
      return [response.statusCode, response.json<{ code: string }>().code];
    };
    expect(await answerFor({ headers: { authorization: 'Bearer pcdt_unknown' } })).toEqual([401, 'unknown_token']);
    const issuedAt = server.clock.now;
    const expiresAt = new Date(issuedAt.getTime() + 60_000);
    const { token } = await issueDeployToken(server.db, { module: 'mf-clinic', name: 'CI', expiresAt }, testAudit());
    server.clock.now = expiresAt;
    expect(await answerFor({ headers: { authorization: `Bearer ${token}` } })).toEqual([401, 'expired_token']);
    server.clock.now = issuedAt;
  });

  it('gives the token no access to people’s calls', async () => {
    const response = await get(team, `/api/${practiceId}/provider-hours/`, 'mf-clinic@1.1.0');
    expect(response.statusCode).toBe(403);
  });
});
