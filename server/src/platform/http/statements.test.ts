/**
 * The number of statements and round trips of each read. A round trip is a group of statements that don't wait for each
 * other. Reports, and reads that need the payment provider or an agent, are not here.
 */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { type Call, dayIn } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  runJobs,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { POOL_SIZE } from '../database/connection.js';
import { allContracts } from './all-contracts.js';

/** Reads of whole tables, and of the state of all modules. */
const reports = new Set(['exportPracticeFeatures', 'listPracticeFeatures', 'readModuleHealth', 'exportAudit']);
/** Reads that open pages repeat automatically. */
const polled = new Set(['readHoursStatus', 'readBillingRevision', 'readSession']);

/** Parameters that some of them require. */
function queryOf({ name }: Call, today: string): string {
  switch (name) {
    case 'listExceptions':
    case 'readHoursSummary':
      return `?start_date=${today}&end_date=${today}`;
    case 'listTrialPlans':
      return '?practice_id=:practice';
    case 'readHoursWorked':
      return '?view_type=week&week_offset=0';
    default:
      return '';
  }
}

/** Staff are super admins who aren't members. */
const expected: Readonly<Record<string, { owner?: number; staff?: number }>> = {
  listActivity: { owner: 4, staff: 4 },
  listActivityActors: { owner: 2, staff: 2 },
  listAllActivity: { staff: 4 },
  listAllActivityActors: { staff: 2 },
  listApprovals: { staff: 2 },
  listClosedAttention: { owner: 2, staff: 2 },
  listClosedInternalAttention: { staff: 2 },
  listExceptions: { owner: 2, staff: 2 },
  listFeatureFlagUses: { staff: 1 },
  listMembers: { owner: 2, staff: 2 },
  listModuleSettings: { staff: 1 },
  listModules: { owner: 1, staff: 1 },
  listOptionalFeatures: { owner: 2, staff: 2 },
  listPlans: { owner: 2, staff: 2 },
  listPracticeUsers: { staff: 2 },
  listPractices: { owner: 3, staff: 3 },
  listProductChanges: { staff: 4 },
  listSchedules: { owner: 5, staff: 5 },
  listSessions: { owner: 2, staff: 2 },
  listSupportAccesses: { owner: 2, staff: 2 },
  listTrialPlans: { owner: 14, staff: 14 },
  readAllFeaturesMetadata: { staff: 2 },
  readBillingRevision: { owner: 2, staff: 2 },
  readClinicCreation: { staff: 2 },
  readFailingSyncs: { staff: 2 },
  readFeatureSummary: { owner: 16, staff: 16 },
  readFeaturesMetadata: { staff: 1 },
  readHoursStatus: { owner: 5, staff: 5 },
  readHoursSummary: { owner: 7, staff: 7 },
  readHoursWorked: { owner: 8, staff: 8 },
  readLatestProductChanges: { staff: 3 },
  readManifest: { staff: 2 },
  readOpenBulkChanges: { staff: 2 },
  readPastDuePractices: { staff: 2 },
  readPractice: { owner: 2, staff: 2 },
  readPracticeFeatures: { staff: 8 },
  readPracticeSettings: { owner: 2, staff: 10 },
  readPracticeState: { staff: 2 },
  readPresence: { owner: 1, staff: 1 },
  readSecondFactors: { owner: 5, staff: 5 },
  readSession: { owner: 3, staff: 2 },
  readStepUp: { owner: 1, staff: 1 },
  readSupportAccess: { owner: 2, staff: 2 },
  readSyncInfo: { owner: 5, staff: 5 },
  readWeeklyHours: { owner: 6, staff: 6 },
};

/** Counts statements from `reset` on. Every statement waits until the independent ones have also started. */
function countStatements(): { reset(): void; figures(): [number, number]; repeated(): string[] } {
  let statements = 0;
  let roundTrips = 0;
  let underWay = 0;
  let texts: string[] = [];
  const query = pg.Client.prototype.query as unknown as (this: pg.Client, ...args: unknown[]) => Promise<unknown>;
  const counted = async function (this: pg.Client, ...args: unknown[]): Promise<unknown> {
    const [first, later] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    const text = typeof first === 'string' ? first : first.text;
    // Read occasionally, for all calls.
    if (text.includes('from "module_registry"')) return query.apply(this, args);
    statements += 1;
    texts.push(`${text} ${JSON.stringify((typeof first === 'string' ? later : first.values) ?? [])}`);
    if (underWay === 0) roundTrips += 1;
    underWay += 1;
    try {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return await query.apply(this, args);
    } finally {
      underWay -= 1;
    }
  };
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(counted as never);
  return {
    reset() {
      statements = 0;
      roundTrips = 0;
      texts = [];
    },
    repeated: () => texts.filter((text, index) => texts.indexOf(text) !== index),
    figures: () => [statements, roundTrips],
  };
}

describeWithDatabase('statements of reads', (database, engine) => {
  let server: TestServer;
  let practiceId: number;
  let callers: { owner: Caller; staff: Caller };
  beforeAll(async () => {
    server = await testServer(database());
    const providers = [{ provider_id: 7, first_name: 'Ada', last_name: 'Reed' }];
    practiceId = await createTestPractice(server.db, { providers });
    callers = {
      owner: await signedIn(server, await createTestPerson(server.db, { practices: [practiceId], role: 'owner' })),
      staff: await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } })),
    };
    await server.call(callers.owner, 'POST', `/api/${practiceId}/provider-hours-worked/recalculate/`, {
      full_update: true,
    });
    await runJobs(server);
  });
  afterAll(() => server.close());

  const urlOf = (call: Call): string =>
    `${call.path}${queryOf(call, dayIn('America/Chicago', server.clock.now))}`.replaceAll(
      ':practice',
      String(practiceId),
    );

  /** Opens all of the pool's connections, so that no statement waits for one. */
  const openConnections = (): Promise<unknown> =>
    Promise.all(Array.from({ length: POOL_SIZE }, () => sql`select pg_sleep(0.02)`.execute(server.db)));

  it('don’t increase, read nothing twice, and take at most 4 round trips, or 2 when repeated', async () => {
    const count = countStatements();
    const statements: Record<string, { owner?: number; staff?: number }> = {};
    const slow: string[] = [];
    const repeated: string[] = [];
    for (const contract of allContracts.values()) {
      const url = urlOf(contract);
      if (contract.method !== 'GET' || url.includes(':') || reports.has(contract.name)) continue;
      for (const who of ['owner', 'staff'] as const) {
        // The first read of a practice by staff is recorded.
        await server.call(callers[who], 'GET', url);
        await openConnections();
        count.reset();
        const response = await server.call(callers[who], 'GET', url);
        if (response.statusCode !== 200) continue;
        const [all, roundTrips] = count.figures();
        statements[contract.name] = { ...statements[contract.name], [who]: all };
        repeated.push(...count.repeated().map((text) => `${contract.name}: ${text}`));
        if (roundTrips > (polled.has(contract.name) ? 2 : 4)) slow.push(`${contract.name}: ${roundTrips} round trips`);
      }
    }
    jest.restoreAllMocks();
    expect(repeated).toEqual([]);
    expect(statements).toEqual(expected);
    // The embedded database has one connection, which takes one statement at a time.
    if (engine === 'postgres') expect(slow).toEqual([]);
  });
});
