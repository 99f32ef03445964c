/**
 * What the overview says needs attention comes from the modules. Here is what people said of it: that it is settled, or that it
 * may stay as it is.
 */
import * as z from 'zod/mini';
import { defineCall, practiceParams } from './call.js';

export { attentionKey, contributionOfAttention, withDigest } from '../rules/attention.js';

export const attentionOutcomes = ['settled', 'dismissed'] as const;
export type AttentionOutcome = (typeof attentionOutcomes)[number];

/** What still needs attention after this time is shown again, in days. */
export const ATTENTION_REST_DAYS = 7;

export const MAX_ATTENTION_REASON_LENGTH = 300;

const closing = z.strictObject({
  /**
   * As `attentionKey` makes it: the module, the contribution, and a digest of the item's own id. One of a card that the caller
   * doesn't see is refused.
   */
  item: z.string().check(z.minLength(1), z.maxLength(300)),
  /** The title that the person saw, which the activity quotes. */
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  outcome: z.enum(attentionOutcomes),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a reason'),
      z.maxLength(MAX_ATTENTION_REASON_LENGTH, `Use at most ${MAX_ATTENTION_REASON_LENGTH} characters`),
    ),
});
export type AttentionClosing = z.input<typeof closing>;

/** The keys of the items that aren't shown, of cards that the caller sees. */
const closed = z.object({ items: z.array(z.string()) });

export const listClosedAttention = defineCall({
  name: 'listClosedAttention',
  method: 'GET',
  path: '/api/:practice/attention/',
  access: 'practice',
  summary: 'What people settled or dismissed of what needs attention at a practice',
  params: practiceParams,
  answer: closed,
});

export const closeAttention = defineCall({
  name: 'closeAttention',
  method: 'POST',
  path: '/api/:practice/attention/',
  access: 'practice',
  right: 'activity',
  summary: 'Settle or dismiss something that needs attention at a practice, for everyone there',
  params: practiceParams,
  body: closing,
  answer: closed,
});

export const listClosedInternalAttention = defineCall({
  name: 'listClosedInternalAttention',
  method: 'GET',
  path: '/api/attention/',
  access: 'internal',
  summary: 'What staff settled or dismissed of what needs attention over all practices',
  answer: closed,
});

export const closeInternalAttention = defineCall({
  name: 'closeInternalAttention',
  method: 'POST',
  path: '/api/attention/',
  access: 'internal',
  summary: 'Settle or dismiss something that needs attention over all practices, for all staff',
  body: closing,
  answer: closed,
});
