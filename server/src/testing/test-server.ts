/** The whole server on a test database, with callers. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { GrantableRight, MemberRole } from 'shared-api/contracts';
import { type AppParts, buildApp } from '../app.js';
import { alwaysAllowed, systemActor } from '../platform/audit/actor.js';
import { type Config, readConfig } from '../platform/config/config.js';
import type { Database } from '../platform/database/connection.js';
import type { Db } from '../platform/database/tables.js';
import { setMembership, setRole } from '../access/members/members-service.js';
import { packageRoot } from '../platform/config/package-root.js';
import { hashPassword, type PasswordCost } from '../access/people/password.js';
import type { Person, StoredFlags } from '../access/people/people-repository.js';
import { addPerson } from '../access/people/people-service.js';
import { type Provider, createPmsUnit, upsertProviders } from '../practices/pms/pms-units.js';
import { addPractice } from '../practices/directory/practices-service.js';
import { startSession } from '../access/sessions/session-service.js';

/** Far too weak for real passwords, but tests create many. */
export const quickCost: PasswordCost = { ln: 4, r: 8, p: 1 };

export const testPassword = 'correct horse battery';

export const fixtureShell = path.join(packageRoot, 'src/testing/shell');

/** A caller: the headers sent with each request. */
export interface Caller {
  headers: Record<string, string>;
}

export const anonymousCaller: Caller = { headers: {} };

export interface TestServer {
  app: FastifyInstance;
  db: Db;
  config: Config;
  clock: { now: Date };
  /** Log lines, one JSON text each. */
  log: string[];
  /** Makes a call. A change gets a new idempotency key by default. */
  call(
    caller: Caller,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  /** `call` without a generated idempotency key. */
  callWithoutKey: TestServer['call'];
  close(): Promise<void>;
}

/** Rate limits high enough for tests, which make more calls per minute than a person. */
const testLimits = ['person', 'token', 'network', 'practice', 'previews', 'exports', 'searches']
  .map((kind) => `${kind}:1000000`)
  .join(',');

/**
 * The time of all servers and changes in a test file, until a test sets another. It is fixed, because minutes can pass
 * between two lines of a test on a slow machine, and nothing may expire because of that.
 */
const testTime = new Date();

export const testAudit = (now = testTime) => ({ actor: systemActor('Test'), now, assertStillAllowed: alwaysAllowed });

export async function testServer(
  { db, pool }: Database,
  env: Record<string, string> = {},
  parts: Pick<AppParts, 'requestTimeoutMs' | 'bodyTimeMs'> = {},
): Promise<TestServer> {
  const config = readConfig({ NODE_ENV: 'test', DEMO: '0', SHELL_DIR: fixtureShell, RATE_LIMITS: testLimits, ...env });
  const clock = { now: testTime };
  const log: string[] = [];
  const app = await buildApp({
    ...parts,
    config,
    db,
    pool,
    now: () => clock.now,
    hashing: quickCost,
    logStream: { write: (line) => log.push(line) },
  });
  await app.ready();
  const callWithoutKey: TestServer['call'] = (caller, method, url, body, headers = {}) => {
    const options: InjectOptions = { method, url, headers: { ...caller.headers, ...headers } };
    return app.inject(body === undefined ? options : { ...options, payload: body as object });
  };
  return {
    app,
    db,
    config,
    clock,
    log,
    call: (caller, method, url, body, headers = {}) =>
      callWithoutKey(caller, method, url, body, {
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
        ...headers,
      }),
    callWithoutKey,
    close: () => app.close(),
  };
}

let made = 0;

let testPasswordHash: Promise<string> | undefined;

/** A new person for each test. All share one password hash, so that no password is rated and hashed for each. */
export async function createTestPerson(
  db: Db,
  {
    flags = {},
    practices: practiceIds = [] as number[],
    name = 'Robin Test',
    role = 'staff',
    rights = null,
  }: {
    flags?: Partial<StoredFlags>;
    practices?: number[];
    name?: string;
    role?: MemberRole;
    /** Selected rights. Null: the rights of the role. */
    rights?: readonly GrantableRight[] | null;
  } = {},
): Promise<Person> {
  made += 1;
  const email = `person-${made}-${randomUUID().slice(0, 8)}@test.example`;
  testPasswordHash ??= hashPassword(testPassword, quickCost);
  const person = await addPerson(db, { email, name, flags, passwordHash: await testPasswordHash }, testAudit());
  for (const practiceId of practiceIds) {
    await setMembership(db, { person, practiceId }, true, testAudit());
    await setRole(db, { person, practiceId }, { role, rights }, testAudit());
  }
  return person;
}

/** A new practice for each test. Without `providers`, its tables are missing. */
export async function createTestPractice(
  db: Db,
  {
    name = 'Test Dental',
    providers,
    pmsName = 'opendental',
    parent,
  }: {
    name?: string;
    providers?: readonly (Provider & { active?: boolean })[];
    pmsName?: string;
    parent?: { practiceId: number; clinicnum: number };
  } = {},
): Promise<number> {
  const id = await addPractice(
    db,
    { name, timeZone: 'America/Chicago', pmsName, ...(parent && { parent }) },
    testAudit(),
  );
  if (providers) {
    await createPmsUnit(db, id, new Date());
    await upsertProviders(db, id, providers);
  }
  return id;
}

/** A practice's seat on a customer's item, without a provider. */
export async function createTestSeat(
  db: Db,
  { practiceId, customerId, at }: { practiceId: number; customerId: string; at: Date },
): Promise<void> {
  const subscription = { id: `sub_${customerId}`, customer_id: customerId };
  const shown = '{}';
  await db
    .insertInto('billing_subscriptions')
    .values({ ...subscription, status: 'active', shown, projected_at: at })
    .execute();
  const item = { id: `si_${customerId}`, customer_id: customerId, subscription_id: subscription.id };
  await db
    .insertInto('billing_items')
    .values({ ...item, price_id: 'price_test', quantity: 1, place: 0, shown })
    .execute();
  const seat = { practice_id: practiceId, item_id: item.id, subscription_id: subscription.id };
  await db
    .insertInto('item_assignments')
    .values({ ...seat, assigned_by: 'Test', assigned_at: at })
    .execute();
}

/** Runs the due jobs, without timers. */
export function runJobs({ app }: TestServer): Promise<void> {
  return app.jobs.drain();
}

/** A caller with a session of the person. */
export async function signedIn({ db, clock, config }: TestServer, person: Person): Promise<Caller> {
  const token = await startSession(db, person.id, clock.now, config, { methods: ['password'] });
  return { headers: { cookie: `practice-console-session=${token}` } };
}
