/** Promotions and large bulk changes wait for a second person. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { ActivityPage } from 'shared-api/contracts/activity';
import type { Approval } from 'shared-api/contracts/approvals';
import { issueDeployToken } from '../../modules/registry/deploy-tokens.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTeam } from '../../testing/module-team.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  runJobs,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';

const start = new Date('2026-11-24T15:12:00Z');

describeWithDatabase('approvals', (database) => {
  let server: TestServer;
  /** Super admins, and internal staff. */
  let ada: Caller;
  let sasha: Caller;
  let ivy: Caller;
  let ivan: Caller;
  let team: Awaited<ReturnType<typeof createTeam>>;
  let practices: number[];

  beforeAll(async () => {
    const env = { APPROVALS_FOR: 'promotions,bulk-changes', APPROVALS_BULK_OVER: '2' };
    server = await testServer(database(), env);
    server.clock.now = start;
    const person = async (name: string, flags: object) =>
      signedIn(server, await createTestPerson(server.db, { name, flags }));
    ada = await person('Ada Admin', { super_admin: true });
    sasha = await person('Sasha Super', { super_admin: true });
    ivy = await person('Ivy Internal', { internal: true });
    ivan = await person('Ivan Internal', { internal: true });
    practices = [];
    for (let made = 0; made < 3; made += 1) practices.push(await createTestPractice(server.db));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.deleteFrom('approvals').execute();
    team = await createTeam(server);
    for (const version of ['1.0.0', '1.1.0']) await team.publish(team.build(version));
  });

  const waiting = async (caller = sasha) =>
    (await server.call(caller, 'GET', '/api/approvals/')).json<{ approvals: Approval[] }>().approvals;
  const only = async () => {
    const [first, ...others] = await waiting();
    if (!first || others.length > 0) throw new Error('One request should wait');
    return first;
  };
  const decide = (caller: Caller, { id }: { id: string }, decision: 'approve' | 'decline' = 'approve') =>
    server.call(caller, 'POST', `/api/approvals/${id}/${decision}/`);
  const outcome = (response: { statusCode: number; json<T>(): T }) => [
    response.statusCode,
    response.json<{ code?: string; status: string }>().code ?? response.json<{ status: string }>().status,
  ];
  const sentences = async () =>
    (await server.call(ada, 'GET', '/api/activity/?area=approvals&page_size=200'))
      .json<ActivityPage>()
      .results.map(({ actor, sentence }) => `${actor.name} ${sentence.map(({ text }) => text).join('')}`)
      .filter((text) => text.includes(team.name));

  describe('for a promotion', () => {
    it('records the request of a team’s token, and promotes once a super admin approves', async () => {
      const asked = await team.promote('1.0.0');
      expect([asked.statusCode, asked.json()]).toMatchObject([
        202,
        { status: 'waiting', from: null, to: '1.0.0', approval: { expires_at: start.getTime() / 1000 + 24 * 3600 } },
      ]);
      expect(await team.live()).toBeUndefined();
      expect((await team.list()).waiting).toMatchObject([
        { summary: `Promote ${team.name} 1.0.0 for everyone`, requested_by: expect.stringContaining('CI') },
      ]);
      expect(outcome(await decide(sasha, await only()))).toEqual([200, 'success']);
      expect(await team.live()).toBe('1.0.0');
      expect(await waiting()).toEqual([]);
      expect((await team.list()).moves[0]?.by).toContain('CI');
      expect(await sentences()).toEqual([
        `Sasha Super approved: Promote ${team.name} 1.0.0 for everyone`,
        expect.stringContaining(`asked for approval: Promote ${team.name} 1.0.0 for everyone`),
      ]);
    });

    it('refuses and records the requester’s own approval, also after a second request', async () => {
      await team.promote('1.0.0', ada);
      await team.promote('1.0.0', ada);
      const request = await only();
      expect((await waiting(ada))[0]).toMatchObject({ own: true, may_decide: true });
      expect(outcome(await decide(ada, request))).toEqual([403, 'own_request']);
      expect(await team.live()).toBeUndefined();
      expect((await sentences())[0]).toBe(
        `Ada Admin was refused the approval of their own request: Promote ${team.name} 1.0.0 for everyone`,
      );
      expect(outcome(await decide(sasha, request))).toEqual([200, 'success']);
    });

    it('refuses internal staff and deploy tokens, even for all modules', async () => {
      await team.promote('1.0.0', ada);
      const request = await only();
      const { token } = await issueDeployToken(server.db, { module: null, name: 'all' }, testAudit());
      const ofAll = { headers: { authorization: `Bearer ${token}` } };
      const refused = [await decide(team.caller, request), await decide(ofAll, request), await decide(ivy, request)];
      expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
      expect((await waiting(ivy))[0]?.may_decide).toBe(false);
      expect(await team.live()).toBeUndefined();
    });

    it('refuses a second decision with a clear message', async () => {
      await team.promote('1.0.0');
      const request = await only();
      await decide(sasha, request);
      const again = await decide(ada, request);
      expect(outcome(again)).toEqual([409, 'already_decided']);
      expect(again.json<{ message: string }>().message).toBe(
        'Sasha Super has already approved this. Nothing more was changed.',
      );
      expect(outcome(await decide(ada, request, 'decline'))).toEqual([409, 'already_decided']);
      expect(outcome(await decide(ada, { id: randomUUID() }))).toEqual([404, 'not_found']);
    });

    it('makes one change when two people approve at the same time', async () => {
      await team.promote('1.0.0');
      const request = await only();
      const responses = await Promise.all([decide(sasha, request), decide(ada, request)]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect((await team.list()).moves.length).toBe(1);
    });

    it('changes nothing when declined, also by the requester', async () => {
      await team.promote('1.0.0', ada);
      expect(outcome(await decide(ada, await only(), 'decline'))).toEqual([200, 'success']);
      expect(await team.live()).toBeUndefined();
      expect(await waiting()).toEqual([]);
      await team.promote('1.0.0', ada);
      expect(outcome(await decide(sasha, await only(), 'decline'))).toEqual([200, 'success']);
      expect(await team.live()).toBeUndefined();
    });

    it('expires at its time limit', async () => {
      await team.promote('1.0.0');
      const request = await only();
      await server.db.updateTable('approvals').set({ expires_at: start }).where('id', '=', request.id).execute();
      expect(await waiting()).toEqual([]);
      expect((await team.list()).waiting).toEqual([]);
      expect(outcome(await decide(sasha, request))).toEqual([409, 'expired']);
      expect(outcome(await decide(sasha, request))).toEqual([409, 'expired']);
      expect(await team.live()).toBeUndefined();
      expect((await sentences()).filter((text) => text.includes('nobody approved'))).toEqual([
        `Approvals ended a request that nobody approved or declined in time: Promote ${team.name} 1.0.0 for everyone`,
      ]);
      // The same change may be requested again.
      await team.promote('1.0.0');
      expect(outcome(await decide(sasha, await only()))).toEqual([200, 'success']);
    });

    it('refuses the approval once the requesting token is revoked or the person lost the right', async () => {
      await team.promote('1.0.0');
      const ofToken = await only();
      await server.db.updateTable('deploy_tokens').set({ revoked_at: start }).where('module', '=', team.name).execute();
      expect(outcome(await decide(sasha, ofToken))).toEqual([409, 'requester_gone']);
      expect(outcome(await decide(sasha, ofToken, 'decline'))).toEqual([200, 'success']);
      const person = await createTestPerson(server.db, { flags: { super_admin: true } });
      await team.promote('1.0.0', await signedIn(server, person));
      const change = (values: { super_admin: boolean; deactivated_at?: Date }) =>
        server.db.updateTable('people').set(values).where('id', '=', person.id).execute();
      await change({ super_admin: false });
      expect(outcome(await decide(sasha, await only()))).toEqual([409, 'requester_gone']);
      await change({ super_admin: true, deactivated_at: start });
      expect(outcome(await decide(sasha, await only()))).toEqual([409, 'requester_gone']);
    });

    it('refuses an impossible promotion immediately, and records nothing', async () => {
      expect((await team.promote('9.9.9')).statusCode).toBe(404);
      expect(await waiting()).toEqual([]);
    });

    it('refuses the approval once another version is live', async () => {
      await team.promote('1.0.0');
      await team.promote('1.1.0');
      const requests = await waiting();
      const of = (version: string) => requests.find(({ summary }) => summary.includes(version)) ?? { id: '' };
      expect(outcome(await decide(sasha, of('1.1.0')))).toEqual([200, 'success']);
      const outdated = await decide(sasha, of('1.0.0'));
      expect(outcome(outdated)).toEqual([409, 'outdated']);
      expect(await team.live()).toBe('1.1.0');
      // Nothing of the refused approval remains.
      expect(await waiting()).toMatchObject([{ id: of('1.0.0').id }]);
    });

    it('waits for a canary and for a manifest, and not for a rollback', async () => {
      await team.promote('1.0.0');
      await decide(sasha, await only());
      expect((await team.canary('1.1.0', 10)).statusCode).toBe(202);
      expect((await team.list()).canary).toBeNull();
      const canary = await only();
      expect(canary.summary).toBe(`Give ${team.name} 1.1.0 to 10% of people, next to 1.0.0`);
      await decide(sasha, canary);
      expect((await team.list()).canary).toMatchObject({ version: '1.1.0', percent: 10 });
      expect((await team.rollback()).statusCode).toBe(200);
      expect((await team.list()).canary).toBeNull();

      await team.promote('1.1.0');
      await decide(sasha, await only());
      const live = (await server.call(ada, 'GET', '/api/module-manifest/')).json<{ modules: Record<string, object> }>();
      const manifest = { modules: { [team.name]: live.modules[team.name] } };
      expect((await team.rollback()).statusCode).toBe(200);
      expect(await team.live()).toBe('1.0.0');
      const asked = await server.call(ada, 'POST', '/api/module-manifest/', manifest);
      expect([asked.statusCode, asked.json()]).toMatchObject([202, { status: 'waiting', changed: [] }]);
      expect(await team.live()).toBe('1.0.0');
      await decide(sasha, await only());
      expect(await team.live()).toBe('1.1.0');
      expect(outcome(await server.call(ada, 'POST', '/api/module-manifest/', manifest))).toEqual([200, 'success']);
    });

    it('refuses the approval of a manifest once a live version has changed', async () => {
      for (const version of ['1.0.0', '1.1.0']) {
        await team.promote(version);
        await decide(sasha, await only());
      }
      const live = (await server.call(ada, 'GET', '/api/module-manifest/')).json<{ modules: Record<string, object> }>();
      const manifest = { modules: { [team.name]: live.modules[team.name] } };
      await team.rollback();
      expect((await server.call(ada, 'POST', '/api/module-manifest/', manifest)).statusCode).toBe(202);
      const request = await only();
      await team.publish(team.build('1.2.0'));
      await team.promote('1.2.0');
      const [newer] = (await waiting()).filter(({ id }) => id !== request.id);
      expect(outcome(await decide(sasha, newer ?? { id: '' }))).toEqual([200, 'success']);
      const refused = await decide(sasha, request);
      expect(outcome(refused)).toEqual([409, 'outdated']);
      expect(refused.json<{ message: string }>().message).toContain(`${team.name} 1.2.0 is live now, not 1.0.0`);
      expect(await team.live()).toBe('1.2.0');
      expect(await waiting()).toMatchObject([{ id: request.id }]);
    });

    it('refuses a manifest request that predates stored live versions', async () => {
      await team.promote('1.0.0');
      await decide(sasha, await only());
      await team.promote('1.1.0');
      await decide(sasha, await only());
      const live = (await server.call(ada, 'GET', '/api/module-manifest/')).json<{ modules: Record<string, object> }>();
      await team.rollback();
      await server.call(ada, 'POST', '/api/module-manifest/', { modules: { [team.name]: live.modules[team.name] } });
      const request = await only();
      await server.db
        .updateTable('approvals')
        .set({ input: sql`input - 'from'` })
        .where('id', '=', request.id)
        .execute();
      expect(outcome(await decide(sasha, request))).toEqual([409, 'outdated']);
      expect(await team.live()).toBe('1.0.0');
    });

    it('runs immediately when the operator requires no approvals', async () => {
      const off = await testServer(database());
      try {
        const free = await createTeam(off);
        await free.publish(free.build('1.0.0'));
        expect((await free.promote('1.0.0')).json()).toMatchObject({ status: 'success' });
        expect(await free.live()).toBe('1.0.0');
      } finally {
        await off.close();
      }
    });
  });

  describe('for a bulk change', () => {
    const change = (ids: number[]) => ({ action: 'add', type: 'feature', items: ['data_export'], practice_ids: ids });
    const send = (caller: Caller, ids: number[]) =>
      server.call(caller, 'POST', '/api/features/bulk_update/', change(ids));
    const having = async () => {
      const rows = await server.db
        .selectFrom('entitlement_grants')
        .select('practice_id')
        .where('practice_id', 'in', practices)
        .execute();
      return new Set(rows.map(({ practice_id: id }) => id)).size;
    };

    it('runs without approval up to the limit', async () => {
      const ids = [await createTestPractice(server.db), await createTestPractice(server.db)];
      expect(outcome(await send(ivy, ids))).toEqual([200, 'success']);
      expect(await waiting()).toEqual([]);
    });

    it('waits above the limit for another person with the right, then changes the practices', async () => {
      const asked = await send(ivy, practices);
      expect([asked.statusCode, asked.json()]).toEqual([
        202,
        { status: 'waiting', message: 'Waits for approval: Add Data Export to 3 practices' },
      ]);
      await runJobs(server);
      expect(await having()).toBe(0);
      const request = await only();
      expect(outcome(await decide(ivy, request))).toEqual([403, 'own_request']);
      const approved = await decide(ivan, request);
      expect(approved.json()).toMatchObject({ message: 'Approved: Add Data Export to 3 practices' });
      await runJobs(server);
      expect(await having()).toBe(3);
      const { job_id: job } = approved.json<{ job_id: string }>();
      const done = (await server.call(ivy, 'GET', `/api/features/bulk_update/${job}/`)).json<{ status: string }>();
      expect(done).toMatchObject({ changed: 3 });
      const { requested_by_name: by } = await server.db
        .selectFrom('bulk_changes')
        .select('requested_by_name')
        .where('id', '=', job)
        .executeTakeFirstOrThrow();
      expect(by).toBe('Ivy Internal');
    });
  });
});
