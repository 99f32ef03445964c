import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Access, Call, GrantableRight, MemberRole, Right } from 'shared-api/contracts';
import { issueDeployToken } from '../../modules/registry/deploy-tokens.js';
import { grantModule } from '../../modules/registry/module-grants.js';
import type { Person } from '../../access/people/people-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  testAudit,
  anonymousCaller,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { allContracts } from './all-contracts.js';

const kinds = [
  'nobody',
  'person without anything',
  'owner of the practice',
  'manager of the practice',
  'manager without rights',
  'staff of the practice',
  'staff with billing.read',
  'staff with billing',
  'staff of another practice',
  'deactivated owner',
  'invited owner',
  'task admin',
  'super admin',
  'internal staff',
  'developer',
  'token of the module',
  'token of another module',
  'token of all modules',
  'expired token',
  'revoked token',
] as const;
type Kind = (typeof kinds)[number];

const people: Kind[] = kinds.filter((kind) => kind !== 'nobody' && !kind.includes('token'));

const ofPractice: readonly Access[] = ['practice', 'practice-or-internal'];

const members: Kind[] = [
  'owner of the practice',
  'manager of the practice',
  'manager without rights',
  'staff of the practice',
  'staff with billing.read',
  'staff with billing',
];

/** Members with each right. Listed here independently of the code that decides it. */
const holds: Record<Right, readonly Kind[]> = {
  'billing.read': ['owner of the practice', 'manager of the practice', 'staff with billing.read', 'staff with billing'],
  billing: ['owner of the practice', 'manager of the practice', 'staff with billing'],
  settings: ['owner of the practice', 'manager of the practice', 'staff of the practice'],
  communication: ['owner of the practice', 'manager of the practice'],
  hours: ['owner of the practice', 'manager of the practice', 'staff of the practice'],
  activity: ['owner of the practice', 'manager of the practice'],
  members: ['owner of the practice'],
};

/** Calls that need a right. Listed here independently of the contracts. */
const callsByRight: Partial<Record<Right, readonly string[]>> = {
  'billing.read': [
    'exportInvoices',
    'listCustomers',
    'listInvoices',
    'listOpenInvoices',
    'listPaymentMethods',
    'readInvoiceTotals',
    'readUpcomingCharges',
  ],
  billing: [
    'addSubscriptionItems',
    'assignSubscriptionItem',
    'cancelTrial',
    'confirmPaymentMethod',
    'createCustomer',
    'createSetupIntent',
    'deletePaymentMethod',
    'listAddOnOffers',
    'payOpenInvoices',
    'previewChange',
    'readBillingRequest',
    'removeSubscriptionItem',
    'restoreWithheld',
    'setDefaultPaymentMethod',
    'setSubscriptionPaymentMethod',
    'settleBillingRequest',
    'startSubscription',
    'startTrial',
    'switchPlan',
    'undoItemRemoval',
  ],
  settings: ['updatePracticeSettings'],
  hours: [
    'addException',
    'addHolidays',
    'changeException',
    'deleteException',
    'deleteSchedule',
    'recalculateHours',
    'saveHoursWorked',
    'saveSchedule',
    'saveWeeklyHours',
  ],
  activity: ['closeAttention', 'listActivity', 'listActivityActors', 'listSupportAccesses', 'readActivity'],
  members: [
    'addMember',
    'deactivateMember',
    'endSupportAccess',
    'inviteAgain',
    'listMembers',
    'reactivateMember',
    'removeMember',
    'updateMember',
  ],
};

/** Who may make a call that needs no right. Listed here independently of the code that decides it. */
const passes: Record<Access, readonly Kind[]> = {
  everyone: kinds,
  'signed-in': people,
  practice: [...members, 'task admin', 'super admin'],
  'practice-or-internal': [...members, 'task admin', 'super admin', 'internal staff'],
  customer: people,
  internal: ['super admin', 'internal staff'],
  'task-admin': ['task admin'],
  'super-admin': ['super admin'],
  developer: ['super admin', 'developer'],
  'module-team': ['token of the module', 'token of all modules', 'super admin'],
  'module-token': ['token of the module', 'token of all modules'],
  'all-modules': ['token of all modules', 'super admin'],
  // A clinic module, without a practice: everyone who may load the module.
  module: [...members, 'staff of another practice', 'task admin', 'super admin'],
};

/** For other calls with a right, only the handler knows the practice. Other tests cover them. */
const mayPass = ({ access, right }: Call, kind: Kind): boolean =>
  passes[access].includes(kind) &&
  (right === undefined || !ofPractice.includes(access) || !members.includes(kind) || holds[right].includes(kind));

interface OpenApi {
  paths: Record<string, Record<string, { operationId: string; description: string }>>;
}

describeWithDatabase('access', (database) => {
  let server: TestServer;
  let practiceId: number;
  const callers = new Map<Kind, () => Promise<Caller>>();

  const granted = async (name: string, path: string) => {
    await grantModule(
      server.db,
      { name, title: name, audience: 'clinic', routes: [{ path, title: name, area: 'Test', order: 1 }] },
      testAudit(),
    );
    return issueDeployToken(server.db, { module: name, name: 'test' }, testAudit());
  };
  const bearer = (token: string) => (): Promise<Caller> =>
    Promise.resolve({ headers: { authorization: `Bearer ${token}` } });
  const session = (person: Person) => () => signedIn(server, person);

  const member = (role: MemberRole, rights: GrantableRight[] | null = null) =>
    createTestPerson(server.db, { practices: [practiceId], role, rights });

  /** An owner whose membership doesn't give access now. */
  const withoutAccess = async (state: { deactivated_at: Date } | { invited_at: Date }): Promise<Person> => {
    const person = await member('owner');
    await server.db.updateTable('memberships').set(state).where('person_id', '=', person.id).execute();
    return person;
  };

  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db, { providers: [] });
    const other = await createTestPractice(server.db, { providers: [] });
    const own = await granted('mf-own', '/settings/:practice/own/page');
    const foreign = await granted('mf-foreign', '/settings/:practice/foreign/page');
    const revoked = await issueDeployToken(server.db, { module: 'mf-own', name: 'old' }, testAudit());
    const ofAll = await issueDeployToken(server.db, { module: null, name: 'release manager' }, testAudit());
    const expired = await issueDeployToken(server.db, { module: 'mf-own', name: 'for a day' }, testAudit());
    await server.db
      .updateTable('deploy_tokens')
      .set({ expires_at: new Date('2020-01-01') })
      .where('id', '=', expired.id)
      .execute();
    await server.db.updateTable('deploy_tokens').set({ revoked_at: new Date() }).where('id', '=', revoked.id).execute();
    callers
      .set('nobody', () => Promise.resolve(anonymousCaller))
      .set('person without anything', session(await createTestPerson(server.db)))
      .set('owner of the practice', session(await member('owner')))
      .set('manager of the practice', session(await member('manager')))
      .set('manager without rights', session(await member('manager', [])))
      .set('staff of the practice', session(await member('staff')))
      .set('staff with billing.read', session(await member('staff', ['billing.read'])))
      .set('staff with billing', session(await member('staff', ['billing'])))
      .set('deactivated owner', session(await withoutAccess({ deactivated_at: new Date() })))
      .set('invited owner', session(await withoutAccess({ invited_at: new Date() })))
      .set('staff of another practice', session(await createTestPerson(server.db, { practices: [other] })))
      .set('task admin', session(await createTestPerson(server.db, { flags: { task_admin: true } })))
      .set('super admin', session(await createTestPerson(server.db, { flags: { super_admin: true } })))
      .set('internal staff', session(await createTestPerson(server.db, { flags: { internal: true } })))
      .set('developer', session(await createTestPerson(server.db, { flags: { developer: true } })))
      .set('token of the module', bearer(own.token))
      .set('token of another module', bearer(foreign.token))
      .set('token of all modules', bearer(ofAll.token))
      .set('expired token', bearer(expired.token))
      .set('revoked token', bearer(revoked.token));
  });
  afterAll(() => server.close());

  let servedCalls: Call[] | undefined;
  /** All calls that the server's OpenAPI document lists. */
  const served = async (): Promise<Call[]> => (servedCalls ??= await readServed());
  const readServed = async (): Promise<Call[]> => {
    const document = (await server.call(anonymousCaller, 'GET', '/api/docs/json')).json<OpenApi>();
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((it) => it.operationId),
    );
    return names.map((name) => {
      const call = allContracts.get(name);
      if (!call) throw new Error(`No contract has the operation ${name}`);
      return call;
    });
  };
  /** Fills in all path parameters, and the practice in the query for calls whose path has none. */
  const urlOf = (call: Call, id: number) => {
    const path = call.path
      .replace(':practice', String(id))
      .replace(':module', 'mf-own')
      .replace(/:[a-z]+/g, 'cus_x')
      .replace('*', 'campaigns/');
    return path === call.path && ofPractice.includes(call.access) ? `${path}?practice_id=${id}` : path;
  };
  /** The outcome of each call for one kind of caller. */
  const outcomes = async (kind: Kind, calls: readonly Call[]): Promise<['passes' | 401 | 403, Call][]> => {
    const newCaller = async () => (await callers.get(kind)?.()) ?? anonymousCaller;
    let caller = await newCaller();
    const results: ['passes' | 401 | 403, Call][] = [];
    for (const call of calls) {
      // No contract accepts this body: a caller with access gets 400, and nothing changes.
      const body = call.method === 'GET' ? undefined : { no: 'such field' };
      const { statusCode } = await server.call(caller, call.method, urlOf(call, practiceId), body);
      results.push([statusCode === 401 || statusCode === 403 ? statusCode : 'passes', call]);
      // Calls without a body are executed, and some of them end the session.
      if (call.method !== 'GET' && statusCode < 400) caller = await newCaller();
    }
    return results;
  };

  it('covers every call that a contract describes', async () => {
    expect((await served()).map((call) => call.name).sort()).toEqual([...allContracts.keys()].sort());
  });

  it.each(kinds)('follows the contract of every call for: %s', async (kind) => {
    const unknown = kind === 'nobody' || kind === 'revoked token' || kind === 'expired token';
    for (const [outcome, call] of await outcomes(kind, await served())) {
      const expected = mayPass(call, kind) ? 'passes' : unknown ? 401 : 403;
      expect([call.name, outcome]).toEqual([call.name, expected]);
    }
  });

  it('requires a right for calls that spend, show amounts or change what others rely on', async () => {
    const byRight: Record<string, string[]> = {};
    for (const { name, right } of await served()) if (right) (byRight[right] ??= []).push(name);
    for (const names of Object.values(byRight)) names.sort();
    expect(byRight).toEqual(callsByRight);
  });

  it('opens only these calls without a session, and only these of a practice to internal staff', async () => {
    const namesOf = (access: Access): string[] =>
      [...allContracts.values()]
        .filter((call) => call.access === access)
        .map(({ name }) => name)
        .sort();
    // Listed here independently of the contracts.
    expect(namesOf('everyone')).toEqual([
      'confirmTotpAtSignIn',
      'finishSignIn',
      'linkIdentity',
      'readAccountLink',
      'readSignInStep',
      'replacePasswordAtSignIn',
      'requestPasswordReset',
      'signIn',
      'signInWithPasskey',
      'signOut',
      'startPasskeySignIn',
      'startPasskeyStep',
      'startTotpAtSignIn',
      'useAccountLink',
    ]);
    expect(namesOf('practice-or-internal')).toEqual([
      'endSupportAccess',
      'listActivity',
      'listActivityActors',
      'listCustomers',
      'openSupportAccess',
      'readActivity',
      'readBillingRevision',
      'readPractice',
      'readSupportAccess',
      'readUpcomingCharges',
      'restoreWithheld',
    ]);
  });

  it('requires a recent second factor for calls that are hard to undo', async () => {
    const all = { super_admin: true, task_admin: true, internal: true, developer: true };
    const person = await createTestPerson(server.db, { flags: all, practices: [practiceId], role: 'owner' });
    await server.db
      .insertInto('totp_authenticators')
      .values({ person_id: person.id, secret: Buffer.from('encrypted'), added_at: new Date() })
      .execute();
    const stepUpCalls: string[] = [];
    let caller = await signedIn(server, person);
    for (const call of await served()) {
      const body = call.method === 'GET' ? undefined : { no: 'such field' };
      const response = await server.call(caller, call.method, urlOf(call, practiceId), body);
      if (response.body.includes('step_up_required')) stepUpCalls.push(call.name);
      if (call.method !== 'GET' && response.statusCode < 400) caller = await signedIn(server, person);
    }
    // Listed here independently of the contracts. Bulk changes require it by number of practices.
    expect(stepUpCalls.sort()).toEqual([
      'addMember',
      'addSubscriptionItems',
      'applyManifest',
      'approveRequest',
      'cancelSubscription',
      'changePassword',
      'createRecoveryCodes',
      'deletePaymentMethod',
      'endOtherSessions',
      'endSession',
      'endUnpaidSubscription',
      'exportAudit',
      'inviteAgain',
      'payOpenInvoices',
      'promoteModule',
      'reactivateMember',
      'removePasskey',
      'removeTotp',
      'rollbackModule',
      'saveModuleSettings',
      'saveSubscriptions',
      'startPasskey',
      'startSubscription',
      'startTotp',
      'startTrial',
      'switchPlan',
      'unlinkMember',
      'updateMember',
    ]);
  });

  it('requires the password for ending sessions from people without a second factor', async () => {
    const person = await createTestPerson(server.db, { practices: [practiceId], role: 'owner' });
    const withoutPassword = async (): Promise<Caller> => {
      const caller = await signedIn(server, person);
      await server.db.updateTable('sessions').set({ password_at: null }).where('person_id', '=', person.id).execute();
      return caller;
    };
    const stepUpCalls: string[] = [];
    let caller = await withoutPassword();
    for (const call of await served()) {
      const body = call.method === 'GET' ? undefined : { no: 'such field' };
      const response = await server.call(caller, call.method, urlOf(call, practiceId), body);
      if (response.body.includes('step_up_required')) stepUpCalls.push(call.name);
      if (call.method !== 'GET' && response.statusCode < 400) caller = await withoutPassword();
    }
    expect(stepUpCalls.sort()).toEqual(['endOtherSessions', 'endSession']);
  });

  it('names a member’s missing right and who can grant it', async () => {
    const caller = (await callers.get('staff of the practice')?.()) ?? anonymousCaller;
    const response = await server.call(caller, 'POST', `/api/${practiceId}/practice-features/preview/`, '{"not json', {
      'content-type': 'application/json',
    });
    expect([response.statusCode, response.json()]).toMatchObject([
      403,
      {
        code: 'forbidden',
        message: 'You don’t have permission to change subscriptions and cards. Ask an owner of this practice.',
      },
    ]);
  });

  it('describes the right of a call in the OpenAPI document', async () => {
    const { paths } = (await server.call(anonymousCaller, 'GET', '/api/docs/json')).json<OpenApi>();
    const described = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(described.find(({ operationId }) => operationId === 'listMembers')?.description).toBe(
      'Access: `practice` (members of the practice, task admins, super admins). Right of members: `members` (manage members).',
    );
  });

  it('returns 401 before the body is read, also for an unreadable body', async () => {
    const response = await server.call(
      anonymousCaller,
      'POST',
      `/api/${practiceId}/provider-hours/bulk_update/`,
      '{"not json',
      {
        'content-type': 'application/json',
      },
    );
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'signed_out' });
  });

  it('returns the same for another practice and an unknown one', async () => {
    const caller = (await callers.get('staff of another practice')?.()) ?? anonymousCaller;
    for (const call of (await served()).filter(({ access }) => ofPractice.includes(access))) {
      const foreign = await server.call(caller, call.method, urlOf(call, practiceId));
      const nowhere = await server.call(caller, call.method, urlOf(call, 777_777));
      expect(foreign.statusCode).toBe(403);
      expect([call.name, nowhere.statusCode, nowhere.body]).toEqual([call.name, 403, foreign.body]);
    }
  });

  it('returns 404 to a super admin for an unknown practice, and 400 for an invalid id', async () => {
    const caller = (await callers.get('super admin')?.()) ?? anonymousCaller;
    const codeFor = async (id: string) =>
      (await server.call(caller, 'GET', `/api/practices/${id}/`)).json<{ code: string }>().code;
    expect(await codeFor('777777')).toBe('not_found');
    for (const id of ['abc', '0', '-1', '99999999999', '1.5']) expect([id, await codeFor(id)]).toEqual([id, 'invalid']);
  });

  it('names the action in the refusal', async () => {
    const caller = (await callers.get('developer')?.()) ?? anonymousCaller;
    const response = await server.call(caller, 'POST', '/api/modules/mf-own/promote/', {});
    expect(response.json()).toMatchObject({
      status: 'error',
      code: 'forbidden',
      message: 'You don’t have permission for this: Make a published version live at the next page load.',
    });
  });
});
