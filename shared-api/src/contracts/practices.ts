import * as z from 'zod/mini';
import { defineCall, pageQuery, practiceParams } from './call.js';
import { practiceSummary } from './session.js';

export const listPractices = defineCall({
  name: 'listPractices',
  method: 'GET',
  path: '/api/practices/',
  access: 'signed-in',
  limited: 'searches',
  summary: 'Practices that this person may open, searched by name or id',
  query: pageQuery,
  answer: z.object({
    results: z.array(practiceSummary),
    count: z.int(),
    /** True if no practice matches and these have the closest names. */
    closest: z.optional(z.boolean()),
  }),
});

export const readPractice = defineCall({
  name: 'readPractice',
  method: 'GET',
  path: '/api/practices/:practice/',
  access: 'practice-or-internal',
  needsNoReason: true,
  summary: 'Name and time zone of one practice',
  params: practiceParams,
  answer: practiceSummary,
});
