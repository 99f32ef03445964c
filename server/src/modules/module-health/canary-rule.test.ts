import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { VisitOutcome } from 'shared-api/contracts';
import { createTeam } from '../../testing/module-team.js';
import { bucket } from '../registry/bucket.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

const NEXT = '1.1.0';

interface Member {
  id: string;
  caller: Caller;
}

describeWithDatabase('canary rule', (database, engine) => {
  let server: TestServer;
  let people: Member[];
  beforeAll(async () => {
    server = await testServer(database());
    const practiceId = await createTestPractice(server.db);
    people = [];
    for (let made = 0; made < 16; made += 1) {
      const person = await createTestPerson(server.db, { practices: [practiceId] });
      people.push({ id: person.id, caller: await signedIn(server, person) });
    }
  });
  afterAll(() => server.close());

  /** Version 1.0.0 is live, version 1.1.0 is a canary for half of the people. */
  const withCanary = async (rule = { min_people: 3, max_failing_percent: 10 }) => {
    const team = await createTeam(server);
    for (const version of ['1.0.0', NEXT]) await team.publish(team.build(version));
    await team.promote('1.0.0');
    const parts = people.map(({ id }) => bucket(id, team.name, NEXT)).sort((left, right) => left - right);
    const percent = Math.max(1, Math.min(99, parts[people.length / 2] ?? 50));
    const begin = () => team.canary(NEXT, percent, rule);
    await begin();
    const isOfCanary = ({ id }: Member) => bucket(id, team.name, NEXT) < percent;
    return {
      ...team,
      begin,
      percent,
      those: people.filter(isOfCanary),
      others: people.filter((member) => !isOfCanary(member)),
    };
  };
  type Team = Awaited<ReturnType<typeof withCanary>>;
  const visit = async (team: Team, member: Member | undefined, version: string, outcome: VisitOutcome, to = server) => {
    if (!member) throw new Error('There are not enough people');
    const visits = [{ module: team.name, version, outcome, duration_ms: 5 }];
    const response = await to.call(member.caller, 'POST', '/api/browser-reports/', { visits });
    expect(response.statusCode).toBe(200);
  };
  const canaryOf = async (team: Team) => (await team.list()).canary?.version;

  it('withdraws a canary that fails for too many people, and gives the reason', async () => {
    const team = await withCanary();
    for (const member of team.others.slice(0, 4)) await visit(team, member, '1.0.0', 'running');
    await visit(team, team.those[0], NEXT, 'load-failed');
    await visit(team, team.those[1], NEXT, 'running');
    expect(await canaryOf(team)).toBe(NEXT);
    await visit(team, team.those[2], NEXT, 'running');
    expect(await canaryOf(team)).toBeUndefined();
    const { moves } = await team.list();
    expect(moves[0]).toMatchObject({
      action: 'withdraw',
      from: NEXT,
      to: '1.0.0',
      by: 'Canary rule: it failed for 1 of 3 people, 1.0.0 for 0 of 4 people',
    });
    await visit(team, team.those[3], NEXT, 'load-failed');
    expect((await team.list()).moves).toHaveLength(moves.length);
    expect(await team.live()).toBe('1.0.0');
    const row = await server.db
      .selectFrom('audit_log')
      .select(['actor_kind', 'actor_name'])
      .where('entity_id', '=', team.name)
      .where('action', '=', 'module.withdraw')
      .execute();
    expect(row).toEqual([{ actor_kind: 'system', actor_name: moves[0]?.by }]);
  });

  it('counts people, not visits', async () => {
    const team = await withCanary();
    for (let times = 0; times < 20; times += 1) await visit(team, team.those[0], NEXT, 'crashed');
    expect(await canaryOf(team)).toBe(NEXT);
  });

  it('ignores people who don’t have the canary', async () => {
    const team = await withCanary();
    for (const member of team.others.slice(0, 6)) await visit(team, member, NEXT, 'crashed');
    await visit(team, team.those[0], NEXT, 'running');
    expect(await canaryOf(team)).toBe(NEXT);
  });

  it('keeps a canary that fails no more often than the live version', async () => {
    const team = await withCanary();
    for (const member of team.others.slice(0, 4)) await visit(team, member, '1.0.0', 'crashed');
    for (const member of team.those.slice(0, 4)) await visit(team, member, NEXT, 'crashed');
    expect(await canaryOf(team)).toBe(NEXT);
  });

  it('counts only reports since the canary started', async () => {
    const team = await withCanary();
    // Reports of the first canary: the live version failed for everyone, the canary for two people.
    for (const member of team.others.slice(0, 4)) await visit(team, member, '1.0.0', 'crashed');
    for (const member of team.those.slice(0, 2)) await visit(team, member, NEXT, 'crashed');
    await team.rollback();
    for (const member of team.those.slice(0, 4)) await visit(team, member, NEXT, 'crashed');
    await team.begin();
    for (const member of team.those.slice(0, 3)) await visit(team, member, NEXT, 'running');
    expect(await canaryOf(team)).toBe(NEXT);
    await visit(team, team.those[3], NEXT, 'start-failed');
    expect(await canaryOf(team)).toBeUndefined();
    expect((await team.list()).moves[0]?.by).toBe('Canary rule: it failed for 1 of 4 people, 1.0.0 for 0 of 0 people');
  });

  it('keeps the counts when the canary is widened', async () => {
    const team = await withCanary();
    await visit(team, team.those[0], NEXT, 'crashed');
    await visit(team, team.those[1], NEXT, 'running');
    await team.canary(NEXT, 99);
    await visit(team, team.those[2], NEXT, 'running');
    expect(await canaryOf(team)).toBeUndefined();
  });

  it('applies a withdrawal to the next page load', async () => {
    const team = await withCanary({ min_people: 1, max_failing_percent: 0 });
    const [member] = team.those;
    const version = async () => {
      const response = await server.call(member?.caller ?? { headers: {} }, 'GET', '/api/modules/');
      return response
        .json<{ modules: { name: string; version: string }[] }>()
        .modules.find(({ name }) => name === team.name)?.version;
    };
    expect(await version()).toBe(NEXT);
    await visit(team, member, NEXT, 'load-timeout');
    expect(await version()).toBe('1.0.0');
  });

  if (engine === 'postgres') {
    it('withdraws a canary once when several replicas evaluate it concurrently', async () => {
      const copies = [server, await testServer(database()), await testServer(database())];
      for (let round = 0; round < 3; round += 1) {
        const team = await withCanary();
        await Promise.all(
          team.those.map((member, index) => visit(team, member, NEXT, 'crashed', copies[index % copies.length])),
        );
        const { moves, canary } = await team.list();
        expect([canary, moves.filter(({ action }) => action === 'withdraw').length]).toEqual([null, 1]);
        const audited = await server.db
          .selectFrom('audit_log')
          .select('id')
          .where('entity_id', '=', team.name)
          .where('action', '=', 'module.withdraw')
          .execute();
        expect(audited).toHaveLength(1);
      }
      for (const copy of copies.slice(1)) await copy.close();
    });
  }
});
