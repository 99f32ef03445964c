/**
 * The entitlements of practices, for internal staff (specification: internal administration, 2.1, 2.4
 * and 7). Dates are `YYYY-MM-DD`. The record of a practice has an ETag. Its feature flags have a separate one in
 * `flags_etag`, because they are saved separately.
 */
import * as z from 'zod/mini';
import { defineCall, pageNumber, practiceId, practiceParams } from './call.js';
import { conflict } from './error.js';
import { date } from './practice-settings.js';
import { entitlementSources, withheldEntitlement } from './subscriptions.js';

const sources = z.array(z.enum(entitlementSources));

/**
 * What a person should know about a practice before changing it, most urgent first. A practice can be in several states.
 *
 * - `past_due`: it has a seat on a subscription with an overdue payment
 * - `expired`: its account expiration date has passed
 * - `inactive`: its settings say that it isn't active
 * - `trial`: a trial provides some of its bundles or features
 * - `no_access`: it has neither bundles nor features
 */
export const practiceStates = ['past_due', 'expired', 'inactive', 'trial', 'no_access'] as const;
export type PracticeState = (typeof practiceStates)[number];
const states = z.array(z.enum(practiceStates));

/** A practice's record, with the documented names. */
export const practiceFeatures = z.object({
  practice_id: z.int(),
  /** Name of the practice. */
  practice: z.string(),
  /** Older servers don't send it. */
  insider: z.optional(z.boolean()),
  /** Absent in the list of all practices without parameters. */
  states: z.optional(states),
  /** IANA name, for the times of changes. Older servers don't send it. */
  time_zone: z.optional(z.string()),
  bundles: z.array(z.object({ bundle_name: z.string(), display_name: z.string(), sources })),
  /** Feature flags. */
  features: z.array(z.object({ feature: z.string(), display_name: z.string() })),
  product_features: z.array(
    z.object({
      feature_name: z.string(),
      display_name: z.string(),
      sources,
      /** Display names of the active bundles that it comes with. */
      via: z.array(z.string()),
    }),
  ),
  /** Manual removals by staff; absent in lists of many practices. */
  withheld: z.optional(z.array(withheldEntitlement)),
  account_expiration_date: z.nullable(date),
  snapshot_expiration_date: z.nullable(date),
  baseline_date: z.nullable(date),
  /** The last change of each date; absent in lists of many practices. */
  changes: conflict.shape.changes,
  /** The version for `If-Match` when the flags are saved. */
  flags_etag: z.string(),
});
export type PracticeFeatures = z.infer<typeof practiceFeatures>;

/** Returns a list with the practice's record, or an empty list if it has none. */
export const readPracticeFeatures = defineCall({
  name: 'readPracticeFeatures',
  method: 'GET',
  path: '/api/:practice/features/',
  access: 'internal',
  summary: 'Bundles, features, feature flags and dates of a practice',
  params: practiceParams,
  answer: z.array(practiceFeatures),
});

export const readPracticeState = defineCall({
  name: 'readPracticeState',
  method: 'GET',
  path: '/api/:practice/features/state/',
  access: 'internal',
  summary: 'Whether a practice is an insider, past due, on a trial, and so on',
  params: practiceParams,
  answer: z.object({ insider: z.boolean(), states }),
});

export const featuresMetadata = z.object({
  bundles: z.array(
    z.object({
      name: z.string(),
      display_name: z.string(),
      description: z.string(),
      /** Names of its features. */
      features: z.array(z.string()),
    }),
  ),
  features: z.array(z.object({ name: z.string(), display_name: z.string(), description: z.string() })),
  feature_flags: z.array(z.object({ name: z.string(), display_name: z.string() })),
});
export type FeaturesMetadata = z.infer<typeof featuresMetadata>;

export const readFeaturesMetadata = defineCall({
  name: 'readFeaturesMetadata',
  method: 'GET',
  path: '/api/:practice/features/bundles_features_flags/',
  access: 'internal',
  summary: 'Bundles, features and feature flags that a practice can be given',
  params: practiceParams,
  answer: featuresMetadata,
});

export const readAllFeaturesMetadata = defineCall({
  name: 'readAllFeaturesMetadata',
  method: 'GET',
  path: '/api/features/bundles_features_flags/',
  access: 'internal',
  summary: 'Bundles, features and feature flags, and which practices are insiders',
  answer: z.extend(featuresMetadata, { insider_practices: z.array(z.int()) }),
});
export type AllFeaturesMetadata = z.infer<typeof readAllFeaturesMetadata.answer>;

const itemName = z.string().check(z.minLength(1, 'Must not be empty'), z.maxLength(100));
/** A bundle, feature or flag by name, in any documented spelling (DECISIONS 6). */
export const namedItem = z.union([
  itemName,
  z.object({ name: itemName }),
  z.object({ bundle_name: itemName }),
  z.object({ feature_name: itemName }),
  z.object({ feature: itemName }),
  z.object({ value: itemName }),
]);
export type NamedItem = z.infer<typeof namedItem>;
const namedItems = z.array(namedItem).check(z.maxLength(500));

/** Absent fields don't change (DECISIONS 5). */
const featuresChange = z.strictObject({
  bundles: z.optional(namedItems),
  product_features: z.optional(namedItems),
  /** Sent by the cross-practice editor. It is accepted but ignored, and the message in the response says so. */
  features: z.optional(namedItems),
  account_expiration_date: z.optional(z.nullable(date)),
  snapshot_expiration_date: z.optional(z.nullable(date)),
  baseline_date: z.optional(z.nullable(date)),
});

const outcome = z.object({ status: z.string(), message: z.string() });
const okStatus = ['success'];

export const updatePracticeFeatures = defineCall({
  name: 'updatePracticeFeatures',
  method: 'PUT',
  path: '/api/:practice/features/update_practice_features/',
  access: 'internal',
  summary: 'Change bundles, features and dates of a practice',
  params: practiceParams,
  body: featuresChange,
  answer: outcome,
  okStatus,
});

export const updatePracticeFeatureFlags = defineCall({
  name: 'updatePracticeFeatureFlags',
  method: 'PUT',
  path: '/api/:practice/features/update_practice_feature_flags/',
  access: 'internal',
  summary: 'Change the feature flags of a practice',
  params: practiceParams,
  body: z.strictObject({ features: namedItems }),
  answer: outcome,
  okStatus,
});

const displayItem = z.object({ name: z.string(), display_name: z.string() });

/** The features that a change adds and removes. */
export const featuresEffect = z.object({
  bundles_gained: z.array(displayItem),
  bundles_lost: z.array(displayItem),
  features_gained: z.array(displayItem),
  features_lost: z.array(displayItem),
  /** Features that stay because another source includes them. `through` names these sources. */
  features_kept: z.array(z.extend(displayItem, { through: z.array(z.string()) })),
});
export type FeaturesEffect = z.infer<typeof featuresEffect>;

export const previewPracticeFeatures = defineCall({
  name: 'previewPracticeFeatures',
  method: 'POST',
  path: '/api/:practice/features/preview/',
  access: 'internal',
  summary: 'What a change of bundles and features would give and take; changes nothing',
  params: practiceParams,
  body: z.strictObject({ bundles: z.optional(namedItems), product_features: z.optional(namedItems) }),
  answer: featuresEffect,
});

const searchText = z.string().check(z.trim(), z.maxLength(200));

/** The parts of a filter that a query and a body share. */
const filterParts = {
  /** Part of the name, or the first digits of the number. */
  search: z.optional(searchText),
  /** Name of a bundle, feature or feature flag that the practices have. */
  bundle: z.optional(itemName),
  feature: z.optional(itemName),
  feature_flag: z.optional(itemName),
  state: z.optional(z.enum(practiceStates)),
};

/** Practices that match all parts of the filter. An empty filter matches all practices. */
export const practicesFilter = z.strictObject({ ...filterParts, insider: z.optional(z.boolean()) });
export type PracticesFilter = z.infer<typeof practicesFilter>;

/** The number of practices that have an item, over all practices. */
const usageCount = z.object({ name: z.string(), display_name: z.string(), practices: z.int() });
export const featuresUsage = z.object({
  practices: z.int(),
  bundles: z.array(usageCount),
  features: z.array(usageCount),
  feature_flags: z.array(usageCount),
});
export type FeaturesUsage = z.infer<typeof featuresUsage>;

export const featuresPage = z.object({
  results: z.array(practiceFeatures),
  /** The number of practices that match the filter. */
  count: z.int(),
  usage: featuresUsage,
});
export type FeaturesPage = z.infer<typeof featuresPage>;

export const practiceSorts = ['name', 'number'] as const;
export type PracticeSort = (typeof practiceSorts)[number];

const listQuery = {
  ...filterParts,
  insider: z.optional(z.enum(['true', 'false'])),
  /** By name if absent. */
  sort: z.optional(z.enum(practiceSorts)),
  order: z.optional(z.enum(['asc', 'desc'])),
};

/**
 * Without parameters, returns the documented full list. With any parameter, returns a page with counts (DECISIONS 9).
 */
export const listPracticeFeatures = defineCall({
  name: 'listPracticeFeatures',
  method: 'GET',
  path: '/api/features/',
  access: 'internal',
  limited: 'searches',
  summary: 'Records of all practices, by name',
  query: z.strictObject({
    page: z.optional(pageNumber),
    page_size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
    ...listQuery,
  }),
  answer: z.union([featuresPage, z.array(practiceFeatures)]),
});

/** The answer is a CSV file with the whole list, not only a page. */
export const exportPracticeFeatures = defineCall({
  name: 'exportPracticeFeatures',
  method: 'GET',
  path: '/api/features/export/',
  access: 'internal',
  limited: 'exports',
  summary: 'Records of all practices that match a filter, as CSV',
  query: z.strictObject(listQuery),
  answer: z.unknown(),
});

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
  /** Practices that match the filter but stay as they are. */
  exclude_ids: z.optional(practiceIds.check(z.maxLength(10_000))),
});
export type BulkChange = z.input<typeof bulkChange>;

export const bulkOutcomes = ['changed', 'unchanged', 'failed'] as const;
export const bulkResult = z.object({
  practice_id: z.int(),
  /** Name of the practice; empty if it does not exist. */
  practice: z.string(),
  status: z.enum(bulkOutcomes),
  message: z.optional(z.string()),
});
export type BulkResult = z.infer<typeof bulkResult>;

/**
 * `status` is `success`, `partial` if practices failed, `accepted` for a large set, which a job processes, or `waiting` if a
 * second person has to approve it first (contracts/approvals).
 */
export const bulkUpdateFeatures = defineCall({
  name: 'bulkUpdateFeatures',
  method: 'POST',
  path: '/api/features/bulk_update/',
  access: 'internal',
  summary:
    'Give bundles, features or flags to many practices, or take them; a small set at once, a large one as a job (202)',
  body: bulkChange,
  answer: z.object({
    status: z.string(),
    message: z.string(),
    /** The results of a small set. */
    results: z.optional(z.array(bulkResult)),
    /** The id of a large bulk change, for `readBulkJob`. */
    job_id: z.optional(z.string()),
  }),
  okStatus: ['success', 'partial', 'accepted', 'waiting'],
});

export const previewBulkUpdate = defineCall({
  name: 'previewBulkUpdate',
  method: 'POST',
  path: '/api/features/bulk_update/preview/',
  access: 'internal',
  summary: 'What a bulk change would do; changes nothing',
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
const jobParams = z.object({ job: z.uuid('Not a job') });

export const bulkJob = z.object({
  job_id: z.string(),
  state: z.enum(bulkJobStates),
  action: z.enum(bulkActions),
  type: z.enum(bulkTypes),
  items: z.array(displayItem),
  /** True for all insider practices without a selection. Messages mention that. */
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
  summary: 'How far a bulk change is, and what became of each practice',
  params: jobParams,
  query: z.strictObject({
    results_limit: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1000)), 100),
  }),
  answer: bulkJob,
  background: true,
});

/** The answer is a CSV file with the results of all processed practices, in the order of `readBulkJob`. */
export const exportBulkResults = defineCall({
  name: 'exportBulkResults',
  method: 'GET',
  path: '/api/features/bulk_update/:job/export/',
  access: 'internal',
  limited: 'exports',
  summary: 'What became of each practice of a bulk change, as CSV',
  params: jobParams,
  answer: z.unknown(),
});

/** Stops the job after the current batch. Processed practices stay changed. A resume continues from there. */
export const stopBulkJob = defineCall({
  name: 'stopBulkJob',
  method: 'POST',
  path: '/api/features/bulk_update/:job/stop/',
  access: 'internal',
  summary: 'Stop a bulk change after the practices under way',
  params: jobParams,
  answer: outcome,
  okStatus,
});

export const resumeBulkJob = defineCall({
  name: 'resumeBulkJob',
  method: 'POST',
  path: '/api/features/bulk_update/:job/resume/',
  access: 'internal',
  summary: 'Go on with a bulk change that was stopped, or try its failed practices again',
  params: jobParams,
  answer: outcome,
  okStatus,
});

export const practiceUser = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Practice owners have `owner`. */
  roles: z.array(z.string()),
});
export type PracticeUser = z.infer<typeof practiceUser>;

export const listPracticeUsers = defineCall({
  name: 'listPracticeUsers',
  method: 'GET',
  path: '/practice_users/:practice',
  access: 'internal',
  summary: 'People of a practice and their roles',
  params: z.object({ practice: practiceId }),
  answer: z.object({ users: z.array(practiceUser) }),
});
