/**
 * Support access: staff give a reason and a duration for opening a practice that they aren't members of
 * (docs/decisions/0062).
 */
import * as z from 'zod/mini';
import { defineCall, practiceId, practiceParams } from './call.js';

export const MIN_REASON_LENGTH = 10;
export const MAX_REASON_LENGTH = 500;

/** Allowed durations of support access, in hours. */
export const supportHours = [1, 4, 8] as const;

export const supportAccess = z.object({
  id: z.string(),
  person: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
  /** Epoch seconds. */
  opened_at: z.int(),
  ends_at: z.int(),
});
export type SupportAccess = z.infer<typeof supportAccess>;

export const supportReason = z
  .string()
  .check(
    z.trim(),
    z.minLength(MIN_REASON_LENGTH, `Use ${MIN_REASON_LENGTH} characters or more`),
    z.maxLength(MAX_REASON_LENGTH, `Use at most ${MAX_REASON_LENGTH} characters`),
  );

export const readSupportAccess = defineCall({
  name: 'readSupportAccess',
  method: 'GET',
  path: '/api/:practice/support-access/',
  access: 'practice-or-internal',
  needsNoReason: true,
  summary: 'Whether this person needs a support access for a practice, and the one that is open',
  params: practiceParams,
  answer: z.object({
    /** False for members, and if the operator requires no reasons. */
    required: z.boolean(),
    access: z.nullable(supportAccess),
  }),
});

export const openSupportAccess = defineCall({
  name: 'openSupportAccess',
  method: 'POST',
  path: '/api/:practice/support-access/',
  access: 'practice-or-internal',
  needsNoReason: true,
  summary: 'Open a practice of which this person isn’t a member, for a reason and some hours; ends their former access',
  params: practiceParams,
  body: z.strictObject({
    reason: supportReason,
    hours: z.literal(supportHours, `Choose ${supportHours.join(', ')} hours`),
  }),
  answer: supportAccess,
});

export const listSupportAccesses = defineCall({
  name: 'listSupportAccesses',
  method: 'GET',
  path: '/api/:practice/support-accesses/',
  access: 'practice',
  right: 'activity',
  summary: 'Who has support access to a practice now, and why',
  params: practiceParams,
  answer: z.object({ accesses: z.array(supportAccess) }),
});

export const endSupportAccess = defineCall({
  name: 'endSupportAccess',
  method: 'DELETE',
  path: '/api/:practice/support-accesses/:access/',
  access: 'practice-or-internal',
  right: 'members',
  needsNoReason: true,
  summary: 'End a support access before its time: one’s own, or any of the practice for its owners',
  params: z.object({ practice: practiceId, access: z.uuid('Not a support access') }),
  answer: z.object({ status: z.literal('success') }),
});
