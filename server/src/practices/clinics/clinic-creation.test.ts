import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ClinicCreation, PracticeSettings } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { claimJob } from '../../platform/jobs/jobs-repository.js';
import { LEASE_MS } from '../../platform/jobs/attempt-job.js';
import { jobRunner } from '../../platform/jobs/job-runner.js';
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
import { createClinicPractices } from './clinic-creation-job.js';
import { CLINIC_CREATION } from './clinic-creation.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

describeWithDatabase('creation of clinic practices', (database) => {
  let server: TestServer;
  let db: Db;
  let superAdmin: Caller;
  let practiceId: number;
  beforeAll(async () => {
    server = await testServer(database());
    ({ db } = server);
    superAdmin = await signedIn(
      server,
      await createTestPerson(db, { flags: { super_admin: true }, name: 'Sam Super' }),
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    practiceId = await createTestPractice(db, { name: 'Main Dental', providers: [] });
    await save({ clinicnum: 1, time_zone: 'America/Denver' });
    const rest = { address: '', address2: '', city: '', state: '', zip: '' };
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const clinic = { practice_id: practiceId, clinic_num: number, description: `Clinic ${number}`, ...rest };
      await db.insertInto('pms_clinics').values(clinic).execute();
    }
  });

  const settingsOf = async (id: number) =>
    (await server.call(superAdmin, 'GET', `/api/${id}/settings/practice_settings/`)).json<PracticeSettings>();
  const save = (body: object, id = practiceId) =>
    server.call(superAdmin, 'POST', `/api/${id}/settings/update_practice_settings/`, body);
  const clinic = (clinicNum: number, over: object = {}) => ({ clinicNum, name: '', additionalClinics: [], ...over });
  const create = async (...clinics: object[]) => {
    const url = `/api/${practiceId}/settings/create_clinic_practices/`;
    const response = await server.call(superAdmin, 'POST', url, { clinics });
    return { http: response.statusCode, ...response.json<{ message: string; fields?: Record<string, string> }>() };
  };
  const status = async () =>
    (
      await server.call(superAdmin, 'GET', `/api/${practiceId}/settings/clinic_creation_status/`)
    ).json<ClinicCreation>();
  const children = () =>
    db
      .selectFrom('practices')
      .select(['id', 'name', 'clinicnum'])
      .where('parent_practice_id', '=', practiceId)
      .orderBy('id')
      .execute();

  it('creates nothing for a person who lost the right before the job ran', async () => {
    const requester = await createTestPerson(db, { flags: { super_admin: true }, name: 'Lee Left' });
    const url = `/api/${practiceId}/settings/create_clinic_practices/`;
    const response = await server.call(await signedIn(server, requester), 'POST', url, { clinics: [clinic(2)] });
    expect(response.statusCode).toBe(200);
    await db.updateTable('people').set({ super_admin: false }).where('id', '=', requester.id).execute();
    await runJobs(server);
    expect(await status()).toMatchObject({
      practice_statuses: [
        { status: 'failed', message: expect.stringContaining('Lee Left may no longer make this change') },
      ],
    });
    expect(await children()).toEqual([]);
  });

  it('returns status N before any creation', async () => {
    expect(await status()).toEqual({ status: 'N', log: [], practice_statuses: [] });
  });

  it('creates practices in the background with settings, tables, hours and members', async () => {
    await save({
      send_task_emails: true,
      stripe_customer_id: 'cus_1',
      account_expiration_date: '2027-01-01',
      emailOptOutOverrideOptions: [{ id: 'recall', name: '', checked: true }],
      additional_data: { opendental_datetime_fix: true, calculate_patient_first_visit_across_all_clinics: true },
    });
    const owner = await createTestPerson(db, { practices: [practiceId], role: 'owner' });
    const staff = await createTestPerson(db, { practices: [practiceId], rights: ['billing.read', 'billing'] });

    expect(await create(clinic(2, { name: ' West ', additionalClinics: [4, 0] }), clinic(3))).toMatchObject({
      http: 200,
      status: 'success',
      message: 'Started creation of 2 clinic practice(s)',
    });
    expect(await status()).toMatchObject({
      status: 'P',
      started_by: 'Sam Super',
      started_at: epochSeconds(server.clock.now),
      practice_statuses: [
        { name: 'West', clinicnum: 2, status: 'pending' },
        { name: 'Clinic 3', clinicnum: 3, status: 'pending' },
      ],
    });
    await runJobs(server);
    const [west, third] = await children();
    expect(await status()).toMatchObject({
      status: 'S',
      practice_statuses: [
        { status: 'completed', practice_id: west?.id },
        { status: 'completed', practice_id: third?.id },
      ],
      log: [
        'Started creation of 2 clinic practice(s).',
        'Creating “West” from clinic 2.',
        `Created “West” as practice ${west?.id}, with 2 member(s).`,
        'Creating “Clinic 3” from clinic 3.',
        `Created “Clinic 3” as practice ${third?.id}, with 2 member(s).`,
      ],
    });
    const made = await settingsOf(west?.id ?? 0);
    expect(made).toMatchObject({
      practice_name: 'West',
      time_zone: 'America/Denver',
      pms_name: 'opendental',
      send_task_emails: true,
      stripe_customer_id: null,
      account_expiration_date: null,
      schema_has_tables: true,
      use_clinics: true,
      parent_practice_id: practiceId,
      has_parent_clinic: true,
      clinicnum: 2,
      additional_clinicnums: [4, 0],
    });
    expect(made.additional_data).toMatchObject({
      opendental_datetime_fix: true,
      calculate_patient_first_visit_across_all_clinics: true,
    });
    expect(made.emailOptOutOverrideOptions.find(({ id }) => id === 'recall')?.checked).toBe(true);
    const members = await db
      .selectFrom('memberships')
      .select(['person_id', 'role', 'rights'])
      .where('practice_id', '=', west?.id ?? 0)
      .execute();
    expect(new Map(members.map(({ person_id: id, role, rights }) => [id, { role, rights }]))).toEqual(
      new Map([
        [owner.id, { role: 'owner', rights: null }],
        [staff.id, { role: 'staff', rights: ['billing.read', 'billing'] }],
      ]),
    );
    const asOwner = await signedIn(server, owner);
    expect((await server.call(asOwner, 'GET', `/api/${west?.id}/provider-hours/`)).statusCode).toBe(200);
    expect((await settingsOf(practiceId)).connected_practices).toHaveLength(2);
    const audit = await db
      .selectFrom('audit_log')
      .select(['action', 'actor_name'])
      .where('practice_id', '=', practiceId)
      .orderBy('sequence')
      .execute();
    expect(audit.filter(({ action }) => action === 'clinic_practice.create')).toEqual([
      { action: 'clinic_practice.create', actor_name: 'Sam Super' },
      { action: 'clinic_practice.create', actor_name: 'Sam Super' },
    ]);
  });

  it('fails only clinics with a name that the group already uses, and says to rename them', async () => {
    await create(clinic(2, { name: 'main DENTAL' }), clinic(3, { name: 'East' }), clinic(4, { name: 'EAST' }));
    await runJobs(server);
    const after = await status();
    expect([after.status, after.practice_statuses.map((one) => one.status)]).toEqual([
      'F',
      ['failed', 'completed', 'failed'],
    ]);
    expect(after.practice_statuses[0]?.message).toBe(
      `The name “main DENTAL” is already used by practice ${practiceId} of this group. Rename the clinic and create it again.`,
    );
    expect((await children()).map(({ name }) => name)).toEqual(['East']);
    server.clock.now = new Date(server.clock.now.getTime() + 1000);
    await create(clinic(2, { name: 'West' }));
    await runJobs(server);
    expect((await status()).status).toBe('S');
  });

  it('refuses clinics that a connected practice already has', async () => {
    const child = await createTestPractice(db, { name: 'Child', parent: { practiceId, clinicnum: 3 } });
    await save({ additional_clinicnums: [4] }, child);
    expect((await create(clinic(3), clinic(4))).fields).toEqual({
      'clinics.0.clinicNum': 'Clinic 3 is already the clinic of Child.',
      'clinics.1.clinicNum': 'Clinic 4 is already an additional clinic of Child.',
    });
  });

  it('creates the practice under the master practice when started from a clinic', async () => {
    const master = practiceId;
    const child = await createTestPractice(db, { name: 'Child', providers: [], parent: { practiceId, clinicnum: 3 } });
    const row = { description: 'Sixth', address: '', address2: '', city: '', state: '', zip: '' };
    await db
      .insertInto('pms_clinics')
      .values({ practice_id: child, clinic_num: 6, ...row })
      .execute();
    practiceId = child;
    await create(clinic(6));
    await runJobs(server);
    expect((await status()).status).toBe('S');
    practiceId = master;
    expect((await children()).map(({ name }) => name)).toEqual(['Child', 'Sixth']);
  });

  it('starts once for concurrent requests', async () => {
    const responses = await Promise.all([create(clinic(2)), create(clinic(3)), create(clinic(4))]);
    expect(responses.map(({ http }) => http).sort()).toEqual([200, 409, 409]);
    expect(responses.find(({ http }) => http === 409)).toMatchObject({
      code: 'already_running',
      message: expect.stringMatching(/already being created/),
    });
    await runJobs(server);
    expect(await children()).toHaveLength(1);
  });

  describe('after a crash', () => {
    it('resumes on another replica, and creates no practice twice', async () => {
      await create(clinic(2), clinic(3), clinic(4));
      // The first replica dies after its second practice: its writes stay, and its lease expires.
      let steps = 0;
      const dying = jobRunner({ db, now: () => server.clock.now, log: server.app.log });
      dying.handle(CLINIC_CREATION, async (job, context) => {
        await createClinicPractices(job, {
          ...context,
          saveProgress: async (transaction, progress) => {
            steps += 1;
            // Runs in the transaction of the third practice, which is rolled back too.
            if (steps === 6) throw new Error('the power went out');
            await context.saveProgress(transaction, progress);
          },
        });
      });
      await dying.drain();
      expect(await children()).toHaveLength(2);
      await db.updateTable('jobs').set({ run_at: server.clock.now }).where('state', '=', 'pending').execute();
      expect((await status()).practice_statuses.map((one) => one.status)).toEqual([
        'completed',
        'completed',
        'in_progress',
      ]);
      await runJobs(server);
      expect((await status()).status).toBe('S');
      expect((await children()).map(({ clinicnum }) => clinicnum)).toEqual([2, 3, 4]);
    });

    it('resumes when the lease of a killed replica ends', async () => {
      await create(clinic(2));
      const { now } = server.clock;
      await claimJob(db, [CLINIC_CREATION], now, new Date(now.getTime() + LEASE_MS));
      await runJobs(server);
      expect((await status()).status).toBe('P');
      server.clock.now = new Date(now.getTime() + LEASE_MS);
      await runJobs(server);
      expect([(await status()).status, (await children()).length]).toEqual(['S', 1]);
    });

    it('shows `failed` when the job has permanently failed', async () => {
      await create(clinic(2), clinic(3));
      await db
        .updateTable('jobs')
        .set({ state: 'failed', message: 'A fault on our side.' })
        .where('practice_id', '=', practiceId)
        .execute();
      expect(await status()).toMatchObject({
        status: 'F',
        log: ['Started creation of 2 clinic practice(s).', 'A fault on our side.'],
        practice_statuses: [
          { status: 'failed', message: 'A fault on our side.' },
          { status: 'failed', message: 'A fault on our side.' },
        ],
      });
    });
  });

  it.each<[string, object[], Record<string, string>]>([
    ['the current clinic', [clinic(1)], { 'clinics.0.clinicNum': 'Clinic 1 is the clinic of Main Dental itself.' }],
    [
      'an unknown clinic',
      [clinic(9, { name: 'X' })],
      { 'clinics.0.clinicNum': 'Clinic 9 isn’t in the practice management system. Reload the page.' },
    ],
    [
      'a repeated clinic',
      [clinic(2), clinic(2, { name: 'B' })],
      { 'clinics.1.clinicNum': 'Clinic 2 is selected twice.' },
    ],
    [
      'a name with control characters',
      [clinic(2, { name: 'a\u0007' })],
      { 'clinics.0.name': 'Clinic 2: The name has characters that can’t be shown. Type it again.' },
    ],
    [
      'a repeated additional clinic',
      [clinic(2, { additionalClinics: [5] }), clinic(3, { additionalClinics: [6, 5] })],
      { 'clinics.1.additionalClinics.1': 'Clinic 5 is selected twice.' },
    ],
    [
      '“no clinic” assigned twice',
      [clinic(2, { additionalClinics: [0] }), clinic(3, { additionalClinics: [0] })],
      { 'clinics.1.additionalClinics.0': 'What is assigned to no clinic is selected twice.' },
    ],
    [
      'an additional clinic that becomes a practice itself',
      [clinic(2, { additionalClinics: [3] }), clinic(3)],
      { 'clinics.0.additionalClinics.0': 'Clinic 3 becomes a practice itself and can’t be an additional clinic too.' },
    ],
    [
      'an unknown additional clinic',
      [clinic(2, { additionalClinics: [77] })],
      { 'clinics.0.additionalClinics.0': 'Clinic 77 isn’t in the practice management system. Reload the page.' },
    ],
    [
      'the current clinic as an additional one',
      [clinic(2, { additionalClinics: [1] })],
      { 'clinics.0.additionalClinics.0': 'Clinic 1 is the clinic of Main Dental itself.' },
    ],
  ])('refuses %s at its field, and starts nothing', async (_what, clinics, fields) => {
    expect(await create(...clinics)).toMatchObject({ http: 422, code: 'invalid', fields });
    expect((await status()).status).toBe('N');
  });

  it('requires a name when the clinic has no description', async () => {
    await db.updateTable('pms_clinics').set({ description: ' ' }).where('practice_id', '=', practiceId).execute();
    expect(await create(clinic(2, { name: '  ' }))).toMatchObject({
      http: 422,
      message: 'Clinic 2: The new practice needs a name.',
      fields: { 'clinics.0.name': 'Clinic 2: The new practice needs a name.' },
    });
  });

  it.each([{ clinics: [] }, {}, { clinics: [{ clinicNum: 2 }] }, { clinics: [{ ...clinic(2), colour: 'red' }] }])(
    'returns 400 for the body %j',
    async (body) => {
      const url = `/api/${practiceId}/settings/create_clinic_practices/`;
      expect((await server.call(superAdmin, 'POST', url, body)).statusCode).toBe(400);
    },
  );
});
