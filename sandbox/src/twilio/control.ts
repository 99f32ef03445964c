/** Control endpoints for tests and the demo, outside Twilio's API: accounts with their numbers, and faults. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { closeAccount } from './accounts.js';
import { sandboxTwilio } from './credentials.js';
import type { FaultPlan } from '../faults.js';
import { type TwilioFault, twilioFault } from './twilio-fault.js';
import { defaultSettings } from './number-settings.js';
import type { Account, PhoneNumber, Store } from './store.js';

const sid = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}[0-9a-f]{32}$`)));

const seededNumber = z.strictObject({
  sid: z.optional(sid('PN')),
  phone_number: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)),
  friendly_name: z.optional(z.string()),
  address_requirements: z._default(z.enum(['none', 'any', 'local', 'foreign']), 'none'),
  /** The ISO country that `local` and `foreign` refer to. */
  country: z._default(z.string().check(z.regex(/^[A-Z]{2}$/)), 'US'),
  voice_url: z._default(z.string(), ''),
  sms_url: z._default(z.string(), ''),
  voice_application_sid: z.optional(sid('AP')),
  sms_application_sid: z.optional(sid('AP')),
  trunk_sid: z.optional(sid('TK')),
});

const seed = z.strictObject({
  accounts: z.array(
    z.strictObject({
      sid: z.optional(sid('AC')),
      friendly_name: z.string().check(z.minLength(1), z.maxLength(64)),
      status: z._default(z.enum(['active', 'suspended', 'closed']), 'active'),
      /** The parent account. With a parent other than the sandbox's, it is somebody else's account. */
      owner_account_sid: z._default(sid('AC'), sandboxTwilio.accountSid),
      numbers: z._default(z.array(seededNumber), []),
    }),
  ),
});
type Seed = z.infer<typeof seed>;

/** Derives the SID from a text, so that repeated seeding creates one object. */
const sidFrom = (prefix: string, text: string): string =>
  `${prefix}${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;

/** Creates accounts and numbers. Existing ones don't change, even if a number was moved to another account. */
function applySeed(store: Store, { accounts }: Seed): object {
  const now = store.now();
  return accounts.map((given) => {
    const accountSid = given.sid ?? sidFrom('AC', given.friendly_name);
    const account: Account = store.accounts.get(accountSid) ?? {
      sid: accountSid,
      friendly_name: given.friendly_name,
      status: given.status,
      auth_token: store.newSid(''),
      owner_account_sid: given.owner_account_sid,
      created: now,
      updated: now,
    };
    store.accounts.set(accountSid, account);
    const numbers = given.numbers.map((one) => {
      const there = [...store.numbers.values()].find(({ phone_number }) => phone_number === one.phone_number);
      const number: PhoneNumber = there ?? {
        ...defaultSettings,
        sid: one.sid ?? sidFrom('PN', one.phone_number),
        account_sid: accountSid,
        phone_number: one.phone_number,
        friendly_name: one.friendly_name ?? '',
        address_requirements: one.address_requirements,
        country: one.country,
        voice_url: one.voice_url,
        sms_url: one.sms_url,
        voice_application_sid: one.voice_application_sid ?? '',
        sms_application_sid: one.sms_application_sid ?? '',
        trunk_sid: one.trunk_sid ?? null,
        created: now,
        updated: now,
      };
      store.numbers.set(number.sid, number);
      return { sid: number.sid, phone_number: number.phone_number, account_sid: number.account_sid };
    });
    if (account.status === 'closed') closeAccount(store, account);
    return { sid: accountSid, friendly_name: account.friendly_name, status: account.status, numbers };
  });
}

export function twilioControl(app: FastifyInstance, store: Store, faults: FaultPlan<TwilioFault>): void {
  app.post('/control/twilio/seed', ({ body }, reply) => {
    const parsed = seed.safeParse(body);
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
    if (parsed.data.accounts.some(({ status, numbers }) => status === 'closed' && numbers.length > 0)) {
      return reply.code(400).send({ error: 'A closed account has no numbers: closing gives them back to Twilio.' });
    }
    const accounts = applySeed(store, parsed.data);
    store.save();
    return { accounts };
  });

  app.post('/control/twilio/faults', ({ body }, reply) => {
    const parsed = z.array(twilioFault).safeParse(body);
    if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
    faults.set(parsed.data);
    return { status: 'ok' };
  });
}
