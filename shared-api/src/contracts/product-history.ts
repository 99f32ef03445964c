/** The history of a practice's entitlements (specification: internal administration, 2.3, 7 and 9). */
import * as z from 'zod/mini';
import { defineCall, practiceParams } from './call.js';
import { date } from './practice-settings.js';

export const productChangeTypes = [
  'ADD_BUNDLE',
  'REMOVE_BUNDLE',
  'ADD_FEATURE',
  'REMOVE_FEATURE',
  'TRIAL_START',
  'TRIAL_END',
  'TRIAL_CANCEL',
] as const;
export type ProductChangeType = (typeof productChangeTypes)[number];

export const historyPageSizes = [5, 10, 25, 50] as const;
export const historySorts = ['created_at', 'change_type', 'product_name'] as const;
export type HistorySort = (typeof historySorts)[number];

export const productChange = z.object({
  id: z.string(),
  change_type: z.enum(productChangeTypes),
  bundle_name: z.nullable(z.string()),
  /** Absent from older servers. */
  bundle_display_name: z.optional(z.nullable(z.string())),
  bundle_id: z.nullable(z.int()),
  feature_name: z.nullable(z.string()),
  feature_display_name: z.nullable(z.string()),
  product_name: z.string(),
  user: z.object({ name: z.string(), email: z.nullable(z.string()) }),
  /** Epoch seconds. */
  created_at: z.int(),
  trial_start_date: z.nullable(z.int()),
  trial_end_date: z.nullable(z.int()),
  notes: z.nullable(z.string()),
  /** An object or its JSON text. Older entries can have other text (DECISIONS 6). */
  additional_data: z.unknown(),
});
export type ProductChange = z.infer<typeof productChange>;

const text = z.string().check(z.trim(), z.maxLength(200));

/** Dates are in the practice's time zone, both inclusive. A page number past the end returns the last page. */
export const listProductChanges = defineCall({
  name: 'listProductChanges',
  method: 'GET',
  path: '/api/:practice/product-change-history/',
  access: 'internal',
  summary: 'Changes of a practice’s bundles, features and trials',
  params: practiceParams,
  query: z.strictObject({
    page: z._default(z.coerce.number().check(z.int()), 1),
    page_size: z._default(z.enum(['5', '10', '25', '50']), '10'),
    sort_by: z._default(z.enum(historySorts), 'created_at'),
    sort_order: z._default(z.enum(['asc', 'desc']), 'desc'),
    change_type: z.optional(z.enum(productChangeTypes)),
    from_date: z.optional(date),
    to_date: z.optional(date),
    product_name: z.optional(text),
    feature_name: z.optional(text),
  }),
  answer: z.object({
    results: z.array(productChange),
    count: z.int(),
    /** The page number after clamping. */
    page: z.int(),
  }),
});
