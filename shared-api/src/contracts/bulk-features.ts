/**
 * Feature changes for many practices (specification: internal administration, 2.4 and 7). The server makes a large
 * change as a job, which can be stopped and resumed.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.js';
import { displayItem, itemName, okStatus, outcome } from './feature-items.js';
import { practicesFilter } from './practice-features.js';

export const bulkActions = ['add', 'remove'] as const;
export type BulkAction = (typeof bulkActions)[number];
export const bulkTypes = ['bundle', 'feature', 'feature_flag'] as const;
export type BulkType = (typeof bulkTypes)[number];

const practiceIds = z.array(z.int().check(z.positive()));

/** Either practice ids or a filter, which avoids a list of 100,000 ids. */
const bulkChange = z.strictObject({
  action: z.enum(bulkActions),
  type: z.enum(bulkTypes),
  items: z.array(itemName).check(z.minLength(1, 'Choose at least one'), z.maxLength(100)),
  practice_ids: z.optional(practiceIds.check(z.minLength(1, 'Please select practices first'), z.maxLength(100_000))),
  filter: z.optional(practicesFilter),
  /** Practices excluded from the filter. */
  exclude_ids: z.optional(practiceIds.check(z.maxLength(10_000))),
});
export type BulkChange = z.input<typeof bulkChange>;

export const bulkOutcomes = ['changed', 'unchanged', 'failed'] as const;
export const bulkResult = z.object({
  practice_id: z.int(),
  /** Name of the practice; empty if it does not exist. */
  practice: z.string(),
  status: z.enum(bulkOutcomes),
  /** Display names of the changed items that the practice had before and has after the change. Absent for a failure. */
  before: z.optional(z.array(z.string())),
  after: z.optional(z.array(z.string())),
  message: z.optional(z.string()),
});
export type BulkResult = z.infer<typeof bulkResult>;

/**
 * `status` is `success`, `partial` if practices failed, `accepted` for a large set, which a job processes, or `waiting`
 * if a second person must approve it first (contracts/approvals).
 */
export const bulkUpdateFeatures = defineCall({
  name: 'bulkUpdateFeatures',
  method: 'POST',
  path: '/api/features/bulk_update/',
  access: 'internal',
  summary:
    'Add or remove bundles, features or flags of many practices; a small set immediately, a large one as a job (202)',
  body: bulkChange,
  answer: z.object({
    status: z.string(),
    message: z.string(),
    /** Results of a small set. */
    results: z.optional(z.array(bulkResult)),
    /** The id of a change that runs as a job, for `readBulkJob`. */
    bulk_change_id: z.optional(z.string()),
    /** The same id under its original name. */
    job_id: z.optional(z.string()),
  }),
  okStatus: ['success', 'partial', 'accepted', 'waiting'],
});

export const previewBulkUpdate = defineCall({
  name: 'previewBulkUpdate',
  method: 'POST',
  path: '/api/features/bulk_update/preview/',
  access: 'internal',
  summary: 'Preview the effect of a bulk change',
  body: bulkChange,
  answer: z.object({
    practices: z.int(),
    /** The number of practices that would change, and of those that already have (or lack) everything. */
    changed: z.int(),
    unchanged: z.int(),
    /** For each item, the number of practices that would gain or lose it. */
    items: z.array(z.extend(displayItem, { practices: z.int() })),
    /**
     * For a removal, the number of practices with a subscription or a trial of it. The removal withholds it from them.
     */
    held_by_subscriptions: z.int(),
  }),
});
export type BulkPreview = z.infer<typeof previewBulkUpdate.answer>;

export const bulkJobStates = ['waiting', 'running', 'stopping', 'stopped', 'done', 'failed'] as const;
const jobParams = z.object({ job: z.uuid('Must be the id of a job') });

export const bulkJob = z.object({
  /** Absent in consoles that only send `job_id`. */
  bulk_change_id: z.optional(z.string()),
  /** The id of the bulk change, under its original name. */
  job_id: z.string(),
  state: z.enum(bulkJobStates),
  action: z.enum(bulkActions),
  type: z.enum(bulkTypes),
  items: z.array(displayItem),
  /** True if the change is for all insider practices. The messages about its result then mention them. */
  for_insiders: z.boolean(),
  total: z.int(),
  /** The number of processed practices. */
  done: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  started_by: z.string(),
  /** Epoch seconds. */
  started_at: z.int(),
  /** Results by practice, failures first, then by id, up to `results_limit` of the query. */
  results: z.array(bulkResult),
});
export type BulkJob = z.infer<typeof bulkJob>;

export const readBulkJob = defineCall({
  name: 'readBulkJob',
  method: 'GET',
  path: '/api/features/bulk_update/:job/',
  access: 'internal',
  summary: 'The progress of a bulk change, and the result for each practice',
  params: jobParams,
  query: z.strictObject({
    results_limit: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1000)), 100),
  }),
  answer: bulkJob,
  background: true,
});

/** Responds with a CSV file of the results of all processed practices, in the order of `readBulkJob`. */
export const exportBulkResults = defineCall({
  name: 'exportBulkResults',
  method: 'GET',
  path: '/api/features/bulk_update/:job/export/',
  access: 'internal',
  limited: 'exports',
  summary: 'The results of a bulk change for each practice, as CSV',
  params: jobParams,
  answer: z.unknown(),
});

/** Stops the job after the current batch. Processed practices stay changed. A resume continues from there. */
export const stopBulkJob = defineCall({
  name: 'stopBulkJob',
  method: 'POST',
  path: '/api/features/bulk_update/:job/stop/',
  access: 'internal',
  summary: 'Stop a bulk change after the current batch',
  params: jobParams,
  answer: outcome,
  okStatus,
});

export const resumeBulkJob = defineCall({
  name: 'resumeBulkJob',
  method: 'POST',
  path: '/api/features/bulk_update/:job/resume/',
  access: 'internal',
  summary: 'Resume a stopped bulk change, or retry its failed practices',
  params: jobParams,
  answer: outcome,
  okStatus,
});
