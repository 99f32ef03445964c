/** A module with its team's deploy token, for tests of team actions. */
import type { z } from 'zod';
import type { CanaryRule, listReleases, ModuleList, RollbackRequest } from 'shared-api/contracts';
import { issueDeployToken } from '../modules/registry/deploy-tokens.js';
import { grantModule } from '../modules/registry/module-grants.js';
import { type TestUpload, createDeclaration, createUpload } from './module-build.js';
import { type Caller, type TestServer, testAudit } from './test-server.js';

let teams = 0;

/** A new module for each test. It is granted one page unless `paths` lists others. */
export async function createTeam(server: TestServer, paths?: string[]) {
  teams += 1;
  const declaration = createDeclaration(`mf-team${teams}`, paths ? { paths } : {});
  const { name } = declaration;
  await grantModule(server.db, declaration, testAudit());
  const { token } = await issueDeployToken(server.db, { module: name, name: 'CI' }, testAudit());
  const caller: Caller = { headers: { authorization: `Bearer ${token}` } };
  const list = async (as = caller) => {
    const response = await server.call(as, 'GET', `/api/modules/${name}/releases/`);
    return response.json<z.output<typeof listReleases.answer>>();
  };
  return {
    declaration,
    name,
    token,
    caller,
    list,
    build: (version: string, over: Parameters<typeof createUpload>[2] = {}) => createUpload(declaration, version, over),
    publish: (upload: TestUpload) => server.call(caller, 'POST', `/api/modules/${name}/releases/`, upload),
    promote: (version: string, as = caller) => server.call(as, 'POST', `/api/modules/${name}/promote/`, { version }),
    /** Makes the version the canary for a percentage of people. */
    canary: (version: string, percent: number, rule?: Partial<CanaryRule>, as = caller) =>
      server.call(as, 'POST', `/api/modules/${name}/promote/`, { version, percent, ...(rule && { rule }) }),
    /** @param takenBack the version or canary that the caller wants to roll back */
    rollback: (as = caller, takenBack?: RollbackRequest) =>
      server.call(as, 'POST', `/api/modules/${name}/rollback/`, takenBack),
    published: async () => (await list()).releases.map((release) => release.version),
    live: async () => (await list()).releases.find((release) => release.live)?.version,
    /**
     * The version that the person gets, or `undefined` without access to the module.
     * @param from the server to call
     */
    versionFor: async (person: Caller, from = server) => {
      const { modules } = (await from.call(person, 'GET', '/api/modules/')).json<ModuleList>();
      return modules.find((module) => module.name === name)?.version;
    },
  };
}
export type Team = Awaited<ReturnType<typeof createTeam>>;

/** A new module with 1.0.0 live, and with 1.1.0 and 1.2.0 published. */
export async function createTeamWithVersions(server: TestServer) {
  const team = await createTeam(server);
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await team.publish(team.build(version));
  await team.promote('1.0.0');
  return team;
}
