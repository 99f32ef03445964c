import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ModuleManifest } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTeam } from '../../testing/module-team.js';
import { type Caller, type TestServer, testAudit, testServer } from '../../testing/test-server.js';
import { issueDeployToken } from './deploy-tokens.js';

describeWithDatabase('module manifest', (database) => {
  let server: TestServer;
  let manager: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    const { token } = await issueDeployToken(server.db, { module: null, name: 'release manager' }, testAudit());
    manager = { headers: { authorization: `Bearer ${token}` } };
  });
  afterAll(() => server.close());

  const read = async () => (await server.call(manager, 'GET', '/api/module-manifest/')).json<ModuleManifest>();
  const apply = (manifest: ModuleManifest, as = manager) => server.call(as, 'POST', '/api/module-manifest/', manifest);
  const only = ({ modules }: ModuleManifest, ...names: string[]): ModuleManifest => ({
    modules: Object.fromEntries(Object.entries(modules).filter(([name]) => names.includes(name))),
  });
  /** Two modules with versions 1.0.0 (live) and 1.1.0. */
  const createTeams = async () => {
    const teams = [await createTeam(server), await createTeam(server)] as const;
    for (const team of teams) {
      for (const version of ['1.0.0', '1.1.0']) await team.publish(team.build(version));
      await team.promote('1.0.0');
    }
    return teams;
  };

  it('lists live versions, and restores them after other moves', async () => {
    const [one, other] = await createTeams();
    const before = only(await read(), one.name, other.name);
    expect(Object.values(before.modules).map(({ version }) => version)).toEqual(['1.0.0', '1.0.0']);
    await one.promote('1.1.0');
    const response = await apply(before);
    expect(response.json()).toEqual({
      status: 'success',
      changed: [{ module: one.name, from: '1.1.0', to: '1.0.0' }],
      withdrawn: [],
    });
    expect(only(await read(), one.name, other.name)).toEqual(before);
    expect((await apply(before)).json()).toMatchObject({ changed: [] });
  });

  it('names the canaries that it withdraws, also if the live version stays', async () => {
    const [one, other] = await createTeams();
    const before = only(await read(), one.name, other.name);
    await one.canary('1.1.0', 10);
    expect((await apply(before)).json()).toEqual({
      status: 'success',
      changed: [],
      withdrawn: [{ module: one.name, version: '1.1.0' }],
    });
    expect((await apply(before)).json()).toMatchObject({ changed: [], withdrawn: [] });
  });

  it('leaves out a module without a live version', async () => {
    const team = await createTeam(server);
    await team.publish(team.build('1.0.0'));
    expect((await read()).modules).not.toHaveProperty(team.name);
  });

  it('refuses a manifest with unpublished or different versions, and changes nothing', async () => {
    const [one, other] = await createTeams();
    await one.promote('1.1.0');
    await other.promote('1.1.0');
    const target = only(await read(), one.name, other.name);
    for (const team of [one, other]) await team.promote('1.0.0');
    const entry = target.modules[one.name];
    if (!entry) throw new Error('The manifest lacks a module');
    for (const [message, modules] of [
      [
        `${one.name} 9.0.0 was never published here.`,
        { ...target.modules, [one.name]: { ...entry, version: '9.0.0' } },
      ],
      [
        `${one.name} 1.1.0 has different content here.`,
        { ...target.modules, [one.name]: { ...entry, build: `sha384-${'A'.repeat(64)}` } },
      ],
      ['The module mf-elsewhere doesn’t exist in this console.', { ...target.modules, 'mf-elsewhere': entry }],
    ] as [string, ModuleManifest['modules']][]) {
      const response = await apply({ modules });
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { code: 'not_applicable', message: `${message} Nothing was changed.` },
      ]);
    }
    expect([await one.live(), await other.live()]).toEqual(['1.0.0', '1.0.0']);
  });

  it('refuses a token for one module', async () => {
    const [team] = await createTeams();
    const response = await apply(only(await read(), team.name), team.caller);
    expect([response.statusCode, response.json()]).toMatchObject([
      403,
      { message: `This needs a deploy token for all modules. This one is only for ${team.name}.` },
    ]);
  });
});
