import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { sql } from 'kysely';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { newMigratedPostgres, type NewPostgres, openTestPostgres } from '../../testing/test-databases.js';
import {
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
  type TestServer,
} from '../../testing/test-server.js';
import { AreaTurns, inArea } from './areas.js';
import type { Database } from './connection.js';
import { DatabaseBusy } from './unreachable.js';

const takeIn = (turns: AreaTurns, area: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    inArea(area, () => void turns.take().then(resolve, reject));
  });

describe('AreaTurns', () => {
  it('refuses an area that gets no turn in time, and serves others', async () => {
    const turns = new AreaTurns({ total: 3, perArea: 2, waitMs: 10 });
    const turnsTaken = [await takeIn(turns, 'hours'), await takeIn(turns, 'hours')];
    await expect(takeIn(turns, 'hours')).rejects.toBeInstanceOf(DatabaseBusy);
    (await takeIn(turns, 'settings'))();
    for (const end of turnsTaken) end();
    (await takeIn(turns, 'hours'))();
  });

  it('gives turns in request order, once each', async () => {
    const turns = new AreaTurns({ total: 2, perArea: 1, waitMs: 60_000 });
    const first = await takeIn(turns, 'hours');
    const order: string[] = [];
    const second = takeIn(turns, 'hours').then((end) => (order.push('second'), end));
    const third = takeIn(turns, 'hours').then((end) => (order.push('third'), end));
    first();
    // Ending a turn a second time has no effect.
    first();
    (await second)();
    (await third)();
    expect(order).toEqual(['second', 'third']);
  });

  it('serves the longest-waiting call of an area that has a free turn', async () => {
    const turns = new AreaTurns({ total: 2, perArea: 1, waitMs: 60_000 });
    const turnsTaken = [await takeIn(turns, 'billing'), await takeIn(turns, 'members')];
    const order: string[] = [];
    const waiting = ['hours', 'hours', 'settings'].map((area, at) =>
      takeIn(turns, area).then((end) => {
        order.push(`${area} ${at}`);
        return end;
      }),
    );
    for (const end of turnsTaken) end();
    // The second call of hours is skipped while the first one runs.
    const [first, third] = await Promise.all([waiting[0], waiting[2]]);
    expect(order).toEqual(['hours 0', 'settings 2']);
    third?.();
    first?.();
    (await waiting[1])?.();
    expect(order).toEqual(['hours 0', 'settings 2', 'hours 1']);
  });
});

describe('when a table is locked', () => {
  let made: NewPostgres;
  let database: Database;
  let server: TestServer;
  let locker: pg.Client;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    made = await newMigratedPostgres();
    cleanUp(() => made.drop());
    database = openTestPostgres(made.url);
    cleanUp(() => database.close());
    server = await testServer(database);
    cleanUp(() => server.close());
    locker = new pg.Client({ connectionString: made.url });
    cleanUp(() => locker.end());
    await locker.connect();
  });

  it('leaves connections for calls of other areas', async () => {
    const practiceId = await createTestPractice(server.db);
    const caller = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    await locker.query('begin; lock table weekly_hours in access exclusive mode');
    const turnsTaken = Array.from({ length: 20 }, () =>
      server.call(caller, 'GET', `/api/${practiceId}/provider-hours/`),
    );
    const others = await Promise.all(
      Array.from({ length: 10 }, () => server.call(caller, 'GET', `/api/${practiceId}/settings/practice_settings/`)),
    );
    expect(new Set(others.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await locker.query('commit');
    const codes = (await Promise.all(turnsTaken)).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code !== 200 && code !== 503)).toEqual([]);
    expect(codes).toContain(200);
  });

  it('returns 503 when the lock times out', async () => {
    const answer = database.db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = 1`.execute(transaction);
      await locker.query('begin; lock table weekly_hours in access exclusive mode');
      await transaction.selectFrom('weekly_hours').select('practice_id').execute();
    });
    await expect(answer).rejects.toMatchObject({ statusCode: 503, code: 'busy' });
    await locker.query('rollback');
  });
});
