/** Changes by people, jobs, the provider and staff, as sentences from the audit log. */
import * as z from 'zod/mini';
import { defineCall, practiceId, practiceParams } from './call.js';
import { date } from './practice-settings.js';
import { isTimeZone } from '../rules/dates.js';

/** The area of a change, to filter by. */
export const activityAreas = [
  'settings',
  'hours',
  'access',
  'billing',
  'members',
  'phone',
  'sync',
  'practices',
  'support',
  'bulk',
  'modules',
  'approvals',
  'accounts',
] as const;
export type ActivityArea = (typeof activityAreas)[number];

export const activityAreaLabels: Readonly<Record<ActivityArea, string>> = {
  settings: 'Settings',
  hours: 'Hours',
  access: 'Features',
  billing: 'Billing',
  members: 'Members',
  phone: 'Phone numbers',
  sync: 'Sync',
  practices: 'Practices',
  support: 'Support access',
  bulk: 'Bulk changes',
  modules: 'Modules',
  approvals: 'Approvals',
  accounts: 'Accounts',
};

/** Areas with entries about a practice. The others are about the console itself. */
export const practiceActivityAreas = [
  'settings',
  'hours',
  'access',
  'billing',
  'members',
  'phone',
  'sync',
  'practices',
  'support',
] as const satisfies readonly ActivityArea[];

/** `removed` is an old value, `added` a new one, and `name` is the changed object. */
export const sentencePartKinds = ['text', 'name', 'removed', 'added'] as const;
export const sentencePart = z.object({ kind: z.enum(sentencePartKinds), text: z.string() });
export type SentencePart = z.infer<typeof sentencePart>;

/** One changed value. Null if there was or is none. */
export const activityChange = z.object({
  label: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** True for names that the change added or removed, instead of a value that it replaced: "Removed Call Log and Texting". */
  names: z.optional(z.boolean()),
});
export type ActivityChange = z.infer<typeof activityChange>;

export const actorKinds = ['person', 'system', 'deploy-token'] as const;

/** Time in epoch microseconds, and a UUID. Also the cursor of a page. */
export const activityId = z
  .string()
  .check(z.regex(/^\d{1,16}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Not an entry'));

export const activityItem = z.object({
  id: activityId,
  /** Null for a change of the console itself. */
  practice_id: z.nullable(z.int()),
  practice_name: z.nullable(z.string()),
  /** Epoch seconds. */
  at: z.int(),
  actor: z.object({ kind: z.enum(actorKinds), name: z.string() }),
  area: z.enum(activityAreas),
  /**
   * What the actor did, e.g. "changed Friday’s office hours from 8:00–5:00 to 8:00–2:00". The page prepends the name.
   */
  sentence: z.array(sentencePart),
  /** Changed values that the sentence leaves out. */
  changes: z.array(activityChange),
  /** Path of the page that shows what was changed. */
  link: z.nullable(z.string()),
  /** Path of the editor that stages the previous values; null if there is nothing to restore. */
  revert: z.nullable(z.string()),
});
export type ActivityItem = z.infer<typeof activityItem>;

export const MAX_ACTIVITY_PAGE = 200;

const filters = {
  area: z.optional(z.enum(activityAreas)),
  /** Id of the actor, from `listActivityActors`. */
  actor: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** Only changes by people, for example. */
  actor_kind: z.optional(z.enum(actorKinds)),
  /** Dates in the response's time zone, both inclusive. */
  from_date: z.optional(date),
  to_date: z.optional(date),
  /** `next` of the previous page. */
  cursor: z.optional(activityId),
  page_size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_ACTIVITY_PAGE)), 50),
};

const page = z.object({
  /** Newest first. */
  results: z.array(activityItem),
  /** Cursor of the next, earlier page; null on the last one. */
  next: z.nullable(activityId),
  /** Null for the list of all practices. */
  practice_name: z.nullable(z.string()),
  /** The time zone of dates and times. */
  time_zone: z.string(),
  /** Areas whose entries the caller can't see. */
  hidden_areas: z.array(z.enum(activityAreas)),
});
export type ActivityPage = z.infer<typeof page>;

const actors = z.object({ actors: z.array(z.object({ id: z.string(), kind: z.enum(actorKinds), name: z.string() })) });
export type ActivityActor = z.infer<typeof actors>['actors'][number];

export const listActivity = defineCall({
  name: 'listActivity',
  method: 'GET',
  path: '/api/:practice/activity/',
  access: 'practice-or-internal',
  right: 'activity',
  summary: 'Changes of a practice, newest first',
  params: practiceParams,
  query: z.strictObject(filters),
  answer: page,
});

export const listActivityActors = defineCall({
  name: 'listActivityActors',
  method: 'GET',
  path: '/api/:practice/activity-actors/',
  access: 'practice-or-internal',
  right: 'activity',
  summary: 'People who made changes in a practice',
  params: practiceParams,
  answer: actors,
});

const names = z.object({ bundles: z.array(z.string()), features: z.array(z.string()), flags: z.array(z.string()) });

/** The values from before a change, in the form of the editor that stages them. */
export const activityRevert = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('settings'),
    /** Previous value by dotted path of the setting. Lists of overrides contain the ids of the overridden options. */
    values: z.record(z.string(), z.unknown()),
    /** Dotted paths of settings that this change changed as well, but that the person can't set. */
    forbidden: z.optional(z.array(z.string())),
  }),
  z.object({
    kind: z.literal('weekly_hours'),
    /** First day of the schedule; null for the schedule from the beginning. */
    valid_from: z.nullable(date),
    rows: z.array(
      z.object({
        provider_id: z.int(),
        /** Null if the change didn't affect it. */
        follows_office: z.nullable(z.boolean()),
        /** Previous times of the changed days, by field name in a row of weekly hours, e.g. `fri_end`. */
        times: z.record(z.string(), z.string()),
      }),
    ),
  }),
  /** Items to add and remove to undo the change. */
  z.object({ kind: z.literal('features'), add: names, remove: names }),
]);
export type ActivityRevert = z.infer<typeof activityRevert>;

export const readActivity = defineCall({
  name: 'readActivity',
  method: 'GET',
  path: '/api/:practice/activity/:activity/',
  access: 'practice-or-internal',
  right: 'activity',
  summary: 'One change of a practice, with the previous values that an editor can stage',
  params: z.object({ practice: practiceId, activity: activityId }),
  answer: z.object({
    item: activityItem,
    /** Null if the change can't be reverted by the caller. */
    revert: z.nullable(activityRevert),
    time_zone: z.string(),
  }),
});

export const listAllActivity = defineCall({
  name: 'listAllActivity',
  method: 'GET',
  path: '/api/activity/',
  access: 'internal',
  summary: 'Changes of all practices and of the console itself, newest first',
  query: z.strictObject({
    ...filters,
    /** IANA time zone of the filter's dates. */
    time_zone: z._default(z.string().check(z.maxLength(60), z.refine(isTimeZone, 'Must be a time zone')), 'UTC'),
  }),
  answer: page,
});

export const listAllActivityActors = defineCall({
  name: 'listAllActivityActors',
  method: 'GET',
  path: '/api/activity-actors/',
  access: 'internal',
  summary: 'People who made changes in any practice, or in the console itself',
  answer: actors,
});
