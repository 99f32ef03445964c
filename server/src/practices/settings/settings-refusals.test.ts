import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GrantableRight, type PracticeSettings, administratorFields } from 'shared-api/contracts';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';

const statusIdsMessage = 'Please enter only comma-separated integers (positive or negative)';

describeWithDatabase('refused settings', (database) => {
  let server: TestServer;
  let practiceId: number;
  let staff: Caller;
  let owner: Caller;
  let superAdmin: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db);
    staff = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId] }));
    owner = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId], role: 'owner' }));
    superAdmin = await signedIn(server, await createTestPerson(server.db, { flags: { super_admin: true } }));
  });
  afterAll(() => server.close());

  const save = (caller: Caller, body: unknown, id = practiceId) =>
    server.call(caller, 'POST', `/api/${id}/settings/update_practice_settings/`, body);
  const read = async (caller = superAdmin) =>
    (await server.call(caller, 'GET', `/api/${practiceId}/settings/practice_settings/`)).json<PracticeSettings>();
  const everything = async () => ({
    settings: await read(),
    audit: (await server.db.selectFrom('audit_log').select('id').execute()).length,
  });
  /** The status and fields of the error. Also checks that nothing was saved, not even the valid field. */
  const appError = async (caller: Caller, body: object) => {
    const before = await everything();
    const response = await save(caller, { is_pediatric: !before.settings.is_pediatric, ...body });
    expect(await everything()).toEqual(before);
    return { status: response.statusCode, fields: response.json<{ fields?: Record<string, string> }>().fields };
  };

  const values: Record<(typeof administratorFields)[number], unknown> = {
    practice_name: 'Another',
    pms_name: 'dentrix',
    time_zone: 'America/Denver',
    pms_update_interval: 15,
    active: false,
    has_phone_call_monitoring: true,
    service_code_type: 'cda',
    market_iq_max_phone_numbers: 3,
    stripe_customer_id: 'cus_1',
    snapshot_active: true,
    account_expiration_date: '2027-01-01',
    snapshot_expiration_date: '2027-01-01',
    sync_update_channel: 'alpha',
    use_clinics: true,
    parent_practice_id: 777_777,
    clinicnum: 9,
    additional_clinicnums: [9],
  };
  it.each(administratorFields)('refuses %s at its field to everyone but super admins', async (field) => {
    for (const caller of [staff, owner]) {
      const { status, fields } = await appError(caller, { [field]: values[field] });
      expect([status, fields]).toEqual([403, { [field]: 'Only super admins can change this.' }]);
    }
  });

  it('returns 403 to members without the right before it reads the body', async () => {
    const manager = await createTestPerson(server.db, {
      practices: [practiceId],
      role: 'manager',
      rights: ['communication'],
    });
    for (const body of [{ is_pediatric: true }, { colour: 'red' }]) {
      const response = await save(await signedIn(server, manager), body);
      expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
        403,
        'You don’t have permission to change settings. Ask an owner of this practice.',
      ]);
    }
  });

  it('lists every forbidden field that a save changes', async () => {
    const { fields } = await appError(staff, { active: false, use_clinics: true, time_zone: 'America/Chicago' });
    expect(Object.keys(fields ?? {}).sort()).toEqual(['active', 'use_clinics']);
  });

  it.each<[string, Record<string, unknown>, number]>([
    ['baseline_date', { baseline_date: '2026-02-30' }, 400],
    ['baseline_date', { baseline_date: '01/31/2026' }, 400],
    ['baseline_date', { baseline_date: '' }, 400],
    ['account_expiration_date', { account_expiration_date: '2027-13-01' }, 400],
    ['snapshot_expiration_date', { snapshot_expiration_date: 20270101 }, 400],
    ['ph_call_notification_source', { ph_call_notification_source: 'tcp' }, 400],
    ['sync_update_channel', { sync_update_channel: 'stable' }, 400],
    ['send_task_emails', { send_task_emails: 'yes' }, 400],
    ['active', { active: null }, 400],
    ['market_iq_max_phone_numbers', { market_iq_max_phone_numbers: -1 }, 400],
    ['market_iq_max_phone_numbers', { market_iq_max_phone_numbers: 1.5 }, 400],
    ['practice_name', { practice_name: '   ' }, 400],
    ['practice_name', { practice_name: 'a\u0000b' }, 400],
    ['practice_name', { practice_name: 'a\ud800b' }, 400],
    ['stripe_customer_id', { stripe_customer_id: 'cus\n1' }, 422],
    ['clinicnum', { clinicnum: '4' }, 400],
    ['clinicnum', { clinicnum: -1 }, 400],
    ['parent_practice_id', { parent_practice_id: 0 }, 400],
    ['parent_practice_id', { parent_practice_id: 2.5 }, 400],
    ['additional_clinicnums.1', { additional_clinicnums: [1, 'x'] }, 400],
    ['pms_name', { pms_name: 'no such system' }, 422],
    ['pms_update_interval', { pms_update_interval: 7 }, 422],
    ['service_code_type', { service_code_type: 'none' }, 422],
    ['time_zone', { time_zone: 'Mars/Olympus' }, 422],
    ['additional_data.insurance_writeoff_date', { additional_data: { insurance_writeoff_date: 'entry_date' } }, 422],
    ['additional_data.dentrix_age_insurance_ar', { additional_data: { dentrix_age_insurance_ar: 1 } }, 400],
    ['colour', { colour: 'red' }, 400],
    ['additional_data.colour', { additional_data: { colour: 'red' } }, 400],
    ['additional_data', { additional_data: null }, 400],
    ['additional_data', { additional_data: '{' }, 400],
    ['emailOptOutOverrideOptions', { emailOptOutOverrideOptions: 'all' }, 400],
  ])('refuses an invalid %s in %j at its field, and saves nothing', async (field, body, status) => {
    const refused = await appError(superAdmin, body);
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([status, [field]]);
  });

  it.each(['abc', '1-2', '--3', '5,,6', ',', '1.5', '1;2'])(
    'refuses the status ids %p with the documented message',
    async (ids) => {
      const field = 'dentrix_completed_appointment_status_ids';
      const { status, fields } = await appError(staff, { additional_data: { [field]: ids } });
      expect([status, fields]).toEqual([400, { [`additional_data.${field}`]: statusIdsMessage }]);
    },
  );

  it('checks a write-off date against the PMS in the same save', async () => {
    const dentrix = await createTestPractice(server.db);
    const additional = { additional_data: { insurance_writeoff_date: 'entry_date' } };
    expect((await save(superAdmin, additional, dentrix)).statusCode).toBe(422);
    expect((await save(superAdmin, { pms_name: 'dentrix', ...additional }, dentrix)).statusCode).toBe(200);
  });

  it('returns 403 for another practice, and 404 for an unknown one', async () => {
    const foreign = await createTestPractice(server.db);
    expect((await save(owner, { is_pediatric: true }, foreign)).statusCode).toBe(403);
    expect((await save(superAdmin, { is_pediatric: true }, 777_777)).statusCode).toBe(404);
  });

  describe.each(['emailOptOutOverrideOptions', 'smsOptOutOverrideOptions'] as const)('%s', (field) => {
    const all = { id: 'all', name: 'any' };
    const recall = { id: 'recall', name: 'any' };
    const ticked = async () => (await read())[field].filter(({ checked }) => checked).map(({ id }) => id);

    it('refuses changes by staff at the field, and accepts them from owners', async () => {
      const body = { [field]: [{ ...recall, checked: true }] };
      const { status, fields } = await appError(staff, body);
      expect([status, fields]).toEqual([
        403,
        { [field]: 'You don’t have permission to change opt-out overrides. Ask an owner of this practice.' },
      ]);
      expect((await save(owner, body)).statusCode).toBe(200);
      expect(await ticked()).toEqual(['recall']);
      // An unchanged list changes nothing, so staff may send it too.
      expect((await save(staff, { ...body, is_pediatric: false })).statusCode).toBe(200);
    });

    it('applies a right that an owner granted or removed, whatever the role', async () => {
      const settings: GrantableRight[] = ['settings'];
      const granted = await createTestPerson(server.db, {
        practices: [practiceId],
        rights: [...settings, 'communication'],
      });
      const restricted = await createTestPerson(server.db, {
        practices: [practiceId],
        role: 'manager',
        rights: settings,
      });
      const body = { [field]: [{ ...recall, checked: !(await ticked()).includes('recall') }] };
      expect((await appError(await signedIn(server, restricted), body)).status).toBe(403);
      expect((await save(await signedIn(server, granted), body)).statusCode).toBe(200);
    });

    it('sets the option for all from the other options', async () => {
      const list = (await read())[field];
      await save(owner, { [field]: list.map((option) => ({ ...option, checked: true })) });
      expect(await ticked()).toEqual(list.map(({ id }) => id));
      await save(owner, { [field]: [{ ...recall, checked: false }] });
      expect(await ticked()).toEqual(list.map(({ id }) => id).filter((id) => id !== 'all' && id !== 'recall'));
      await save(owner, { [field]: list.map((option) => ({ ...option, checked: false })) });
      expect(await ticked()).toEqual([]);
    });

    it.each([
      ['an unknown option', [{ id: 'pigeon', name: '', checked: true }], '.0.id'],
      [
        'a repeated option',
        [
          { ...recall, checked: true },
          { ...recall, checked: false },
        ],
        '.1.id',
      ],
      ['the option for all without the others', [{ ...all, checked: true }], ''],
    ])('refuses %s', async (_what, list, at) => {
      const { status, fields } = await appError(owner, { [field]: list });
      expect([status, Object.keys(fields ?? {})]).toEqual([422, [`${field}${at}`]]);
    });
  });
});
