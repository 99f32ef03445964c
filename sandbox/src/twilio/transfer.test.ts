import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sandboxTwilio } from './credentials.js';
import { errorOf } from './testing/sdk-errors.js';
import { twilioOn } from './testing/sandbox-client.js';
import { type TwilioSandbox, twilioSandbox } from './testing/twilio-sandbox.js';

const practice = `AC${'1'.repeat(32)}`;
const organization = `AC${'2'.repeat(32)}`;
const suspended = `AC${'3'.repeat(32)}`;
const foreign = `AC${'4'.repeat(32)}`;
const plain = `PN${'1'.repeat(32)}`;
const german = `PN${'2'.repeat(32)}`;
const asleep = `PN${'3'.repeat(32)}`;
const application = `AP${'a'.repeat(32)}`;

describe('a transfer between accounts', () => {
  let sandbox: TwilioSandbox;
  const numberAt = (account: string, sid: string) =>
    sandbox.twilio.api.v2010.accounts(account).incomingPhoneNumbers(sid);
  const move = (sid: string, from: string, accountSid: string) => numberAt(from, sid).update({ accountSid });

  beforeAll(async () => {
    sandbox = await twilioSandbox();
    await sandbox.seed(
      {
        sid: practice,
        friendly_name: 'Practice',
        numbers: [
          {
            sid: plain,
            phone_number: '+13125550100',
            voice_url: 'https://voice.example/in',
            voice_application_sid: application,
          },
          { sid: german, phone_number: '+493055501001', address_requirements: 'local', country: 'DE' },
        ],
      },
      { sid: organization, friendly_name: 'Organization' },
      {
        sid: suspended,
        friendly_name: 'Suspended',
        status: 'suspended',
        numbers: [{ sid: asleep, phone_number: '+13125550101' }],
      },
      { sid: foreign, friendly_name: 'Foreign', owner_account_sid: foreign },
    );
  });
  afterAll(() => sandbox.close());
  afterEach(() => sandbox.setFaults([]));

  it('moves the number there and back with the same SID, without the settings of the account', async () => {
    const there = await move(plain, practice, organization);
    expect(there).toMatchObject({
      sid: plain,
      accountSid: organization,
      voiceUrl: 'https://voice.example/in',
      voiceApplicationSid: '',
    });
    expect(await errorOf(numberAt(practice, plain).fetch())).toMatchObject({ status: 404, code: 20404 });
    await move(plain, organization, practice);
    expect(await numberAt(practice, plain).fetch()).toMatchObject({ accountSid: practice, voiceApplicationSid: '' });
  });

  it.each([
    ['a text that is not a SID', 'AC-organization', plain, practice, 21470],
    ['an account that does not exist', `AC${'9'.repeat(32)}`, plain, practice, 21471],
    ['an account that is not active', suspended, plain, practice, 21472],
    ['an account of another parent', foreign, plain, practice, 21473],
    ['any account, from one that is not active', organization, asleep, suspended, 21472],
  ])('rejects a transfer to %s', async (_, to, sid, from, code) => {
    expect(await errorOf(move(sid, from, to))).toMatchObject({ status: 400, code });
    expect(await numberAt(from, sid).fetch()).toMatchObject({ accountSid: from });
  });

  it('rejects a transfer by a sub-account', async () => {
    const { authToken } = await sandbox.twilio.api.v2010.accounts(practice).fetch();
    const own = twilioOn(sandbox.url, { accountSid: practice, authToken });
    const moving = own.incomingPhoneNumbers(plain).update({ accountSid: sandboxTwilio.accountSid });
    expect(await errorOf(moving)).toMatchObject({ status: 403, code: 21474 });
  });

  it('requires an address of the destination when the number’s country requires one', async () => {
    expect(await errorOf(move(german, practice, organization))).toMatchObject({ status: 400, code: 21631 });
    const addresses = sandbox.twilio.api.v2010.accounts(organization).addresses;
    const address = (isoCountry: string) =>
      addresses.create({
        customerName: 'Organization',
        street: 'Linienstr. 1',
        city: 'Berlin',
        region: 'Berlin',
        postalCode: '10178',
        isoCountry,
      });
    const abroad = await address('US');
    const withAddress = (addressSid: string) =>
      numberAt(practice, german).update({ accountSid: organization, addressSid });
    expect(await errorOf(withAddress(abroad.sid))).toMatchObject({ status: 400, code: 21613 });
    const local = await address('DE');
    expect(await withAddress(local.sid)).toMatchObject({ accountSid: organization, addressSid: local.sid });
    expect(
      await errorOf(numberAt(organization, german).update({ accountSid: practice, addressSid: local.sid })),
    ).toMatchObject({
      code: 21613,
    });
    expect((await addresses.list({ isoCountry: 'DE' })).map(({ sid }) => sid)).toEqual([local.sid]);
  });

  it('moves the number even if the response is lost', async () => {
    await sandbox.setFaults([{ on: `POST /2010-04-01/Accounts/${practice}/`, kind: 'lost', times: 1 }]);
    expect(await errorOf(move(plain, practice, organization))).toMatchObject({ code: 'ECONNRESET' });
    expect(await numberAt(organization, plain).fetch()).toMatchObject({ accountSid: organization });
    expect(await errorOf(move(plain, practice, organization))).toMatchObject({ code: 20404 });
    await move(plain, organization, practice);
  });

  it('moves the number once when two requests run at the same time', async () => {
    const both = await Promise.allSettled([move(plain, practice, organization), move(plain, practice, organization)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
