import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type AuditLine, auditLine } from 'shared-api/contracts/audit';
import { NO_PRACTICE, recordAudit, recordAudits } from '../../platform/audit/audit-log.js';
import { commands } from '../../command-line/commands.js';
import { executeCommand } from '../../command-line/run.js';
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
import { settledSequence } from './export-repository.js';
import { exportAuditLog } from './export-service.js';

const URL = '/api/audit/export/';

describeWithDatabase('the export of the audit log', (database, engine) => {
  let server: TestServer;
  let admin: Caller;
  let practiceId: number;
  /** A separate day for each test. */
  let day = Date.UTC(2031, 0, 1) / 1000;
  beforeAll(async () => {
    server = await testServer(database());
    admin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true }, name: 'Ada' }));
    practiceId = await createTestPractice(server.db);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    day += 86_400;
  });

  const entry = (entityId: string, at: number, change: object = {}) => ({
    practiceId,
    actor: { kind: 'person' as const, id: 'p-1', name: 'Pat' },
    at: new Date(at * 1000),
    action: 'settings.save' as const,
    entity: 'practice',
    entityId,
    ...change,
  });
  const linesIn = (text: string): AuditLine[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => auditLine.parse(JSON.parse(line)));
  const read = async (query: string) => {
    const response = await server.call(admin, 'GET', `${URL}?${query}`);
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
    ]);
    return linesIn(response.body);
  };
  const idsOf = (lines: readonly AuditLine[]) => lines.map((line) => line.entity_id);

  it('returns one line of JSON per entry in the documented form', async () => {
    const [first] = await (async () => {
      await recordAudit(server.db, entry('a', day, { before: { is_pediatric: false }, after: { is_pediatric: true } }));
      await recordAudit(server.db, entry('b', day + 1, { practiceId: NO_PRACTICE }));
      return read(`from=${day}&to=${day + 10}`);
    })();
    expect(first).toEqual({
      version: 1,
      cursor: expect.stringMatching(/^\d+$/),
      id: expect.any(String),
      at: day,
      practice_id: practiceId,
      actor: { kind: 'person', id: 'p-1', name: 'Pat' },
      action: 'settings.save',
      area: 'settings',
      entity: 'practice',
      entity_id: 'a',
      before: { is_pediatric: false },
      after: { is_pediatric: true },
    });
    expect((await read(`from=${day + 1}&to=${day + 10}`))[0]).toMatchObject({ practice_id: null, before: null });
  });

  it('includes the start of the period but not its end', async () => {
    await recordAudits(server.db, [
      entry('before', day - 1),
      entry('start', day),
      entry('last', day + 9),
      entry('end', day + 10),
    ]);
    expect(idsOf(await read(`from=${day}&to=${day + 10}`))).toEqual(['start', 'last']);
  });

  it('keeps the write order when clocks differ, and continues after a cursor', async () => {
    for (const [id, at] of [
      ['one', 5],
      ['two', 3],
      ['three', 4],
    ] as const)
      await recordAudit(server.db, entry(id, day + at));
    const all = await read(`from=${day}&to=${day + 10}`);
    expect(idsOf(all)).toEqual(['one', 'two', 'three']);
    expect(idsOf(await read(`from=${day}&to=${day + 10}&cursor=${all[0]?.cursor}`))).toEqual(['two', 'three']);
    expect(await read(`from=${day}&to=${day + 10}&cursor=${all[2]?.cursor}`)).toEqual([]);
  });

  it('returns more than one batch, each entry once, and new entries after the last cursor', async () => {
    const ids = Array.from({ length: 1201 }, (_, index) => `many-${index}`);
    await recordAudits(
      server.db,
      ids.map((id) => entry(id, day)),
    );
    const lines = await read(`from=${day}&to=${day + 1}`);
    expect(idsOf(lines)).toEqual(ids);
    await recordAudit(server.db, entry('new', day));
    const next = await read(`cursor=${lines.at(-1)?.cursor}`);
    expect(idsOf(next)).toEqual(['export', 'new']);
  });

  it('keeps one batch in memory at a time', async () => {
    await recordAudits(
      server.db,
      Array.from({ length: 1100 }, (_, index) => entry(String(index), day)),
    );
    const period = { from: new Date(day * 1000), to: new Date((day + 1) * 1000), cursor: undefined };
    const sizes: number[] = [];
    for await (const text of await exportAuditLog(server.db, period, testAudit())) sizes.push(linesIn(text).length);
    expect(sizes).toEqual([500, 500, 100]);
  });

  it('records each export with the requester and the query', async () => {
    await read(`from=${day}&to=${day + 10}&cursor=0`);
    const [row] = await server.db
      .selectFrom('audit_log')
      .select(['practice_id', 'actor_name', 'after'])
      .where('action', '=', 'audit.export')
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute();
    expect(row).toEqual({ practice_id: 0, actor_name: 'Ada', after: { from: day, to: day + 10, cursor: '0' } });
  });

  it.each([
    ['a period that ends before it starts', 'from=20&to=10', 422],
    ['a time that is not a number', 'from=yesterday', 400],
    ['a cursor of another form', 'cursor=abc', 400],
    ['a parameter that it does not know', 'since=10', 400],
  ])('refuses %s, and records no export', async (_, query, status) => {
    const count = async () =>
      (await server.db.selectFrom('audit_log').select('id').where('action', '=', 'audit.export').execute()).length;
    const before = await count();
    expect((await server.call(admin, 'GET', `${URL}?${query}`)).statusCode).toBe(status);
    expect(await count()).toBe(before);
  });

  it('prints the same lines by command', async () => {
    await recordAudits(server.db, [entry('x', day), entry('y', day + 60)]);
    const lines: string[] = [];
    const print = { out: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
    const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
    const argv = ['audit', 'export', '--from', iso(day), '--to', iso(day + 86_400)];
    expect(await executeCommand({ argv, operator: 'ada' }, commands, server.db, print)).toBe(0);
    expect(linesIn(lines.join('\n'))).toEqual(await read(`from=${day}&to=${day + 86_400}`));
    expect(
      await executeCommand({ argv: ['audit', 'export', '--from', 'may'], operator: 'ada' }, commands, server.db, print),
    ).toBe(2);
  });

  // The embedded database has one connection, so transactions never overlap there.
  const itWithConnections = engine === 'postgres' ? it : it.skip;

  itWithConnections('waits for a transaction that took its place before a later one', async () => {
    let release = (): void => undefined;
    const lock = new Promise<void>((resolve) => {
      release = resolve;
    });
    let hasWritten = (): void => undefined;
    const written = new Promise<void>((resolve) => {
      hasWritten = resolve;
    });
    const slow = server.db.transaction().execute(async (transaction) => {
      await recordAudit(transaction, entry('slow', day));
      hasWritten();
      await lock;
    });
    await written;
    await recordAudit(server.db, entry('quick', day));
    expect(await settledSequence(server.db, 0)).toBeUndefined();
    const reading = read(`from=${day}&to=${day + 1}`);
    release();
    await slow;
    expect(idsOf(await reading)).toEqual(['slow', 'quick']);
  });
});
