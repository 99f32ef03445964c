/** The internal overview across all practices: what is past due, what fails and what has changed. */
import * as z from 'zod/mini';
import { bulkActions, bulkTypes } from './bulk-features.js';
import { defineCall } from './call.js';
import { productChangeTypes } from './product-history.js';

const practice = { practice_id: z.int(), practice_name: z.string() };

/** Maximum number of practices in a response. `count` includes all of them. */
export const MAX_OVERVIEW_PRACTICES = 8;

export const readPastDuePractices = defineCall({
  name: 'readPastDuePractices',
  method: 'GET',
  path: '/api/internal-overview/past-due/',
  access: 'internal',
  summary: 'Practices with a subscription whose payment is past due',
  answer: z.object({ count: z.int(), practices: z.array(z.object({ ...practice, subscriptions: z.int() })) }),
});

export const readFailingSyncs = defineCall({
  name: 'readFailingSyncs',
  method: 'GET',
  path: '/api/internal-overview/failing-syncs/',
  access: 'internal',
  summary: 'Practices whose last synchronization failed in the last 14 days, newest failure first',
  answer: z.object({
    count: z.int(),
    practices: z.array(
      z.object({
        ...practice,
        /** Epoch seconds. */
        failed_at: z.int(),
        /** In the agent's words. */
        reason: z.string(),
      }),
    ),
  }),
});

export const readOpenBulkChanges = defineCall({
  name: 'readOpenBulkChanges',
  method: 'GET',
  path: '/api/internal-overview/bulk-changes/',
  access: 'internal',
  summary: 'Bulk changes that are waiting, running or stopped, or that partly failed in the last 7 days',
  answer: z.object({
    changes: z.array(
      z.object({
        /** For `readBulkJob`. Older servers return null for a small change. */
        bulk_change_id: z.optional(z.string()),
        /** The same id under its original name. */
        job_id: z.nullable(z.string()),
        action: z.enum(bulkActions),
        type: z.enum(bulkTypes),
        items: z.array(z.string()),
        state: z.enum(['waiting', 'running', 'stopping', 'stopped', 'done']),
        total: z.int(),
        done: z.int(),
        failed: z.int(),
        /** Epoch seconds. */
        requested_at: z.int(),
        requested_by: z.string(),
      }),
    ),
  }),
});

export const readLatestProductChanges = defineCall({
  name: 'readLatestProductChanges',
  method: 'GET',
  path: '/api/internal-overview/product-changes/',
  access: 'internal',
  summary:
    'The newest changes of bundles, features and trials of all practices, and the practices that lost access in the last 24 hours',
  answer: z.object({
    changes: z.array(
      z.object({
        ...practice,
        change_type: z.enum(productChangeTypes),
        product_name: z.string(),
        user_name: z.string(),
        /** Epoch seconds. */
        created_at: z.int(),
      }),
    ),
    lost_access: z.object({
      count: z.int(),
      practices: z.array(
        z.object({
          ...practice,
          /** The product lost last. */
          product_name: z.string(),
          /** All lost products, the last one first. Absent from older servers. */
          product_names: z.optional(z.array(z.string())),
        }),
      ),
    }),
  }),
});
