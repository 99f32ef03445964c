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
  summary: 'Whether the person needs support access to a practice, and their current one',
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
  summary:
    'Open a practice as a non-member for a reason and a number of hours; ends the person’s previous support access',
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
  summary: 'The current support accesses to a practice, with their reasons',
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
  summary: 'End a support access early: one’s own, or as an owner any of the practice',
  params: z.object({ practice: practiceId, access: z.uuid('Must be the id of a support access') }),
  answer: z.object({ status: z.literal('success') }),
});
