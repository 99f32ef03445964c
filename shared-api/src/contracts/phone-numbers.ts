/**
 * Phone numbers in the voice sub-accounts of a practice and of the organization (specification: internal
 * administration, 2.6).
 */
import * as z from 'zod/mini';
import { defineCall, practiceParams } from './call.js';

/** `AC` and 32 hexadecimal digits. */
export const accountSid = z.string().check(z.regex(/^AC[0-9a-f]{32}$/, 'Not an account SID'));
/** `PN` and 32 hexadecimal digits. */
export const phoneNumberSid = z.string().check(z.regex(/^PN[0-9a-f]{32}$/, 'Not a phone number SID'));
/** `+` and up to 15 digits. */
export const e164 = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'Not a phone number'));

/** Phone number → its SID. */
const numbers = z.record(z.string(), z.string());

export const phoneAccountStatuses = ['active', 'suspended', 'closed', 'missing'] as const;

/** A past move of a number with its outcome. */
export const phoneMove = z.object({
  id: z.string(),
  phone_number: z.string(),
  /** The destination. */
  to: z.enum(['organization', 'practice']),
  /**
   * `moved` is verified by reading the number back. `unknown` means that the provider couldn't be reached to verify it.
   */
  outcome: z.enum(['moved', 'failed', 'unknown']),
  message: z.nullable(z.string()),
  moved_by: z.string(),
  /** Epoch seconds. */
  moved_at: z.int(),
});
export type PhoneMove = z.infer<typeof phoneMove>;

export const phoneNumbers = z.object({
  /** SID of the organization's sub-account. */
  org_twilio_subaccount: z.string(),
  /** SID of the practice's sub-account; null without one. */
  practice_twilio_subaccount: z.nullable(z.string()),
  org_phone_numbers: numbers,
  practice_phone_numbers: numbers,
  /** Whether numbers can move into and out of the accounts. */
  org_account_status: z.enum(phoneAccountStatuses),
  practice_account_status: z.enum(phoneAccountStatuses),
  /** The latest moves of this practice's numbers, newest first. */
  moves: z.array(phoneMove),
  /** Labels that staff gave to numbers: SID → label. Absent from older servers. */
  labels: z.optional(numbers),
});
export type PhoneNumbers = z.infer<typeof phoneNumbers>;

export const readPhoneNumbers = defineCall({
  name: 'readPhoneNumbers',
  method: 'GET',
  path: '/api/:practice/phone-numbers/',
  access: 'internal',
  summary: 'Accounts and phone numbers of a practice and of the organization, and the latest moves',
  params: practiceParams,
  answer: phoneNumbers,
});

export const transferPhoneNumber = defineCall({
  name: 'transferPhoneNumber',
  method: 'POST',
  path: '/api/:practice/phone-numbers/transfer/',
  access: 'internal',
  summary: 'Transfer a number from one of the two accounts to the other, and confirm it by reading the number back',
  params: practiceParams,
  body: z.strictObject({
    phone_number: e164,
    phone_number_sid: phoneNumberSid,
    origin_account_sid: accountSid,
    destination_account_sid: accountSid,
  }),
  answer: z.object({
    status: z.string(),
    message: z.string(),
    /** Settings that the provider changed with the move, as text: `Voice URL: https://… → none`. */
    changed_settings: z.array(z.string()),
  }),
  okStatus: ['success'],
});

export const MAX_LABEL_LENGTH = 60;

export const labelPhoneNumber = defineCall({
  name: 'labelPhoneNumber',
  method: 'PUT',
  path: '/api/:practice/phone-numbers/:sid/label/',
  access: 'internal',
  summary: 'Label a number of one of the two accounts. The label stays when the number is transferred',
  params: z.object({ ...practiceParams.shape, sid: phoneNumberSid }),
  /** Empty to remove the label. */
  body: z.strictObject({
    label: z.string().check(z.trim(), z.maxLength(MAX_LABEL_LENGTH, `At most ${MAX_LABEL_LENGTH} characters`)),
  }),
  answer: z.object({ status: z.string(), message: z.string() }),
  okStatus: ['success'],
});
