import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AnswerOf, ModuleList, ModuleSettings } from 'shared-api/contracts';
import type { ConfiguredModule, listModuleSettings } from 'shared-api/contracts/module-settings';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Team, createTeam } from '../../testing/module-team.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

const days = { type: 'integer', label: 'Due after', default: 180, min: 1, max: 999, unit: 'days' } as const;
const shown = { type: 'boolean', label: 'Show recalls', default: true } as const;

describeWithDatabase('settings of modules', (database) => {
  let server: TestServer;
  let admin: Caller;
  let owner: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    admin = await signedIn(
      server,
      await createTestPerson(server.db, { name: 'Sam Super', flags: { super_admin: true } }),
    );
    owner = await signedIn(
      server,
      await createTestPerson(server.db, { practices: [await createTestPractice(server.db)] }),
    );
  });
  afterAll(() => server.close());

  const publish = async (team: Team, version: string, settings: ModuleSettings) => {
    const build = team.build(version);
    const response = await team.publish({ ...build, declaration: { ...build.declaration, settings } });
    expect(response.statusCode).toBe(200);
  };
  const released = async (settings: ModuleSettings = { due_after_days: days, shown }): Promise<Team> => {
    const team = await createTeam(server);
    await publish(team, '1.0.0', settings);
    await team.promote('1.0.0');
    return team;
  };
  const save = (
    team: Team,
    set: object,
    { clear = [] as string[], as = admin, on = undefined as string | undefined } = {},
  ) =>
    server.call(
      { headers: { ...as.headers, ...(on !== undefined && { 'if-match': on }) } },
      'PUT',
      `/api/modules/${team.name}/settings/`,
      {
        set,
        clear,
      },
    );
  const listed = async ({ name }: Team): Promise<ConfiguredModule | undefined> => {
    const response = await server.call(admin, 'GET', '/api/module-settings/');
    return response.json<AnswerOf<typeof listModuleSettings>>().modules.find((module) => module.name === name);
  };
  const readBy = async (team: Team, person = owner) => {
    const { modules } = (await server.call(person, 'GET', '/api/modules/')).json<ModuleList>();
    return modules.find(({ name }) => name === team.name)?.settings;
  };

  it('reach every page with the module, and update the revision', async () => {
    const team = await released();
    const revision = async () => (await server.call(owner, 'GET', '/api/modules/')).json<ModuleList>().revision;
    const before = await revision();
    expect(await readBy(team)).toEqual({ due_after_days: 180, shown: true });
    expect((await save(team, { due_after_days: 90 })).json()).toEqual({ status: 'success', etag: '"1"' });
    expect(await readBy(team)).toEqual({ due_after_days: 90, shown: true });
    expect(await revision()).not.toBe(before);
  });

  it('are absent for a version without settings', async () => {
    const team = await createTeam(server);
    await team.publish(team.build('1.0.0'));
    await team.promote('1.0.0');
    expect(await readBy(team)).toBeUndefined();
    expect(await listed(team)).toBeUndefined();
    expect((await save(team, {})).statusCode).toBe(404);
  });

  it('return values, author and former values', async () => {
    const team = await released();
    expect(await listed(team)).toMatchObject({ version: '1.0.0', former: null, changed_by: null, etag: '"0"' });
    await save(team, { due_after_days: 90 });
    await save(team, { shown: false }, { clear: ['due_after_days'] });
    expect(await listed(team)).toMatchObject({
      settings: [
        { name: 'due_after_days', value: 180, is_set: false },
        { name: 'shown', value: false, is_set: true },
      ],
      fallbacks: [],
      former: { due_after_days: 90 },
      changed_by: 'Sam Super',
      etag: '"2"',
    });
  });

  it.each<[string, object, string[], object]>([
    [
      'a value that the setting doesn’t accept',
      { due_after_days: 0 },
      [],
      { due_after_days: 'Enter a whole number from 1 to 999.' },
    ],
    ['a value of another type', { shown: 'yes' }, [], { shown: 'Turn it on or off.' }],
    [
      'a setting that the version doesn’t declare',
      { due: 1 },
      [],
      { due: 'The live version of the module has no such setting.' },
    ],
    [
      'the default of an unknown setting',
      {},
      ['constructor'],
      { constructor: 'The live version of the module has no such setting.' },
    ],
    [
      'a value and the default at once',
      { shown: true },
      ['shown'],
      { shown: 'Set it, or give it its default: not both.' },
    ],
  ])('refuse %s', async (_, set, clear, fields) => {
    const team = await released();
    const response = await save(team, set, { clear });
    expect([response.statusCode, response.json<{ fields: object }>().fields]).toEqual([422, fields]);
    expect(await listed(team)).toMatchObject({ etag: '"0"' });
  });

  it('refuse a change that conflicts with somebody else’s, and accept an identical one', async () => {
    const team = await released();
    await save(team, { due_after_days: 90 }, { on: '"0"' });
    const late = await save(team, { due_after_days: 60 }, { on: '"0"' });
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'stale_version']);
    expect((await save(team, { due_after_days: 90 }, { on: '"0"' })).json()).toMatchObject({ etag: '"1"' });
    expect((await save(team, { due_after_days: 60 }, { on: '"1"' })).json()).toMatchObject({ etag: '"2"' });
  });

  it('fall back to the default for a version that rejects them, and return with a rollback', async () => {
    const team = await released();
    await save(team, { due_after_days: 500 });
    await publish(team, '2.0.0', { due_after_days: { ...days, default: 30, max: 365 }, shown });
    const fallback = {
      ...{ version: '2.0.0', name: 'due_after_days', label: 'Due after', stored: '500 days', default: '30 days' },
      problem: 'Enter a whole number from 1 to 365.',
    };
    await team.canary('2.0.0', 99);
    expect((await listed(team))?.fallbacks).toEqual([{ ...fallback, role: 'canary' }]);
    await team.promote('2.0.0');
    expect(await readBy(team)).toEqual({ due_after_days: 30, shown: true });
    expect(await listed(team)).toMatchObject({
      settings: [{ value: 30, is_set: true }, { value: true }],
      fallbacks: [{ ...fallback, role: 'live' }],
    });
    await save(team, { shown: false });
    await team.rollback();
    expect(await readBy(team)).toEqual({ due_after_days: 500, shown: false });
  });

  it('have the values that a preview’s version accepts', async () => {
    const team = await released();
    await save(team, { due_after_days: 500 });
    await publish(team, '2.0.0', { due_after_days: { ...days, default: 30, max: 365 } });
    const preview = `/api/modules/${team.name}/previews/pr-1/`;
    await server.call(team.caller, 'PUT', preview, { version: '2.0.0' });
    await server.call(admin, 'POST', `/api/previews/${team.name}/pr-1/open/`);
    expect(await readBy(team, admin)).toEqual({ due_after_days: 30 });
    expect(await readBy(team)).toEqual({ due_after_days: 500, shown: true });
  });

  it('can be changed only by super admins, and read by internal staff', async () => {
    const team = await released();
    const staff = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    const statuses = [staff, owner, team.caller].map(
      async (as) => (await save(team, { shown: false }, { as })).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([403, 403, 403]);
    const reads = [staff, owner].map(async (as) => (await server.call(as, 'GET', '/api/module-settings/')).statusCode);
    expect(await Promise.all(reads)).toEqual([200, 403]);
  });
});
