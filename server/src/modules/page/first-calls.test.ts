import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { moduleDeclaration } from 'shared-api/contracts';
import { addContract } from '../../platform/http/all-contracts.js';
import type { PersonPrincipal } from '../../platform/http/principal.js';
import { everyContract } from '../../testing/every-contract.js';
import { firstCallsAt } from './first-calls.js';

const superAdmin: PersonPrincipal = {
  kind: 'person',
  id: 'super',
  name: 'Super Admin',
  email: 'super@console.example',
  flags: { super_admin: true, task_admin: false, internal: true, developer: true },
  memberships: new Map(),
  hasSecondFactor: false,
  hasPassword: true,
  session: {
    tokenHash: Buffer.alloc(32),
    expiresAt: new Date('2030-01-01T00:00:00Z'),
    overrides: [],
    previews: [],
    secondFactorAt: null,
    passwordAt: null,
  },
};

const repository = path.join(import.meta.dirname, '../../../..');
const routes = fs
  .readdirSync(repository)
  .map((folder) => path.join(repository, folder, 'module.json'))
  .filter((file) => fs.existsSync(file))
  .flatMap((file) => moduleDeclaration.parse(JSON.parse(fs.readFileSync(file, 'utf8'))).routes)
  .filter(({ first_calls: calls }) => calls !== undefined);

describe('first calls of the modules of this repository', () => {
  beforeAll(async () => {
    for (const call of await everyContract()) addContract(call);
  });

  it.each(routes.map((route) => [route.path, route] as const))('exist on the server for %s', (_path, route) => {
    const address = { pathname: route.path.replace(':practice', '12'), search: '' };
    const expected = (route.first_calls ?? []).map((call) => call.replaceAll(':practice', '12'));
    expect(firstCallsAt(route, address, superAdmin)).toEqual(expected);
  });
});
