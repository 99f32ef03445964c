import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Twilio } from 'twilio';
import { sandboxTwilio } from './credentials.js';
import { twilioOn } from './testing/sandbox-client.js';
import { errorOf } from './testing/sdk-errors.js';
import { type TwilioSandbox, twilioSandbox } from './testing/twilio-sandbox.js';

const nobody = `AC${'0'.repeat(32)}`;

describe('the sandbox on Twilio’s API', () => {
  let sandbox: TwilioSandbox;
  let twilio: Twilio;
  beforeAll(async () => {
    sandbox = await twilioSandbox();
    ({ twilio } = sandbox);
  });
  afterAll(() => sandbox.close());
  afterEach(() => sandbox.setFaults([]));

  it('rejects other credentials with 20003', async () => {
    const wrong = twilioOn(sandbox.url, { ...sandboxTwilio, authToken: 'guessed' });
    expect(await errorOf(wrong.api.v2010.accounts(nobody).fetch())).toMatchObject({
      status: 401,
      code: 20003,
      message: 'Authenticate',
      moreInfo: 'https://www.twilio.com/docs/errors/20003',
    });
  });

  it.each([
    ['an unknown account', () => twilio.api.v2010.accounts(nobody).fetch()],
    [
      'an unknown number',
      () =>
        twilio.api.v2010
          .accounts(sandboxTwilio.accountSid)
          .incomingPhoneNumbers(`PN${'0'.repeat(32)}`)
          .fetch(),
    ],
    ['numbers of an unknown account', () => twilio.api.v2010.accounts(nobody).incomingPhoneNumbers.list()],
    ['an unsupported resource', () => twilio.messages.list()],
  ])('returns 20404 for %s', async (_, work) => {
    expect(await errorOf(work())).toMatchObject({ status: 404, code: 20404 });
  });

  it('hides someone else’s account', async () => {
    const [foreign] = await sandbox.seed({ friendly_name: 'Foreign', owner_account_sid: nobody });
    expect(await errorOf(twilio.api.v2010.accounts(foreign?.sid ?? '').fetch())).toMatchObject({ code: 20404 });
    const names = (await twilio.api.v2010.accounts.list()).map(({ friendlyName }) => friendlyName);
    expect(names).not.toContain('Foreign');
  });

  it('rejects an unknown parameter by name', async () => {
    const list = twilio.api.v2010.accounts(sandboxTwilio.accountSid).incomingPhoneNumbers;
    expect(await errorOf(list.list({ beta: true }))).toMatchObject({ status: 400, code: 20001 });
  });

  it('creates sub-accounts, finds them by name and status, and closes them permanently', async () => {
    const made = await twilio.api.v2010.accounts.create({ friendlyName: 'Lakeside' });
    expect(made).toMatchObject({ status: 'active', ownerAccountSid: sandboxTwilio.accountSid });
    expect(made.dateCreated).toBeInstanceOf(Date);
    await twilio.api.v2010.accounts(made.sid).update({ status: 'suspended' });
    const found = await twilio.api.v2010.accounts.list({ friendlyName: 'Lakeside', status: 'suspended' });
    expect(found.map(({ sid }) => sid)).toEqual([made.sid]);
    await twilio.api.v2010.accounts(made.sid).update({ status: 'closed' });
    const opening = twilio.api.v2010.accounts(made.sid).update({ status: 'active' });
    expect(await errorOf(opening)).toMatchObject({ status: 400 });
  });

  it('releases the numbers of a closed account', async () => {
    const [account] = await sandbox.seed({ friendly_name: 'Closing', numbers: [{ phone_number: '+13125550190' }] });
    await twilio.api.v2010.accounts(account?.sid ?? '').update({ status: 'closed' });
    expect(await twilio.api.v2010.accounts(account?.sid ?? '').incomingPhoneNumbers.list()).toEqual([]);
  });

  it('lists numbers page by page and finds them by their digits', async () => {
    const numbers = Array.from({ length: 7 }, (_, at) => ({ phone_number: `+1312555020${at}` }));
    const [account] = await sandbox.seed({ friendly_name: 'Paged', numbers });
    const list = twilio.api.v2010.accounts(account?.sid ?? '').incomingPhoneNumbers;
    const first = await list.page({ pageSize: 3 });
    expect(first.instances).toHaveLength(3);
    const second = await first.nextPage();
    const third = await second?.nextPage();
    expect(third?.instances).toHaveLength(1);
    expect(third?.nextPageUrl).toBeUndefined();
    expect((await third?.previousPage())?.instances.map(({ sid }) => sid)).toEqual(
      second?.instances.map(({ sid }) => sid),
    );
    const all = await list.list({ pageSize: 2 });
    expect(all.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(numbers.map(({ phone_number }) => phone_number));
    expect(await list.list({ phoneNumber: '+13125550203' })).toHaveLength(1);
    expect(await list.list({ phoneNumber: '555*20' })).toHaveLength(7);
  });

  it.each([
    ['no number', '555-0100', 21421],
    ['a number that is in use', '+13125550280', 21422],
  ])('refuses to sell %s', async (_, phoneNumber, code) => {
    const [account] = await sandbox.seed({ friendly_name: 'Buying', numbers: [{ phone_number: '+13125550280' }] });
    const buying = twilio.api.v2010.accounts(account?.sid ?? '').incomingPhoneNumbers.create({ phoneNumber });
    expect(await errorOf(buying)).toMatchObject({ status: 400, code });
  });

  it('sells a number with its settings and updates them', async () => {
    const numbers = twilio.api.v2010.accounts(sandboxTwilio.accountSid).incomingPhoneNumbers;
    const bought = await numbers.create({ phoneNumber: '+13125550281', voiceUrl: 'https://voice.example/in' });
    expect(bought).toMatchObject({ voiceUrl: 'https://voice.example/in', capabilities: { voice: true } });
    const changed = await numbers(bought.sid).update({ voiceUrl: '', smsUrl: 'https://sms.example/in' });
    expect(changed).toMatchObject({ voiceUrl: '', smsUrl: 'https://sms.example/in' });
    expect(await errorOf(numbers(bought.sid).update({ smsUrl: 'nowhere' }))).toMatchObject({ code: 20001 });
  });

  it('fails the configured number of times, with the configured code', async () => {
    const parent = twilio.api.v2010.accounts(sandboxTwilio.accountSid);
    await sandbox.setFaults([{ on: 'GET /2010-04-01/Accounts/', kind: 'error', times: 1 }]);
    expect(await errorOf(parent.fetch())).toMatchObject({ status: 500, code: 20500 });
    expect(await parent.fetch()).toMatchObject({ sid: sandboxTwilio.accountSid });
    await sandbox.setFaults([{ kind: 'error', status: 429, code: 20429, message: 'Too Many Requests', times: 1 }]);
    expect(await errorOf(parent.fetch())).toMatchObject({ status: 429, code: 20429 });
    await sandbox.setFaults([{ kind: 'refuse', times: 1 }]);
    expect(await errorOf(parent.fetch())).toMatchObject({ code: 'ECONNRESET' });
  });

  it('restores everything after a restart without duplicate seeds', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-twilio-'));
    const seed = { friendly_name: 'Kept', numbers: [{ phone_number: '+13125550290' }] };
    const first = await twilioSandbox(folder);
    const [account] = await first.seed(seed);
    const number = account?.numbers[0];
    await first.twilio.api.v2010
      .accounts(account?.sid ?? '')
      .incomingPhoneNumbers(number?.sid ?? '')
      .update({ accountSid: sandboxTwilio.accountSid });
    await first.close();
    const second = await twilioSandbox(folder);
    const [again] = await second.seed(seed);
    expect(again).toEqual({ ...account, numbers: [{ ...number, account_sid: sandboxTwilio.accountSid }] });
    const moved = await second.twilio.incomingPhoneNumbers.list();
    expect(moved.map(({ sid }) => sid)).toEqual([number?.sid]);
    await second.close();
    rmSync(folder, { recursive: true });
  });
});
