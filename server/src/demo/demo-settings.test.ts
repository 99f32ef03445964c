import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PracticeSettings, SyncInfo } from 'shared-api/contracts';
import { describeWithDatabase } from '../testing/engines.js';
import { type Caller, type TestServer, anonymousCaller, quickCost, testServer } from '../testing/test-server.js';
import { demoPassword } from './demo-people.js';
import { seedDemo } from './demo-steps.js';

describeWithDatabase('demo settings', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer(database(), { DEMO: '1' });
    await seedDemo(server.db, { practices: 8, now: server.clock.now, cost: quickCost });
  });
  afterAll(() => server.close());

  const signInAs = async (email: string): Promise<Caller> => {
    const response = await server.call(anonymousCaller, 'POST', '/api/session/', { email, password: demoPassword });
    return { headers: { cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' } };
  };
  const settings = async (caller: Caller, practiceId: number) =>
    (await server.call(caller, 'GET', `/api/${practiceId}/settings/practice_settings/`)).json<PracticeSettings>();
  const sync = async (caller: Caller, practiceId: number) =>
    (await server.call(caller, 'GET', `/api/${practiceId}/settings/pms_sync_info/`)).json<SyncInfo>();

  it('has four clinics in practice 1, with practice 4 as the third', async () => {
    const one = await settings(await signInAs('superadmin@console.example'), 1);
    expect(one.clinic_information?.map(({ clinic_num: number }) => number)).toEqual([1, 2, 3, 4]);
    expect(one.clinicnum).toBe(1);
    expect(one.connected_practices).toEqual([
      { id: 4, name: 'Bright Smiles North', clinicnum: 3, additional_clinics: [] },
    ]);
  });

  it('lets owners and managers change the overrides, but not staff', async () => {
    const mayChangeOverrides = async (email: string, practiceId: number) =>
      (await settings(await signInAs(email), practiceId)).permissions.communication_overrides;
    expect(await mayChangeOverrides('owner@bright-smiles.example', 1)).toBe(true);
    expect(await mayChangeOverrides('owner@bright-smiles.example', 4)).toBe(true);
    expect(await mayChangeOverrides('manager@bright-smiles.example', 1)).toBe(true);
    expect(await mayChangeOverrides('staff@bright-smiles.example', 1)).toBe(false);
  });

  it('shows some, all and none of the overrides, and every kind of expiration', async () => {
    const admin = await signInAs('superadmin@console.example');
    const [one, two, three, five] = await Promise.all([1, 2, 3, 5].map((practiceId) => settings(admin, practiceId)));
    const checkedOptions = (list: PracticeSettings['emailOptOutOverrideOptions'] = []) =>
      list.filter(({ checked }) => checked);
    expect(checkedOptions(one?.emailOptOutOverrideOptions).map(({ id }) => id)).toEqual([
      'appointment_reminders',
      'billing',
    ]);
    expect(checkedOptions(two?.smsOptOutOverrideOptions)).toHaveLength(two?.smsOptOutOverrideOptions.length ?? 0);
    expect(checkedOptions(three?.emailOptOutOverrideOptions)).toEqual([]);
    const today = server.clock.now.toISOString().slice(0, 10);
    expect((two?.account_expiration_date ?? '') > today).toBe(true);
    expect((five?.account_expiration_date ?? today) < today).toBe(true);
    expect(five).toMatchObject({ active: false, schema_has_tables: false });
  });

  it('shows an agent that disconnected days ago, and a request that timed out', async () => {
    const info = await sync(await signInAs('taskadmin@console.example'), 3);
    expect(info.pms_sync_socket_info).toBeNull();
    expect(info.pms_sync_versions).not.toBeNull();
    expect(info.commands).toMatchObject([{ kind: 'sync_now', state: 'timed_out', requested_by: 'Hannah Cole' }]);
    const age = server.clock.now.getTime() / 1000 - (info.last_synced_at ?? 0);
    expect(Math.round(age / 86_400)).toBe(9);
  });
});
