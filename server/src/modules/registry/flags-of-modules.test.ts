import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AnswerOf, ModuleDeclaration } from 'shared-api/contracts';
import type { listFeatureFlagUses } from 'shared-api/contracts/module-feature-flags';
import { describeWithDatabase } from '../../testing/engines.js';
import { createDeclaration, createUpload, releaseBuild } from '../../testing/module-build.js';
import { createTeam } from '../../testing/module-team.js';
import { type TestServer, createTestPerson, signedIn, testAudit, testServer } from '../../testing/test-server.js';
import { flagProblems } from './flags-of-modules.js';
import { grantModule } from './module-grants.js';

const badge = { slot: 'search', name: 'recalls', title: 'Recalls', scope: 'practice', order: 1 } as const;

it.each<[string, Partial<ModuleDeclaration>, string[]]>([
  ['nothing without flags', {}, []],
  ['nothing in known flags', { feature_flags: ['beta_reports', 'fast_sync'] }, []],
  [
    'every unknown flag, with those that there are',
    { feature_flags: ['beta_report', 'fast_sync', 'constructor'] },
    [
      'mf-recalls declares feature flags that this console’s catalog doesn’t have: beta_report, constructor. ' +
        'It has new_schedule_grid, beta_reports, fast_sync, smart_recall, dark_dashboard.',
    ],
  ],
  [
    'a contribution behind a flag that the module doesn’t declare',
    { contributions: [{ ...badge, feature_flag: 'smart_recall' }] },
    ['recalls needs the feature flag "smart_recall", which feature_flags doesn’t name.'],
  ],
  [
    'a contribution about the whole console behind a flag',
    { feature_flags: ['smart_recall'], contributions: [{ ...badge, scope: 'console', feature_flag: 'smart_recall' }] },
    ['recalls needs the feature flag "smart_recall", which exists only in a practice.'],
  ],
])('flagProblems finds %s', (_, over, problems) => {
  expect(flagProblems({ ...createDeclaration('mf-recalls'), ...over })).toEqual(problems);
});

describeWithDatabase('feature flags of modules', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database());
  });
  afterAll(() => server.close());

  const withFlags = (name: string, ...flags: string[]): ModuleDeclaration => ({
    ...createDeclaration(name),
    feature_flags: flags,
  });

  it('prevent publishing a version that declares an unknown one', async () => {
    const team = await createTeam(server);
    const upload = { ...team.build('1.0.0'), declaration: withFlags(team.name, 'beta_report') };
    const response = await team.publish(upload);
    const { message, fields } = response.json<{ message: string; fields: object }>();
    expect([response.statusCode, Object.keys(fields)]).toEqual([422, ['declaration.feature_flags']]);
    expect(message).toContain('catalog doesn’t have: beta_report.');
    expect(await team.published()).toEqual([]);
  });

  it('list for internal staff the modules whose live version or canary requires them', async () => {
    await releaseBuild(server.db, createUpload(withFlags('mf-reports', 'beta_reports'), '1.0.0'));
    await releaseBuild(server.db, createUpload(createDeclaration('mf-plain'), '1.0.0'));
    await grantModule(server.db, withFlags('mf-unpublished', 'beta_reports'), testAudit());
    const team = await createTeam(server);
    await team.publish(team.build('1.0.0'));
    await team.promote('1.0.0');
    const next = { ...team.build('1.1.0'), declaration: { ...withFlags(team.name, 'beta_reports', 'fast_sync') } };
    await team.publish(next);
    await team.canary('1.1.0', 10);
    const staff = await signedIn(server, await createTestPerson(server.db, { flags: { internal: true } }));
    const { flags } = (await server.call(staff, 'GET', '/api/module-feature-flags/')).json<
      AnswerOf<typeof listFeatureFlagUses>
    >();
    const usesOf = (flag: string) => flags.find(({ name }) => name === flag)?.modules.map(({ name }) => name);
    expect(usesOf('beta_reports')).toEqual(['mf-reports', team.name]);
    expect(usesOf('fast_sync')).toEqual([team.name]);
    expect(usesOf('dark_dashboard')).toEqual([]);
  });
});
