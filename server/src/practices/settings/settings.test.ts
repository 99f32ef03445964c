import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type PracticeSettings, practiceSettings } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  anonymousCaller,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

const staffSees = [
  'additional_data',
  'autofill_missing_referral_sources',
  'baseline_date',
  'dentrix_insurance_writeoff_date_options',
  'eaglesoft_insurance_writeoff_date_options',
  'emailOptOutOverrideOptions',
  'has_parent_clinic',
  'is_pediatric',
  'open_dental_insurance_writeoff_date_options',
  'permissions',
  'ph_call_notification_source',
  'pms_name',
  'practice_name',
  'send_task_emails',
  'smsOptOutOverrideOptions',
  'time_zone',
];

describeWithDatabase('practice settings', (database) => {
  let server: TestServer;
  let practiceId: number;
  let staff: Caller;
  let manager: Caller;
  let taskAdmin: Caller;
  let superAdmin: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    taskAdmin = await signedIn(server, await createTestPerson(server.db, { flags: { task_admin: true } }));
    superAdmin = await signedIn(
      server,
      await createTestPerson(server.db, { flags: { super_admin: true }, name: 'Sam Super' }),
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    practiceId = await createTestPractice(server.db, { name: 'North Dental', providers: [] });
    staff = await signedIn(
      server,
      await createTestPerson(server.db, { practices: [practiceId], name: 'Stella Staff' }),
    );
    manager = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId], role: 'manager' }));
  });

  const read = async (caller: Caller, id = practiceId) => {
    const response = await server.call(caller, 'GET', `/api/${id}/settings/practice_settings/`);
    return { settings: response.json<PracticeSettings>(), etag: String(response.headers['etag']) };
  };
  const save = (caller: Caller, body: unknown, headers: Record<string, string> = {}, id = practiceId) =>
    server.call(caller, 'POST', `/api/${id}/settings/update_practice_settings/`, body, headers);
  const audit = (id = practiceId) =>
    server.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('practice_id', '=', id)
      .where('action', 'in', ['settings.save', 'pms_unit.create'])
      .orderBy('sequence')
      .execute();

  describe('reading settings', () => {
    it('returns the documented defaults at version 0 before the first save', async () => {
      const { settings, etag } = await read(superAdmin);
      expect(etag).toBe('"0"');
      expect(settings).toMatchObject({
        autofill_missing_referral_sources: true,
        ph_call_notification_source: 'udp',
        send_task_emails: false,
        baseline_date: null,
        is_pediatric: false,
        practice_name: 'North Dental',
        pms_name: 'opendental',
        time_zone: 'America/Chicago',
        active: true,
        market_iq_max_phone_numbers: 0,
        sync_update_channel: 'release',
        schema_has_tables: true,
        use_clinics: false,
        parent_practice_id: null,
        has_parent_clinic: false,
        clinicnum: null,
        additional_clinicnums: [],
        stripe_customer_id: null,
        stripe_customer_info: null,
        stripe_data: null,
        clinic_information: [],
        connected_practices: [],
      });
      expect(settings.additional_data).toEqual({
        insurance_writeoff_date: 'procedure_date',
        opendental_active_treatment_plan: true,
        opendental_saved_treatment_plan: true,
        opendental_insurance_writeoff_use_payment_date: false,
        use_pms_provider_schedule_for_utilization: false,
        use_treatment_coordinator_from_pms: false,
        opendental_datetime_fix: false,
        opendental_calculate_ar_client: false,
        calculate_patient_first_visit_across_all_clinics: false,
        eaglesoft_detailed_ledger_activity: false,
        dentrix_adjustments_preferences: false,
        dentrix_use_production_entry_date: false,
        dentrix_age_insurance_ar: true,
        dentrix_completed_appointment_status_ids: '-106,150',
      });
    });

    it('returns only the general fields to staff, managers and task admins', async () => {
      for (const caller of [staff, manager, taskAdmin]) {
        expect(Object.keys((await read(caller)).settings).sort()).toEqual(staffSees);
      }
    });

    it('returns every documented field to super admins', async () => {
      const response = await server.call(superAdmin, 'GET', `/api/${practiceId}/settings/practice_settings/?since=0`);
      const settings = response.json<PracticeSettings>();
      expect(Object.keys(settings).sort()).toEqual(Object.keys(practiceSettings.shape).sort());
    });

    it("never returns the agent's own values", async () => {
      await save(superAdmin, { additional_data: { salt: 'mine', image_uid: 'mine', opendental_datetime_fix: true } });
      const response = await server.call(superAdmin, 'GET', `/api/${practiceId}/settings/practice_settings/`);
      expect(response.body).not.toMatch(/salt|image_uid|mine/);
    });

    it.each([
      ['staff', () => staff, false],
      ['a manager', () => manager, true],
      ['a task admin', () => taskAdmin, false],
      ['a super admin', () => superAdmin, true],
    ])('returns whether %s may change the communication overrides', async (_who, caller, may) => {
      expect((await read(caller())).settings.permissions).toEqual({ communication_overrides: may });
    });

    it('lists the practices of the group and the clinics in the PMS', async () => {
      const child = await createTestPractice(server.db, { name: 'North East', parent: { practiceId, clinicnum: 3 } });
      await save(superAdmin, { additional_clinicnums: [4, 0] }, {}, child);
      const clinic = { description: 'Main', address: 'a', address2: '', city: 'c', state: 's', zip: 'z' };
      await server.db
        .insertInto('pms_clinics')
        .values({ practice_id: practiceId, clinic_num: 1, ...clinic })
        .execute();
      const { settings } = await read(superAdmin);
      expect(settings.clinic_information).toEqual([{ clinic_num: 1, ...clinic }]);
      expect(settings.connected_practices).toEqual([
        { id: child, name: 'North East', clinicnum: 3, additional_clinics: [4, 0] },
      ]);
      const ofChild = (await read(superAdmin, child)).settings;
      expect(ofChild.has_parent_clinic).toBe(true);
      expect(ofChild.connected_practices?.map(({ id }) => id)).toEqual([practiceId]);
    });
  });

  describe('saving settings', () => {
    it('merges a save: keeps absent fields, and sets fields to null', async () => {
      await save(staff, { baseline_date: '2026-01-31', is_pediatric: true });
      await save(staff, { additional_data: { opendental_datetime_fix: true } });
      const { settings, etag } = await read(staff);
      expect(etag).toBe('"2"');
      expect(settings).toMatchObject({ baseline_date: '2026-01-31', is_pediatric: true });
      expect(settings.additional_data.opendental_datetime_fix).toBe(true);
      expect(settings.additional_data.opendental_active_treatment_plan).toBe(true);
      await save(staff, { baseline_date: null });
      expect((await read(staff)).settings).toMatchObject({ baseline_date: null, is_pediatric: true });
    });

    it('accepts the settings as they were read, and ignores computed fields', async () => {
      for (const caller of [superAdmin, staff, taskAdmin]) {
        const { settings, etag } = await read(caller);
        const response = await save(caller, { ...settings, schema_has_tables: 'no', clinic_information: 7 });
        expect(response.json()).toEqual({ status: 'success', message: 'Settings saved successfully' });
        expect(response.headers['etag']).toBe(etag);
      }
      expect(await audit()).toEqual([]);
    });

    it('writes one audit entry with only the changed fields, and none without a change', async () => {
      await save(staff, { send_task_emails: true, is_pediatric: false, additional_data: { salt: 'x' } });
      await save(staff, { send_task_emails: true });
      expect(await audit()).toEqual([
        {
          action: 'settings.save',
          actor_name: 'Stella Staff',
          before: { send_task_emails: false },
          after: { send_task_emails: true },
        },
      ]);
      expect((await read(staff)).etag).toBe('"1"');
    });

    it('saves every administrator field', async () => {
      const parent = await createTestPractice(server.db);
      const body = {
        practice_name: 'Nörth Dental',
        pms_name: 'dentrix',
        time_zone: 'America/Denver',
        pms_update_interval: 30,
        active: false,
        has_phone_call_monitoring: true,
        service_code_type: 'cda',
        market_iq_max_phone_numbers: 12,
        stripe_customer_id: 'cus_123',
        snapshot_active: true,
        account_expiration_date: '2027-02-28',
        snapshot_expiration_date: '2028-02-29',
        sync_update_channel: 'beta',
        use_clinics: true,
        parent_practice_id: parent,
        clinicnum: 2,
        additional_clinicnums: [3, 0, 3],
      };
      expect((await save(superAdmin, body)).statusCode).toBe(200);
      expect((await read(superAdmin)).settings).toMatchObject({ ...body, additional_clinicnums: [3, 0] });
      const searchResponse = await server.call(superAdmin, 'GET', '/api/practices/?search=north%20dental');
      expect(searchResponse.json<{ results: { id: number }[] }>().results).toContainEqual(
        expect.objectContaining({ id: practiceId, time_zone: 'America/Denver' }),
      );
    });

    it('accepts PMS settings as JSON text', async () => {
      const text = JSON.stringify({ opendental_datetime_fix: true, salt: 'x' });
      expect((await save(staff, { is_pediatric: true, additional_data: text })).statusCode).toBe(200);
      expect((await read(staff)).settings).toMatchObject({
        is_pediatric: true,
        additional_data: { opendental_datetime_fix: true },
      });
    });

    it.each([
      ['{"opendental', 'additional_data', 'Must be an object, or the JSON text of one'],
      ['[]', 'additional_data', 'Must be an object'],
      ['{"opendental_datetime_fix":1}', 'additional_data.opendental_datetime_fix', 'Must be true or false'],
    ])('refuses PMS settings of %p at the field, and saves nothing', async (text, field, message) => {
      const refused = await save(staff, { is_pediatric: true, additional_data: text });
      expect([refused.statusCode, refused.json()]).toMatchObject([400, { fields: { [field]: message } }]);
      expect((await read(staff)).settings.is_pediatric).toBe(false);
    });

    it.each([
      [{ time_zone: 'Mars/Olympus' }, 'Time zone: Not a time zone such as America/Chicago'],
      [{ market_iq_max_phone_numbers: 'x' }, 'Limit of phone numbers: must be a whole number.'],
    ])('names the field of %j by its label when it refuses it', async (body, message) => {
      expect((await save(superAdmin, body)).json()).toMatchObject({ message });
    });

    it('returns a specific message for the advanced clinic settings', async () => {
      const body = { use_clinics: true, parent_practice_id: null, clinicnum: 4, additional_clinicnums: [] };
      expect((await save(superAdmin, body)).json()).toEqual({
        status: 'success',
        message: 'Advanced clinic settings updated successfully',
      });
    });

    it('accepts an unlisted value while it is unchanged', async () => {
      const old = await createTestPractice(server.db, { pmsName: 'an old system' });
      const { settings } = await read(superAdmin, old);
      expect((await save(superAdmin, { ...settings, is_pediatric: true }, {}, old)).statusCode).toBe(200);
      const moved = await save(superAdmin, { pms_name: 'eaglesoft16' }, {}, old);
      expect(moved.statusCode).toBe(200);
    });

    it.each(['', ' ', '12', '-106, 150 ,-3'])('saves the Dentrix status ids %p unchanged', async (ids) => {
      await save(staff, { additional_data: { dentrix_completed_appointment_status_ids: ids } });
      const { settings } = await read(staff);
      expect(settings.additional_data.dentrix_completed_appointment_status_ids).toBe(ids);
    });
  });

  describe('when two people save at once', () => {
    it('refuses a stale save, naming who changed which field and when', async () => {
      const { etag } = await read(staff);
      server.clock.now = new Date('2026-11-20T15:00:00Z');
      await save(superAdmin, { is_pediatric: true, additional_data: { insurance_writeoff_date: 'claim_sent_date' } });
      await save(superAdmin, { market_iq_max_phone_numbers: 5 });
      const at = Date.parse('2026-11-20T15:00:00Z') / 1000;
      const refused = await save(staff, { send_task_emails: true }, { 'if-match': etag });
      const changed = { changed_by: 'Sam Super', changed_at: at };
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        {
          code: 'stale_version',
          message: 'Sam Super changed these settings while you were editing. Nothing was saved.',
          conflict: {
            ...changed,
            changes: [
              { field: 'additional_data.insurance_writeoff_date', ...changed },
              { field: 'is_pediatric', ...changed },
            ],
          },
        },
      ]);
      const asAdmin = await save(superAdmin, { send_task_emails: true }, { 'if-match': '"1"' });
      expect(asAdmin.json()).toMatchObject({
        conflict: { changes: [{ field: 'market_iq_max_phone_numbers', ...changed }] },
      });
      expect((await read(staff)).settings.send_task_emails).toBe(false);
      const fresh = await save(staff, { send_task_emails: true }, { 'if-match': (await read(staff)).etag });
      expect([fresh.statusCode, fresh.headers['etag']]).toEqual([200, '"3"']);
    });

    it('returns visible changes since a version with who made them', async () => {
      const { etag } = await read(staff);
      server.clock.now = new Date('2026-11-20T15:00:00Z');
      await save(superAdmin, { is_pediatric: true, market_iq_max_phone_numbers: 5 });
      const changed = { changed_by: 'Sam Super', changed_at: Date.parse('2026-11-20T15:00:00Z') / 1000 };
      const since = async (caller: Caller, version: string) =>
        (
          await server.call(caller, 'GET', `/api/${practiceId}/settings/practice_settings/?since=${version}`)
        ).json<PracticeSettings>().changes;
      const before = etag.replaceAll('"', '');
      expect(await since(staff, before)).toEqual([{ field: 'is_pediatric', ...changed }]);
      expect((await since(superAdmin, before))?.map(({ field }) => field)).toEqual([
        'is_pediatric',
        'market_iq_max_phone_numbers',
      ]);
      expect(await since(staff, String(Number(before) + 1))).toEqual([]);
      expect((await read(staff)).settings.changes).toBeUndefined();
    });

    it('accepts one of several saves on the same version', async () => {
      const responses = await Promise.all(
        [true, true, true, true].map(() => save(staff, { is_pediatric: true }, { 'if-match': '"0"' })),
      );
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    });
  });

  describe('master practices and clinics', () => {
    const field = 'calculate_patient_first_visit_across_all_clinics';
    it('sets the first-visit option only in the master practice, and applies it to its clinics', async () => {
      const child = await createTestPractice(server.db, { parent: { practiceId, clinicnum: 3 } });
      const note =
        "This setting can only be changed in the master practice. Please contact the provider's support for assistance.";
      const refused = await save(superAdmin, { additional_data: { [field]: true } }, {}, child);
      expect([refused.statusCode, refused.json()]).toMatchObject([
        422,
        { code: 'invalid', fields: { [`additional_data.${field}`]: note } },
      ]);
      expect((await save(staff, { additional_data: { [field]: true } })).statusCode).toBe(200);
      expect((await read(superAdmin, child)).settings.additional_data[field]).toBe(true);
      expect((await save(superAdmin, { additional_data: { [field]: true } }, {}, child)).statusCode).toBe(200);
    });

    it('refuses a parent that would create a cycle, and an unknown one', async () => {
      const child = await createTestPractice(server.db, { parent: { practiceId, clinicnum: 3 } });
      const grandchild = await createTestPractice(server.db, { parent: { practiceId: child, clinicnum: 4 } });
      for (const parent of [practiceId, child, grandchild, 777_777]) {
        const refused = await save(superAdmin, { parent_practice_id: parent });
        expect([refused.statusCode, refused.json()]).toMatchObject([
          422,
          { fields: { parent_practice_id: expect.any(String) } },
        ]);
      }
    });

    it("refuses one of two practices that concurrently become each other's parent", async () => {
      const other = await createTestPractice(server.db);
      const responses = await Promise.all([
        save(superAdmin, { parent_practice_id: other }),
        save(superAdmin, { parent_practice_id: practiceId }, {}, other),
      ]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    });
  });

  describe('createTables', () => {
    it('creates the tables once, then reports that they exist', async () => {
      const bare = await createTestPractice(server.db);
      const make = async (caller: Caller) =>
        (await server.call(caller, 'POST', `/api/${bare}/settings/create_tables/`)).json<unknown>();
      expect((await read(superAdmin, bare)).settings.schema_has_tables).toBe(false);
      expect(await make(superAdmin)).toEqual({ status: 'success', message: 'Tables created successfully' });
      expect(await make(superAdmin)).toEqual({ status: 'info', message: 'Tables already exist' });
      expect((await read(superAdmin, bare)).settings.schema_has_tables).toBe(true);
      expect((await audit(bare)).map(({ action }) => action)).toEqual(['pms_unit.create']);
      for (const caller of [staff, taskAdmin, anonymousCaller])
        expect(await make(caller)).toMatchObject({ status: 'error' });
    });
  });
});
