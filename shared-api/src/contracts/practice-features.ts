/**
 * The entitlements of practices, for internal staff (specification: internal administration, 2.1, 2.4
 * and 7). Dates are `YYYY-MM-DD`. The record of a practice has an ETag. Its feature flags have a separate one in
 * `flags_etag`, because they are saved separately.
 */
import * as z from 'zod/mini';
import { defineCall, pageNumber, practiceId, practiceParams, practiceSearch } from './call.js';
import { conflict } from './error.js';
import { displayItem, itemName, okStatus, outcome } from './feature-items.js';
import { date } from './practice-settings.js';
import { entitlementSources, withheldEntitlement } from './subscriptions.js';

const sources = z.array(z.enum(entitlementSources));

/**
 * States that people should know before changing a practice, most urgent first. A practice can have several.
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
      /** Display names of the active bundles that include it. */
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
  summary: 'Bundles, features and feature flags that can be added to a practice',
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
  summary: 'Preview what a practice would gain and lose by a change of bundles and features',
  params: practiceParams,
  body: z.strictObject({ bundles: z.optional(namedItems), product_features: z.optional(namedItems) }),
  answer: featuresEffect,
});

/** Filter fields shared by query and body. */
const filterParts = {
  search: z.optional(practiceSearch),
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
  /** True if no practice matches the search and these have the closest names. */
  closest: z.optional(z.boolean()),
  usage: featuresUsage,
});
export type FeaturesPage = z.infer<typeof featuresPage>;

export const practiceSorts = ['name', 'number'] as const;
export type PracticeSort = (typeof practiceSorts)[number];

const listQuery = {
  ...filterParts,
  insider: z.optional(z.enum(['true', 'false'])),
  /** By name by default. */
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

/** Responds with a CSV file of the whole list, not only a page. */
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
