/**
 * Dismissals of attention items, which the modules provide for the overview. People mark an item as settled, or as fine
 * to stay as it is.
 */
import * as z from 'zod/mini';
import { defineCall, practiceParams } from './call.js';

export { attentionKey, contributionOfAttention, withDigest } from '../rules/attention.js';

export const attentionOutcomes = ['settled', 'dismissed'] as const;
export type AttentionOutcome = (typeof attentionOutcomes)[number];

/** Days after which a dismissed item that still needs attention is shown again. */
export const ATTENTION_REST_DAYS = 7;

export const MAX_ATTENTION_REASON_LENGTH = 300;

const closing = z.strictObject({
  /**
   * Created by `attentionKey`: the module, the contribution, and a digest of the item's own id. Keys of cards that the
   * caller can't see are refused.
   */
  item: z.string().check(z.minLength(1), z.maxLength(300)),
  /** The title that the person saw, quoted in the activity. */
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

/** Keys of dismissed items on cards that the caller can see. */
const closed = z.object({ items: z.array(z.string()) });

export const listClosedAttention = defineCall({
  name: 'listClosedAttention',
  method: 'GET',
  path: '/api/:practice/attention/',
  access: 'practice',
  summary: 'Items of a practice’s attention list that were resolved or dismissed',
  params: practiceParams,
  answer: closed,
});

export const closeAttention = defineCall({
  name: 'closeAttention',
  method: 'POST',
  path: '/api/:practice/attention/',
  access: 'practice',
  right: 'activity',
  summary: 'Resolve or dismiss an item of a practice’s attention list, for everyone there',
  params: practiceParams,
  body: closing,
  answer: closed,
});

export const listClosedInternalAttention = defineCall({
  name: 'listClosedInternalAttention',
  method: 'GET',
  path: '/api/attention/',
  access: 'internal',
  summary: 'Items of the attention list of all practices that were resolved or dismissed',
  answer: closed,
});

export const closeInternalAttention = defineCall({
  name: 'closeInternalAttention',
  method: 'POST',
  path: '/api/attention/',
  access: 'internal',
  summary: 'Resolve or dismiss an item of the attention list of all practices, for all staff',
  body: closing,
  answer: closed,
});
