import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ModuleContribution, ModuleDeclaration } from 'shared-api/contracts';
import { createDeclaration, createUpload, type TestUpload } from '../../testing/module-build.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import { contributionProblems, contributionsFor, contributionsNotGranted } from './contributions-of-modules.js';
import { grantModule } from './module-grants.js';
import { promote, publish } from './release-service.js';

const card: ModuleContribution = {
  slot: 'overview.card',
  name: 'recalls',
  title: 'Recalls',
  scope: 'practice',
  order: 1,
  size: 'wide',
};

const withContributions = (
  declaration: ModuleDeclaration,
  ...contributions: ModuleContribution[]
): ModuleDeclaration => ({ ...declaration, contributions });

describe('contributionsNotGranted', () => {
  const granted = withContributions(createDeclaration('mf-recalls'), card);
  it.each<[string, Partial<ModuleContribution>, string[]]>([
    ['the same', {}, []],
    ['another title, order and size', { title: 'Due recalls', order: 9, size: 'narrow' }, []],
    ['another slot', { slot: 'search' }, ['recalls (search)']],
    ['another name', { name: 'other' }, ['other (overview.card)']],
    ['the whole console instead of a practice', { scope: 'console' }, ['recalls (overview.card)']],
    ['a right that was not granted', { right: 'billing.read' }, ['recalls (overview.card)']],
    ['super admins only', { super_admin: true }, ['recalls (overview.card)']],
  ])('compares a grant with %s', (_what, change, missing) => {
    const declared = withContributions(createDeclaration('mf-recalls'), { ...card, ...change });
    expect(contributionsNotGranted(declared, granted)).toEqual(missing);
  });

  it('accepts fewer than granted', () => {
    expect(contributionsNotGranted(createDeclaration('mf-recalls'), granted)).toEqual([]);
  });
});

describe('contributionsFor', () => {
  const declared = withContributions(createDeclaration('mf-recalls'), { ...card, super_admin: true });
  it('gives contributions for super admins only to super admins', () => {
    expect(contributionsFor(declared, declared, { flags: { super_admin: true } })).toHaveLength(1);
    expect(contributionsFor(declared, declared, { flags: { super_admin: false } })).toEqual([]);
  });

  it('leaves out contributions that are no longer granted', () => {
    const narrowed = createDeclaration('mf-recalls');
    expect(contributionsFor(declared, narrowed, { flags: { super_admin: true } })).toEqual([]);
  });
});

describe('contributionProblems', () => {
  it.each<[string, Partial<ModuleContribution>, RegExp]>([
    ['a card without a size', { size: undefined }, /needs a size/],
    ['a badge next to no route', { slot: 'nav.badge' }, /needs a route/],
    ['a card without a practice', { without_practice: true }, /only commands and searches/],
    ['a right outside of a practice', { scope: 'console', right: 'hours' }, /exists only in a practice/],
  ])('names %s', (_what, change, problem) => {
    const declared = withContributions(createDeclaration('mf-recalls'), { ...card, ...change } as ModuleContribution);
    expect(contributionProblems(declared)[0]).toMatch(problem);
  });

  it('names two contributions with one name', () => {
    expect(contributionProblems(withContributions(createDeclaration('mf-recalls'), card, card))).toEqual([
      'Two contributions are named recalls.',
    ]);
  });

  it('names a card about a practice in an internal module', () => {
    const internal = createDeclaration('mf-inside', { audience: 'internal' });
    expect(contributionProblems(withContributions(internal, card))[0]).toMatch(/about all practices/);
  });
});

describeWithDatabase('contributions in the registry', (database) => {
  let server: TestServer;
  let owner: Caller;
  let staff: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    const practiceId = await createTestPractice(server.db);
    owner = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    staff = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
  });
  afterAll(() => server.close());

  const upload = (declaration: ModuleDeclaration, version: string, built: string[] = []): TestUpload => {
    const one = createUpload(declaration, version);
    one.build.contributions = Object.fromEntries(built.map((name) => [name, { preload: [], shared: [] }]));
    return one;
  };
  const publishAs = (one: TestUpload) => publish(server.db, one.declaration.name, one, testAudit());
  const listed = async (caller: Caller, name: string) => {
    const { modules } = (await server.call(caller, 'GET', '/api/modules/')).json<{
      modules: { name: string; contributions: { name: string }[] }[];
    }>();
    return modules.find((module) => module.name === name)?.contributions.map((one) => one.name);
  };

  it('lists contributions to the module’s audience, as its version declares them', async () => {
    const declaration = withContributions(createDeclaration('mf-recalls'), card);
    await grantModule(server.db, declaration, testAudit());
    await publishAs(upload(declaration, '1.0.0', ['recalls']));
    await promote(server.db, { module: 'mf-recalls', version: '1.0.0' }, undefined, testAudit());
    expect(await listed(owner, 'mf-recalls')).toEqual(['recalls']);
    expect(await listed(staff, 'mf-recalls')).toBeUndefined();
    await grantModule(server.db, createDeclaration('mf-recalls'), testAudit(), { mayRemove: true });
    expect(await listed(owner, 'mf-recalls')).toEqual([]);
  });

  it('hides contributions of internal modules from clinics', async () => {
    const internal = withContributions(createDeclaration('mf-inside', { audience: 'internal' }), {
      ...card,
      scope: 'console',
    });
    await grantModule(server.db, internal, testAudit());
    await publishAs(upload(internal, '1.0.0', ['recalls']));
    await promote(server.db, { module: 'mf-inside', version: '1.0.0' }, undefined, testAudit());
    expect(await listed(staff, 'mf-inside')).toEqual(['recalls']);
    expect(await listed(owner, 'mf-inside')).toBeUndefined();
  });

  it('refuses to publish contributions that aren’t granted', async () => {
    await grantModule(server.db, createDeclaration('mf-plain'), testAudit());
    const declared = withContributions(createDeclaration('mf-plain'), card);
    await expect(publishAs(upload(declared, '1.0.0', ['recalls']))).rejects.toThrow(
      'mf-plain is not granted recalls (overview.card). Ask the operator of the console to grant the new module.json.',
    );
  });

  it.each(['recalls', 'constructor'])(
    'refuses to promote a version without the code of its contribution %s',
    async (name) => {
      const module = `mf-without-${name}`;
      const declaration = withContributions(createDeclaration(module), { ...card, name });
      await grantModule(server.db, declaration, testAudit());
      await publishAs(upload(declaration, '1.0.0'));
      await expect(promote(server.db, { module, version: '1.0.0' }, undefined, testAudit())).rejects.toMatchObject({
        code: 'contribution_without_code',
        message: expect.stringContaining(name),
      });
    },
  );

  it.each(['/settings/:practice/overview', '/settings/:practice/:page'])(
    'reserves the overview’s path for the shell: %s',
    async (path) => {
      await expect(
        grantModule(server.db, createDeclaration('mf-greedy', { paths: [path] }), testAudit()),
      ).rejects.toThrow('belongs to the shell');
    },
  );

  it('counts granted contributions in module health', async () => {
    const report = (contribution: string, outcome: string) => ({
      module: 'mf-inside',
      version: '1.0.0',
      contribution,
      outcome,
      duration_ms: 40,
    });
    const response = await server.call(staff, 'POST', '/api/browser-reports/', {
      visits: [report('recalls', 'running'), report('recalls', 'start-failed'), report('unknown', 'running')],
    });
    expect(response.statusCode).toBe(200);
    const { modules } = (await server.call(staff, 'GET', '/api/module-health/?days=1')).json<{
      modules: { name: string; contributions?: unknown[] }[];
    }>();
    expect(modules.find(({ name }) => name === 'mf-inside')?.contributions).toEqual([
      {
        name: 'recalls',
        title: 'Recalls',
        slot: 'overview.card',
        version: '1.0.0',
        loads: 2,
        failed: 1,
        average_ms: 40,
        slowest_ms: 40,
      },
    ]);
  });
});
