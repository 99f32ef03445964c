import { createHash, randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PhoneNumbers } from 'shared-api/contracts';
import { forbidden } from '../../platform/errors/app-error.js';
import { type FakeStripe, startFakeStripe } from '../../billing/stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
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
import { SANDBOX_ORG_ACCOUNT, voiceProviderFor } from '../twilio/voice-provider.js';
import { changedSettings } from './number-settings.js';
import { transferPhoneNumber } from './phone-numbers-service.js';
import { setVoiceAccount } from './phone-moves-repository.js';

const ORG = SANDBOX_ORG_ACCOUNT;
const sidOf = (prefix: string, text: string): string =>
  `${prefix}${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;

interface Opened {
  practiceId: number;
  account: string;
  number: string;
  sid: string;
}

describe('changedSettings', () => {
  it('describes changed settings, and omits unchanged ones', () => {
    const before = { voiceUrl: 'https://a.example/voice', smsUrl: '', addressSid: null, trunkSid: 'TK1' };
    const after = { voiceUrl: '', smsUrl: null, addressSid: 'AD1', trunkSid: 'TK1' };
    expect(changedSettings(before, after)).toEqual([
      'Voice URL: https://a.example/voice → none',
      'Address: none → AD1',
    ]);
  });
});

describeWithDatabase('phone numbers', (database) => {
  let fakeStripe: FakeStripe;
  let server: TestServer;
  let caller: Caller;
  const cleanUp = cleanUpAfterAll();
  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await testServer(database(), { SANDBOX_URL: fakeStripe.url });
    cleanUp(() => server.close());
    caller = await signedIn(
      server,
      await createTestPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' }),
    );
  });

  const sow = (...accounts: object[]) => fakeStripe.control('twilio/seed', { accounts });
  const open = async (number: object = {}, account: object = {}): Promise<Opened> => {
    const practiceId = await createTestPractice(server.db);
    const phone = `+1312${randomInt(1_000_000, 9_999_999)}`;
    const opened = { practiceId, account: sidOf('AC', phone), number: phone, sid: sidOf('PN', phone) };
    await sow(
      { sid: ORG, friendly_name: 'Organization' },
      {
        sid: opened.account,
        friendly_name: `Practice ${practiceId}`,
        numbers: [{ sid: opened.sid, phone_number: phone, ...number }],
        ...account,
      },
    );
    await setVoiceAccount(server.db, practiceId, opened.account);
    return opened;
  };
  const read = async ({ practiceId }: Opened) =>
    (await server.call(caller, 'GET', `/api/${practiceId}/phone-numbers/`)).json<PhoneNumbers>();
  const move = (opened: Opened, over: object = {}) =>
    server.call(caller, 'POST', `/api/${opened.practiceId}/phone-numbers/transfer/`, {
      phone_number: opened.number,
      phone_number_sid: opened.sid,
      origin_account_sid: opened.account,
      destination_account_sid: ORG,
      ...over,
    });
  const setFaults = (faults: readonly object[]) => fakeStripe.control('twilio/faults', faults);

  it('labels a number, which keeps its label when it moves', async () => {
    const opened = await open();
    const path = `/api/${opened.practiceId}/phone-numbers/${opened.sid}/label/`;
    const label = async (text: string, at = path) => (await server.call(caller, 'PUT', at, { label: text })).statusCode;
    expect((await read(opened)).labels).toEqual({});
    expect(await label('  Front desk ')).toBe(200);
    expect((await read(opened)).labels).toEqual({ [opened.sid]: 'Front desk' });
    await move(opened);
    expect((await read(opened)).labels).toEqual({ [opened.sid]: 'Front desk' });
    expect([await label('x'.repeat(61)), await label('Fax', path.replace(opened.sid, sidOf('PN', 'other')))]).toEqual([
      400, 404,
    ]);
    expect([await label('Fax'), await label('Fax'), await label('')]).toEqual([200, 200, 200]);
    expect((await read(opened)).labels).toEqual({});
    const log = await server.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('practice_id', '=', opened.practiceId)
      .where('action', '=', 'phone_number.label')
      .orderBy('sequence')
      .execute();
    const phone_number = opened.number;
    expect(log).toEqual([
      { before: { phone_number, label: null }, after: { label: 'Front desk' } },
      { before: { phone_number, label: 'Front desk' }, after: { label: 'Fax' } },
      { before: { phone_number, label: 'Fax' }, after: { label: null } },
    ]);
  });

  it('moves a number back and forth, and records time and author', async () => {
    const opened = await open({ voice_url: 'https://voice.example/in' });
    expect(await read(opened)).toMatchObject({
      org_twilio_subaccount: ORG,
      practice_twilio_subaccount: opened.account,
      practice_phone_numbers: { [opened.number]: opened.sid },
      practice_account_status: 'active',
      moves: [],
    });
    expect((await move(opened)).json()).toMatchObject({ status: 'success' });
    const there = await read(opened);
    expect(there.practice_phone_numbers).toEqual({});
    expect(there.org_phone_numbers).toHaveProperty([opened.number], opened.sid);
    expect(there.moves).toMatchObject([{ to: 'organization', outcome: 'moved', moved_by: 'Iris Internal' }]);
    const back = await move(opened, { origin_account_sid: ORG, destination_account_sid: opened.account });
    expect(back.statusCode).toBe(200);
    expect((await read(opened)).practice_phone_numbers).toHaveProperty([opened.number]);
    const log = await server.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('practice_id', '=', opened.practiceId)
      .where('action', '=', 'phone_number.move')
      .execute();
    expect(log).toHaveLength(2);
    expect(log).toContainEqual({
      before: { phone_number: opened.number, account: opened.account },
      after: expect.objectContaining({ account: ORG, outcome: 'moved' }),
    });
  });

  it('doesn’t move a number for somebody who lost access while the provider was slow', async () => {
    const opened = await open();
    const { practiceId, number, sid, account: origin } = opened;
    const refused = forbidden('You don’t have access to this.');
    const voice = voiceProviderFor(server.config);
    if (!voice) throw new Error('There is no voice provider');
    const transfer = { practiceId, number, sid, origin, destination: ORG };
    const context = { ...testAudit(), assertStillAllowed: () => Promise.reject(refused) };
    await expect(transferPhoneNumber(server.db, voice, transfer, context)).rejects.toBe(refused);
    expect(await read(opened)).toMatchObject({
      practice_phone_numbers: { [number]: sid },
      moves: [{ outcome: 'failed', message: refused.message }],
    });
  });

  it('reports other settings that the provider changed with the move', async () => {
    const opened = await open({ voice_application_sid: sidOf('AP', 'voice') });
    const answer = (await move(opened)).json<{ changed_settings: string[] }>();
    expect(answer.changed_settings).toEqual([`Voice application: ${sidOf('AP', 'voice')} → none`]);
  });

  it('requires an address when the provider asks for one, and moves the number with it', async () => {
    const opened = await open({ address_requirements: 'any' });
    const response = await move(opened);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      code: 'address_required',
      message: expect.stringContaining('Add one there'),
    });
    const after = await read(opened);
    expect(after.practice_phone_numbers).toHaveProperty([opened.number]);
    expect(after.moves).toMatchObject([{ outcome: 'failed' }]);

    // After the new account has an address, the move succeeds.
    const voice = voiceProviderFor(server.config);
    await voice?.client.api.v2010.accounts(ORG).addresses.create({
      customerName: 'Practice Console',
      street: '1 Main Street',
      city: 'Springfield',
      region: 'IL',
      postalCode: '62701',
      isoCountry: 'US',
    });
    expect((await move(opened)).statusCode).toBe(200);
    expect((await read(opened)).org_phone_numbers).toHaveProperty([opened.number]);
  });

  it.each([
    ['a forged destination', { destination_account_sid: sidOf('AC', 'foreign') }, 'destination_account_sid'],
    ['a forged origin', { origin_account_sid: sidOf('AC', 'foreign') }, 'origin_account_sid'],
    ['its current account', { destination_account_sid: 'own' }, 'destination_account_sid'],
  ])('refuses to move a number with %s', async (_, over, field) => {
    const opened = await open();
    const own = 'destination_account_sid' in over && over.destination_account_sid === 'own';
    const response = await move(opened, own ? { destination_account_sid: opened.account } : over);
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json<{ fields: object }>().fields)).toEqual([field]);
    expect((await read(opened)).moves).toEqual([]);
  });

  it.each([
    ['text as a number', { phone_number: 'my number' }, 'phone_number'],
    ['an invalid SID', { phone_number_sid: 'PN1' }, 'phone_number_sid'],
  ])('refuses %s', async (_, over, field) => {
    const response = await move(await open(), over);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ fields: object }>().fields).toHaveProperty(field);
  });

  it('refuses to move an unknown number or one already elsewhere', async () => {
    const opened = await open();
    expect((await move(opened, { phone_number_sid: sidOf('PN', 'nobody’s') })).json()).toMatchObject({
      code: 'number_moved',
    });
    expect((await move(opened, { phone_number: '+13125550199' })).json()).toMatchObject({ code: 'number_moved' });
    await move(opened);
    expect((await move(opened)).json()).toMatchObject({ code: 'number_moved' });
  });

  it('moves a number once for several simultaneous requests', async () => {
    const opened = await open();
    const responses = await Promise.all([move(opened), move(opened), move(opened)]);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
    expect((await read(opened)).moves.filter(({ outcome }) => outcome === 'moved')).toHaveLength(1);
  });

  it('refuses to move a number of a suspended account, and shows its status', async () => {
    const opened = await open({}, { status: 'suspended' });
    expect((await read(opened)).practice_account_status).toBe('suspended');
    expect((await move(opened)).json()).toMatchObject({ code: 'account_inactive' });
  });

  it('succeeds when the response is lost but the number has moved', async () => {
    const opened = await open();
    await setFaults([{ on: 'POST ', kind: 'lost', times: 1 }]);
    const response = await move(opened);
    await setFaults([]);
    expect(response.statusCode).toBe(200);
    expect((await read(opened)).org_phone_numbers).toHaveProperty([opened.number]);
  });

  it('keeps the number when the provider fails, and lists the move as failed', async () => {
    const opened = await open();
    await setFaults([{ on: 'POST ', kind: 'error', times: 1 }]);
    const response = await move(opened);
    await setFaults([]);
    expect(response.json()).toMatchObject({ code: 'provider_unavailable' });
    expect(await read(opened)).toMatchObject({
      practice_phone_numbers: { [opened.number]: opened.sid },
      moves: [{ outcome: 'failed' }],
    });
  });

  it('shows a missing account for a practice without one, and refuses to move a number', async () => {
    const practiceId = await createTestPractice(server.db);
    const opened = {
      practiceId,
      account: sidOf('AC', 'none'),
      number: '+13125550100',
      sid: sidOf('PN', 'none'),
    };
    expect(await read(opened)).toMatchObject({ practice_twilio_subaccount: null, practice_account_status: 'missing' });
    expect((await move(opened)).json()).toMatchObject({ code: 'no_voice_account' });
  });

  it("keeps the provider's token out of responses and logs", async () => {
    const opened = await open();
    await setFaults([{ kind: 'error', times: 2 }]);
    const response = await server.call(caller, 'GET', `/api/${opened.practiceId}/phone-numbers/`);
    await setFaults([]);
    expect(response.statusCode).toBe(502);
    expect(`${response.body} ${server.log.join(' ')}`).not.toContain('sandbox-twilio-token');
  });
});
