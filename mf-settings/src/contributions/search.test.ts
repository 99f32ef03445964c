import { describe, expect, it } from '@jest/globals';
import { listMembers } from 'shared-api/contracts';
import { answer, createContributionTester, errorReply, reply } from 'shared-api/testing';
import { superAdmin } from '../settings-record/testing/builders';
import { server, withServer } from '../settings-record/testing/open-page';
import { contribute as searchFields } from './fields';
import { contribute as searchPeople } from './people';

withServer();

describe('settings', () => {
  const found = async (query: string, flags = {}) =>
    (await createContributionTester('search', searchFields, { flags }).ask(query)).map(({ title }) => title);

  it.each([
    ['its label', 'baseline', 'Baseline date'],
    ['its label with a typo', 'baselne date', 'Baseline date'],
    ['its help text', 'growth measured', 'Baseline date'],
    ['its name in the API', 'ph_call_notification_source', 'Phone call notification source'],
    ['another word for it', 'unsubscribe', 'Email opt-out overrides'],
  ])('finds a setting by %s', async (_, query, title) => {
    expect((await found(query))[0]).toBe(title);
  });

  it.each([
    ['stripe customer', 'Billing customer id'],
    ['market iq', 'Limit of phone numbers'],
  ])('finds by %s super admins’ settings only for super admins', async (query, title) => {
    expect(await found(query, superAdmin)).toEqual([title]);
    expect(await found(query)).toEqual([]);
  });

  it.each([
    ['stripe customer', 'stripe_customer_id'],
    ['market iq', 'market_iq_max_phone_numbers'],
    ['time zone', 'time_zone'],
  ])('finds %s for super admins before a practice is chosen', async (query, field) => {
    const basePath = '/settings/:practice';
    const tester = createContributionTester('search', searchFields, { flags: superAdmin, practice: null, basePath });
    expect((await tester.ask(query))[0]).toMatchObject({ path: `${basePath}/practice/general?field=${field}` });
  });

  it.each(['udp', 'websocket'])('finds the setting that has %s as an option', async (query) => {
    expect(await found(query)).toEqual(['Phone call notification source']);
  });

  it.each([
    ['deactivate', 'Active'],
    ['change name', 'Practice name'],
    ['Use clinics', 'Use clinics'],
    ['use_clinics', 'Use clinics'],
    ['parent practice', 'Parent practice id'],
    ['parent_practice_id', 'Parent practice id'],
    ['clinic number', 'Clinic number'],
    ['clinicnum', 'Clinic number'],
    ['additional_clinicnums', 'Additional clinic numbers'],
    ['create tables', 'Database tables'],
    ['database', 'Database tables'],
    ['make next update a full update', 'Make Next Update a Full Update'],
    ['full sync', 'Make Next Update a Full Update'],
    ['separate practice', 'Create Clinic Practices'],
    ['create clinic', 'Create Clinic Practices'],
    ['new practice', 'Create Clinic Practices'],
  ])('finds by %s %s for super admins alone', async (query, title) => {
    expect((await found(query, superAdmin))[0]).toBe(title);
    expect(await found(query)).not.toContain(title);
  });

  it.each([
    ['unblock', 'Unblock PMS Update'],
    ['restart database', 'Restart the database service'],
    ['database', 'Restart the database service'],
    ['restart phone', 'Restart the phone service'],
    ['component versions', 'Component versions'],
  ])('finds by %s %s for task admins alone', async (query, title) => {
    expect((await found(query, { task_admin: true }))[0]).toBe(title);
    expect(await found(query)).not.toContain(title);
  });

  it.each([
    ['unblock', 'Sync Status'],
    ['create tables', 'Database tables'],
    ['clinicnum', 'Advanced clinic settings'],
    ['create clinic practices', 'Clinics'],
  ])('links what %s finds to its section', async (query, section) => {
    const flags = { ...superAdmin, task_admin: true };
    const [result] = await createContributionTester('search', searchFields, { flags }).ask(query);
    expect(result?.path).toMatch(new RegExp(`/practice/general\\?search=${encodeURIComponent(section)}$`));
  });

  it.each([
    ['a practice without Open Dental', { pms_name: 'dentrix' }],
    ['no practice', null],
  ])('finds no clinic settings for %s', async (_, practice) => {
    const tester = createContributionTester('search', searchFields, { flags: superAdmin, practice });
    expect(await tester.ask('additional_clinicnums')).toEqual([]);
    expect((await tester.ask('create clinic')).map(({ title }) => title)).not.toContain('Create Clinic Practices');
  });

  it('includes the other names of what it finds', async () => {
    const tester = createContributionTester('search', searchFields);
    expect((await tester.ask('unsubscribe'))[0]?.keywords).toContain('unsubscribe');
  });

  it('marks matches despite typos', async () => {
    const tester = createContributionTester('search', searchFields);
    expect((await tester.ask('baselne date')).map(({ closest }) => closest)).toEqual([true]);
    expect((await tester.ask('baseline date')).map(({ closest }) => closest)).toEqual([undefined]);
  });

  it('links to the field', async () => {
    const [result] = await createContributionTester('search', searchFields).ask('baseline');
    expect(result?.path).toMatch(/\/practice\/general\?field=baseline_date$/);
  });
});

describe('people', () => {
  const tester = () => createContributionTester('search', searchPeople);
  const people = [
    { user_id: 'u-1', name: 'José Núñez', email: 'jose@harbor.example', role: 'owner' },
    { user_id: 'u-2', name: 'Marcus Bell', email: 'front-desk@harbor.example', role: 'staff' },
  ].map((person) => ({
    ...person,
    rights: [],
    has_own_rights: false,
    state: 'active' as const,
    is_linked: false,
    sign_in: null,
    invitation: null,
  }));

  it.each([
    ['jose nunez', 'José Núñez'],
    ['marcs', 'Marcus Bell'],
    ['front-desk@', 'Marcus Bell'],
    ['owner', 'José Núñez'],
  ])('finds by %s', async (query, name) => {
    server.use(answer(listMembers, () => reply(listMembers, { members: people as never })));
    expect((await tester().ask(query)).map(({ title }) => title)).toEqual([name]);
  });

  it('reads them once per practice, and again after a failure', async () => {
    let reads = 0;
    server.use(
      answer(listMembers, () => {
        reads += 1;
        return reads === 1 ? errorReply(503, 'busy', 'Try again.') : reply(listMembers, { members: people as never });
      }),
    );
    const { ask } = tester();
    await expect(ask('bell')).rejects.toMatchObject({ code: 'busy' });
    await ask('bell');
    await ask('nunez');
    expect(reads).toBe(2);
    await tester().ask('bell');
    expect(reads).toBe(3);
  });
});
