/**
 * The number of statements and round trips of each read. A round trip is a group of statements that don't wait for each
 * other. What the payment provider answers isn't counted.
 */
import { beforeAll, expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import { type Call, dayIn } from 'shared-api/contracts';
import { billingWorld } from '../../testing/billing-world.js';
import { countStatements } from '../../testing/count-statements.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type Caller, createTestPerson, createTestPractice, runJobs, signedIn } from '../../testing/test-server.js';
import { POOL_SIZE } from '../database/connection.js';
import { allContracts } from './all-contracts.js';

/** Reads whose number of statements depends on how much there is, and reads of callers who aren't people. */
const notCounted = new Set([
  'exportAudit',
  'exportBulkResults',
  'exportInvoices',
  'exportPracticeFeatures',
  'listPracticeFeatures',
  'listReleases',
  'readDeployToken',
  'readFromService',
  'readModuleHealth',
  'readPreview',
  'readSignInStep',
]);
/** Statuses that open pages repeat automatically. */
const polled = new Set([
  'listApprovals',
  'readBillingRequest',
  'readBillingRevision',
  'readBulkJob',
  'readClinicCreation',
  'readHoursStatus',
  'readSession',
  'readSyncInfo',
]);

/** Staff are super admins who aren't members. */
const expected: Readonly<Record<string, { owner?: number; staff?: number }>> = {
  listActivity: { owner: 6, staff: 6 },
  listActivityActors: { owner: 2, staff: 2 },
  listAddOnOffers: { owner: 11, staff: 11 },
  listAllActivity: { staff: 7 },
  listAllActivityActors: { staff: 2 },
  listApprovals: { staff: 2 },
  listClosedAttention: { owner: 2, staff: 2 },
  listClosedInternalAttention: { staff: 2 },
  listCustomers: { owner: 5, staff: 5 },
  listExceptions: { owner: 2, staff: 2 },
  listFeatureFlagUses: { staff: 1 },
  listInvoices: { owner: 6, staff: 6 },
  listMembers: { owner: 2, staff: 2 },
  listModuleSettings: { staff: 1 },
  listModules: { owner: 1, staff: 1 },
  listOpenInvoices: { owner: 7, staff: 7 },
  listOptionalFeatures: { owner: 2, staff: 2 },
  listPaymentMethods: { owner: 4, staff: 4 },
  listPlans: { owner: 2, staff: 2 },
  listPracticeSubscriptions: { staff: 8 },
  listPracticeUsers: { staff: 2 },
  listPractices: { owner: 3, staff: 3 },
  listProductChanges: { staff: 4 },
  listSchedules: { owner: 5, staff: 5 },
  listSessions: { owner: 2, staff: 2 },
  listSupportAccesses: { owner: 2, staff: 2 },
  listTrialPlans: { owner: 16, staff: 16 },
  readActivity: { owner: 3, staff: 3 },
  readAllFeaturesMetadata: { staff: 2 },
  readBillingCustomer: { staff: 1 },
  readBillingRequest: { owner: 2, staff: 2 },
  readBillingRevision: { owner: 2, staff: 2 },
  readBulkJob: { staff: 4 },
  readClinicCreation: { staff: 2 },
  readFailingSyncs: { staff: 2 },
  readFeatureSummary: { owner: 18, staff: 18 },
  readFeaturesMetadata: { staff: 1 },
  readHoursStatus: { owner: 5, staff: 5 },
  readHoursSummary: { owner: 7, staff: 7 },
  readHoursWorked: { owner: 8, staff: 8 },
  readInvoiceTotals: { owner: 6, staff: 6 },
  readLatestProductChanges: { staff: 3 },
  readManifest: { staff: 2 },
  readOpenBulkChanges: { staff: 2 },
  readPastDuePractices: { staff: 2 },
  readPhoneNumbers: { staff: 3 },
  readPractice: { owner: 2, staff: 2 },
  readPracticeFeatures: { staff: 9 },
  readPracticeSettings: { owner: 2, staff: 12 },
  readPracticeState: { staff: 2 },
  readPresence: { owner: 1, staff: 1 },
  readSchedule: { owner: 5, staff: 5 },
  readSecondFactors: { owner: 5, staff: 5 },
  readSession: { owner: 3, staff: 2 },
  readStepUp: { owner: 1, staff: 1 },
  readStripeInfo: { owner: 1, staff: 1 },
  readSupportAccess: { owner: 2, staff: 2 },
  readSyncInfo: { owner: 5, staff: 5 },
  readUpcomingCharges: { owner: 6, staff: 6 },
  readWeeklyHours: { owner: 6, staff: 6 },
  searchCustomers: { staff: 4 },
};

describeWithDatabase('statements of reads', (database, engine) => {
  const world = billingWorld(database);
  let callers: { owner: Caller; staff: Caller };
  /** Values of the parameters in paths. */
  let ids: Record<string, string | number>;
  let queries: Record<string, string>;
  beforeAll(async () => {
    const server = world.server();
    const clinic = await world.server().aClinic();
    const { practiceId, customer } = clinic;
    const subscription = await world.start(clinic, 'phones_monthly');
    callers = {
      owner: clinic.caller,
      staff: await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } })),
    };
    const others = await Promise.all(Array.from({ length: 3 }, () => createTestPractice(server.db)));
    const change = { action: 'add', type: 'bundle', items: ['core'], practice_ids: others };
    await server.call(callers.staff, 'POST', '/api/features/bulk_update/', change);
    const [request] = await server.db.selectFrom('billing_requests').select('id').execute();
    const [bulk] = await server.db.selectFrom('bulk_changes').select('id').execute();
    await server.call(clinic.caller, 'POST', `/api/${practiceId}/provider-hours-worked/recalculate/`, {
      full_update: true,
    });
    await runJobs(server);
    const activity = await server.call(clinic.caller, 'GET', `/api/${practiceId}/activity/`);
    const today = dayIn('America/Chicago', server.clock.now);
    ids = {
      ...{ practice: practiceId, customer, request: request?.id ?? '', job: bulk?.id ?? '', validFrom: '1970-01-01' },
      activity: activity.json<{ results: { id: string }[] }>().results[0]?.id ?? '',
    };
    const ofPractice = `?practice_id=${practiceId}`;
    queries = {
      listAddOnOffers: `?subscription_id=${subscription.id}`,
      listCustomers: ofPractice,
      listExceptions: `?start_date=${today}&end_date=${today}`,
      listInvoices: ofPractice,
      listTrialPlans: ofPractice,
      readBillingCustomer: `?customer=${customer}`,
      readHoursSummary: `?start_date=${today}&end_date=${today}`,
      readHoursWorked: '?view_type=week&week_offset=0',
      readInvoiceTotals: ofPractice,
      searchCustomers: '?query=Dental',
    };
  });

  const urlOf = ({ name, path }: Call): string =>
    path.replace(/:(\w+)/g, (parameter, key: string) => String(ids[key] ?? parameter)) + (queries[name] ?? '');

  /** Opens all of the pool's connections, so that no statement waits for one. */
  const openConnections = (): Promise<unknown> =>
    Promise.all(Array.from({ length: POOL_SIZE }, () => sql`select pg_sleep(0.02)`.execute(world.server().db)));

  it('don’t increase, read nothing twice, and take at most 4 round trips, or 2 when repeated', async () => {
    const { call } = world.server();
    const count = countStatements();
    const statements: Record<string, { owner?: number; staff?: number }> = {};
    const slow: string[] = [];
    const repeated: string[] = [];
    for (const contract of allContracts.values()) {
      if (contract.method !== 'GET' || notCounted.has(contract.name)) continue;
      const url = urlOf(contract);
      for (const who of ['owner', 'staff'] as const) {
        // The first read of a practice by staff is recorded, and what the provider answers is kept.
        await call(callers[who], 'GET', url);
        await openConnections();
        count.reset();
        const response = await call(callers[who], 'GET', url);
        if (response.statusCode === 403) continue;
        expect([contract.name, response.statusCode, response.body]).toEqual([contract.name, 200, expect.anything()]);
        const [all, roundTrips] = count.figures();
        statements[contract.name] = { ...statements[contract.name], [who]: all };
        repeated.push(...count.repeated().map((text) => `${contract.name}: ${text}`));
        if (roundTrips > (polled.has(contract.name) ? 2 : 4)) slow.push(`${contract.name}: ${roundTrips} round trips`);
      }
    }
    jest.restoreAllMocks();
    // The embedded database has one connection, which takes one statement at a time.
    expect([repeated, engine === 'postgres' ? slow : []]).toEqual([[], []]);
    expect(statements).toEqual(expected);
  });
});
