/**
 * What practices may use, as the provider's own staff see and change it (specification: internal administration, 2.1, 2.4
 * and 7). Dates are `YYYY-MM-DD`. The record of a practice has an ETag; its feature flags have one of their own, in
 * `flags_etag`, since they are saved apart.
 */
import * as z from 'zod/mini';
import { defineCall, pageNumber, practiceId, practiceParams } from './call.js';
import { conflict } from './error.js';
import { date } from './practice-settings.js';
import { entitlementSources, withheldEntitlement } from './subscriptions.js';

const sources = z.array(z.enum(entitlementSources));

/** One practice's record, under the documented names. */
export const practiceFeatures = z.object({
  practice_id: z.int(),
  /** Name of the practice. */
  practice: z.string(),
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
  /** What staff removed by hand and has not been restored; absent in lists of many practices. */
  withheld: z.optional(z.array(withheldEntitlement)),
  account_expiration_date: z.nullable(date),
  snapshot_expiration_date: z.nullable(date),
  baseline_date: z.nullable(date),
  /** Who changed each date last, and when; absent in lists of many practices. */
  changes: conflict.shape.changes,
  /** For `If-Match` of the flags' save. */
  flags_etag: z.string(),
});
export type PracticeFeatures = z.infer<typeof practiceFeatures>;

/** A list of one: the record of the practice. Empty where it has none. */
export const readPracticeFeatures = defineCall({
  name: 'readPracticeFeatures',
  method: 'GET',
  path: '/api/:practice/features/',
  access: 'internal',
  summary: 'Bundles, features, feature flags and dates of a practice',
  params: practiceParams,
  answer: z.array(practiceFeatures),
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
/** A bundle, feature or flag by name, in any of the spellings that callers use (DECISIONS 6). */
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

/** What is absent stays as it is (DECISIONS 5). */
const featuresChange = z.strictObject({
  bundles: z.optional(namedItems),
  product_features: z.optional(namedItems),
  /** Sent by the cross-practice editor: accepted, and changes nothing; the answer's message says so. */
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

/** What a change gives and takes, feature by feature. */
export const featuresEffect = z.object({
  bundles_gained: z.array(displayItem),
  bundles_lost: z.array(displayItem),
  features_gained: z.array(displayItem),
  features_lost: z.array(displayItem),
  /** What would be lost, were it not given by something else too; `through` says by what, in words. */
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

/** Which practices: those whose name or number is searched for, or insiders alone; all of them without either. */
export const practicesFilter = z.strictObject({
  search: z.optional(searchText),
  insider: z.optional(z.boolean()),
});
export type PracticesFilter = z.infer<typeof practicesFilter>;

/** How many practices have each, over all practices. */
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
  /** Practices that the filter finds. */
  count: z.int(),
  usage: featuresUsage,
});
export type FeaturesPage = z.infer<typeof featuresPage>;

/** Without parameters the documented whole list; with any of them a page, with counts over all practices (DECISIONS 9). */
export const listPracticeFeatures = defineCall({
  name: 'listPracticeFeatures',
  method: 'GET',
  path: '/api/features/',
  access: 'internal',
  summary: 'Records of all practices, by name',
  query: z.strictObject({
    page: z.optional(pageNumber),
    page_size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
    search: z.optional(searchText),
    insider: z.optional(z.enum(['true', 'false'])),
  }),
  answer: z.union([featuresPage, z.array(practiceFeatures)]),
});

export const bulkActions = ['add', 'remove'] as const;
export type BulkAction = (typeof bulkActions)[number];
export const bulkTypes = ['bundle', 'feature', 'feature_flag'] as const;
export type BulkType = (typeof bulkTypes)[number];

/** Practices by number, or by a filter in place of 100,000 numbers; one of the two. */
const bulkChange = z.strictObject({
  action: z.enum(bulkActions),
  type: z.enum(bulkTypes),
  items: z.array(itemName).check(z.minLength(1, 'Choose at least one'), z.maxLength(100)),
  practice_ids: z.optional(
    z.array(z.int().check(z.positive())).check(z.minLength(1, 'Please select practices first'), z.maxLength(100_000)),
  ),
  filter: z.optional(practicesFilter),
});
export type BulkChange = z.input<typeof bulkChange>;

export const bulkOutcomes = ['changed', 'unchanged', 'failed'] as const;
export const bulkResult = z.object({
  practice_id: z.int(),
  /** Name of the practice; empty where there is no such practice. */
  practice: z.string(),
  status: z.enum(bulkOutcomes),
  message: z.optional(z.string()),
});
export type BulkResult = z.infer<typeof bulkResult>;

/** `status` is `success`, `partial` when practices failed, and `accepted` for a large set, which a job goes through. */
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
    /** Of a small set. */
    results: z.optional(z.array(bulkResult)),
    /** Of a large set: the id of the bulk change, as `readBulkJob` takes it. */
    job_id: z.optional(z.string()),
  }),
  okStatus: ['success', 'partial', 'accepted'],
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
    /** How many would change, and how many have (or lack) everything already. */
    changed: z.int(),
    unchanged: z.int(),
    /** Of what is named: how many practices would gain or lose it. */
    items: z.array(z.extend(displayItem, { practices: z.int() })),
    /** A removal: how many practices have it from a subscription or a trial, which a revocation then holds against. */
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
  /** True for insider practices without a selection, so that messages say so. */
  for_insiders: z.boolean(),
  total: z.int(),
  /** Of the total: dealt with so far. */
  done: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  started_by: z.string(),
  /** Epoch seconds. */
  started_at: z.int(),
  /** Practices with their outcome: failed ones first, then by number; as many as `results_limit` of the query. */
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

/** Stops after the batch under way; what is done stays done. Resuming goes on where it stopped. */
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
  /** `owner` among them makes a practice owner. */
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
