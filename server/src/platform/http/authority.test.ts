import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Call } from 'shared-api/contracts';
import { recordAudits } from '../audit/audit-log.js';
import { issueDeployToken } from '../../modules/registry/deploy-tokens.js';
import { grantModule } from '../../modules/registry/module-grants.js';
import type { Person } from '../../access/people/people-repository.js';
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
import { allContracts } from './all-contracts.js';

const allFlags = { super_admin: true, task_admin: true, internal: true, developer: true };

/** Calls whose body arrives after the headers. */
const callsWithBody = (): Call[] => [...allContracts.values()].filter(({ method }) => method !== 'GET');

describeWithDatabase('authority of a request whose body arrives late', (database) => {
  let server: TestServer;
  let practiceId: number;
  beforeAll(async () => {
    server = await testServer(database(), { STAFF_ACCESS_REASON: '1' });
    practiceId = await createTestPractice(server.db, { providers: [] });
    await grantModule(
      server.db,
      {
        name: 'mf-own',
        title: 'Own',
        audience: 'clinic',
        routes: [{ path: '/settings/:practice/own/page', title: 'Own', area: 'Test', order: 1 }],
      },
      testAudit(),
    );
  });
  afterAll(() => server.close());

  const urlOf = ({ path }: Call): string =>
    path
      .replace(':practice', String(practiceId))
      .replace(':module', 'mf-own')
      .replace(/:[a-z]+/g, 'cus_x')
      .replace('*', 'campaigns/');

  /** Sends headers and a body's first byte, runs a change, and sends the rest. */
  const sendInTwoParts = async ({ headers }: Caller, call: Call, meanwhile: () => Promise<unknown>) => {
    const parts = async function* () {
      yield '{';
      await meanwhile();
      yield '"no": "such field"}';
    };
    const { statusCode, body } = await server.app.inject({
      method: call.method,
      url: urlOf(call),
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'authority-of-late-body' },
      payload: Readable.from(parts()),
    });
    return [call.name, statusCode, (JSON.parse(body) as { code?: string }).code];
  };
  const change = (person: Person, values: object) =>
    server.db.updateTable('people').set(values).where('id', '=', person.id).execute();

  it('refuses every call of a session that has ended', async () => {
    const person = await createTestPerson(server.db, { flags: allFlags, practices: [practiceId], role: 'owner' });
    const calls = callsWithBody().filter(({ access }) => access !== 'everyone' && access !== 'module-token');
    expect(calls.length).toBeGreaterThan(70);
    for (const call of calls) {
      const caller = await signedIn(server, person);
      const endSession = () => server.db.deleteFrom('sessions').where('person_id', '=', person.id).execute();
      expect(await sendInTwoParts(caller, call, endSession)).toEqual([call.name, 401, 'signed_out']);
    }
  });

  it('refuses every call about a practice once the membership has ended', async () => {
    const ofPractice: readonly string[] = ['practice', 'practice-or-internal'];
    const calls = callsWithBody().filter(
      ({ path, access }) => path.includes('/:practice/') && ofPractice.includes(access),
    );
    expect(calls.length).toBeGreaterThan(25);
    for (const call of calls) {
      const person = await createTestPerson(server.db, { practices: [practiceId], role: 'owner' });
      const endMembership = () => server.db.deleteFrom('memberships').where('person_id', '=', person.id).execute();
      expect(await sendInTwoParts(await signedIn(server, person), call, endMembership)).toEqual([
        call.name,
        403,
        'forbidden',
      ]);
    }
  });

  it('refuses every call that needs a removed flag', async () => {
    const flagged: readonly string[] = [
      'internal',
      'task-admin',
      'super-admin',
      'developer',
      'module-team',
      'all-modules',
    ];
    const calls = callsWithBody().filter(({ access }) => flagged.includes(access));
    expect(calls.length).toBeGreaterThan(20);
    const person = await createTestPerson(server.db, { practices: [practiceId], role: 'owner' });
    const caller = await signedIn(server, person);
    for (const call of calls) {
      await change(person, allFlags);
      const takeFlags = () =>
        change(person, { super_admin: false, task_admin: false, internal: false, developer: false });
      expect(await sendInTwoParts(caller, call, takeFlags)).toEqual([call.name, 403, 'forbidden']);
    }
  });

  it('refuses the calls of a revoked deploy token', async () => {
    const calls = callsWithBody().filter(({ access }) => access === 'module-team' || access === 'module-token');
    expect(calls.length).toBeGreaterThan(2);
    for (const call of calls) {
      const { id, token } = await issueDeployToken(server.db, { module: 'mf-own', name: 'test' }, testAudit());
      const revoke = () =>
        server.db.updateTable('deploy_tokens').set({ revoked_at: new Date() }).where('id', '=', id).execute();
      const caller = { headers: { authorization: `Bearer ${token}` } };
      expect(await sendInTwoParts(caller, call, revoke)).toEqual([call.name, 401, 'unknown_token']);
    }
  });

  it('requires a new second factor or support access after the former one ended', async () => {
    const person = await createTestPerson(server.db, { flags: { super_admin: true } });
    const caller = await signedIn(server, person);
    const open = { reason: 'The owner asked for help', hours: 1 };
    const access = await server.call(caller, 'POST', `/api/${practiceId}/support-access/`, open);
    expect(access.statusCode).toBe(200);
    const save = [...allContracts.values()].find(({ name }) => name === 'saveWeeklyHours') as Call;
    const endAccess = () =>
      server.db
        .updateTable('support_accesses')
        .set({ ended_at: server.clock.now })
        .where('person_id', '=', person.id)
        .execute();
    expect(await sendInTwoParts(caller, save, endAccess)).toEqual([save.name, 403, 'support_reason_required']);

    await server.db
      .insertInto('totp_authenticators')
      .values({ person_id: person.id, secret: Buffer.from('encrypted'), added_at: new Date() })
      .execute();
    const promote = [...allContracts.values()].find(({ name }) => name === 'promoteModule') as Call;
    const proof = (second_factor_at: Date | null) =>
      server.db.updateTable('sessions').set({ second_factor_at }).where('person_id', '=', person.id).execute();
    await proof(server.clock.now);
    expect(await sendInTwoParts(caller, promote, () => proof(null))).toEqual([promote.name, 403, 'step_up_required']);
  });

  it('ends a streamed download once its reader loses access', async () => {
    const entry = {
      practiceId,
      actor: { kind: 'person' as const, id: 'p-1', name: 'Pat' },
      at: new Date('2031-01-01'),
      action: 'settings.save' as const,
      entity: 'practice',
    };
    await recordAudits(
      server.db,
      Array.from({ length: 5000 }, (_, index) => ({ ...entry, entityId: String(index) })),
    );
    const person = await createTestPerson(server.db, { flags: { super_admin: true } });
    const { headers } = await signedIn(server, person);
    const url = `/api/audit/export/?from=${Date.UTC(2031, 0, 1) / 1000}`;
    const read = async (onPart: () => Promise<unknown>): Promise<number> => {
      const response = await server.app.inject({ method: 'GET', url, headers, payloadAsStream: true });
      let text = '';
      for await (const part of response.stream()) {
        text += String(part);
        await onPart();
      }
      return text.split('\n').length - 1;
    };
    expect(await read(() => Promise.resolve())).toBe(5000);
    await expect(read(() => change(person, { super_admin: false }))).rejects.toThrow();
  });
});
