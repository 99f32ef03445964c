/** The module registry: which remotes a session can load, and how a team ships one. */
import * as z from 'zod/mini';
import { rights } from '../rules/rights.js';
import { defineCall, inAnswer } from './call.js';
import { modulePreview } from './module-preview.js';
import { moduleSettings, settingValue } from './module-setting-schema.js';
import { signedStatement } from './module-statement.js';
import { typedName } from './typed-name.js';

export const moduleName = z
  .string()
  .check(z.regex(/^mf-[a-z0-9]+(-[a-z0-9]+)*$/, 'A module is named mf-…, in lower case'), z.maxLength(60));

/** Semantic version, optionally with a pre-release or build part. */
export const moduleVersion = z
  .string()
  .check(z.maxLength(100), z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/, 'Not a semantic version'));

/** Who can load a module: clinic staff (and global admins), or internal staff (and super admins). */
export const audience = z.enum(['clinic', 'internal']);
export type Audience = z.infer<typeof audience>;

const firstCall = z
  .string()
  .check(z.maxLength(200), z.regex(/^\/api(\/:?[a-z0-9_-]+)+\/?(\?[\w=&.,:-]+)?$/i, 'Not the URL of a call'));

const modulePath = z
  .string()
  .check(z.regex(/^\/(settings\/:practice|internal)(\/:?[a-z0-9-]+)+$/, 'Not a path that a module can own'));

const parametersOf = (path: string): string =>
  path
    .split('/')
    .filter((step) => step.startsWith(':'))
    .sort()
    .join();

/** The shape of a page's skeleton: a form, a list or table, stacked cards, or a weekly grid. */
export const pageShapes = ['form', 'list', 'cards', 'week'] as const;
export type PageShape = (typeof pageShapes)[number];

/**
 * One page of a module. Clinic modules own paths below `/settings/:practice/`, internal ones below `/internal/`.
 * `area` is the heading in the navigation, `order` the position below it.
 */
export const moduleRoute = z
  .strictObject({
    path: modulePath,
    /**
     * Former paths of the page, with the same parameters. Bookmarks and links from other modules redirect from them.
     */
    aliases: z.optional(z.array(modulePath).check(z.maxLength(10))),
    title: typedName(80),
    area: typedName(40),
    order: z.int(),
    /**
     * The right in the practice that the page requires. Without it, the page only says whom to ask, and the navigation
     * marks it. The page and the server still check it.
     */
    right: z.optional(z.enum(rights)),
    /** Other search terms for the page, such as `credit card`, used by the palette. */
    keywords: z.optional(z.array(typedName(40)).check(z.maxLength(60))),
    /**
     * The letter that opens the page after `g`, e.g. `h`. If two pages of a side declare the same letter, the first one
     * gets it.
     */
    shortcut: z.optional(z.string().check(z.regex(/^[a-z]$/, 'One lower-case letter'))),
    /**
     * URLs that the page always requests first, with its path parameters, e.g. `/api/:practice/members/`. The console
     * requests them in parallel with the page's scripts.
     */
    first_calls: z.optional(z.array(firstCall).check(z.maxLength(8))),
    /**
     * The skeleton while the page's code loads; a few lines of text by default. The page shows the same while its data
     * loads.
     */
    shape: z.optional(z.enum(pageShapes)),
  })
  .check(
    z.refine(({ path, aliases = [] }) => aliases.every((alias) => parametersOf(alias) === parametersOf(path)), {
      path: ['aliases'],
      error: 'An alias needs the same parameters as the path',
    }),
  );
export type ModuleRoute = z.infer<typeof moduleRoute>;

/** Name of a feature flag in the console's catalog: `beta_reports`. */
export const featureFlagName = z
  .string()
  .check(z.maxLength(60), z.regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'Lower case, with underscores'));

/** Slots on the shell's own pages that modules contribute to. */
export const contributionSlots = ['overview.card', 'nav.badge', 'command', 'search'] as const;
export type ContributionSlot = (typeof contributionSlots)[number];

/**
 * A module's contribution to a slot, from `src/contributions/{name}.ts`. It is granted like a route. `scope` is the
 * open practice or the whole console.
 */
export const moduleContribution = z.strictObject({
  slot: z.enum(contributionSlots),
  /** Unique within the module. */
  name: z.string().check(z.maxLength(40), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower case, with dashes')),
  /** The title of its card, or its group in the palette. */
  title: typedName(40),
  scope: z.enum(['practice', 'console']),
  /** The position within its slot. */
  order: z.int(),
  /** The right that a person needs in the practice. By default everyone in the audience. */
  right: z.optional(z.enum(rights)),
  /** True if only for super admins. */
  super_admin: z.optional(z.boolean()),
  /** Limits it to practices with this feature flag, which the module must also declare. */
  feature_flag: z.optional(featureFlagName),
  /**
   * For commands and searches about a practice: also called without an open practice, with `:practice` for the number
   * in its paths. The console then asks for the practice.
   */
  without_practice: z.optional(z.boolean()),
  /** For cards: the size on the overview, so that nothing moves when it loads. `none` for attention items only. */
  size: z.optional(z.enum(['none', 'narrow', 'wide'])),
  /** For badges: the path of the module's route that it appears next to. */
  route: z.optional(z.string()),
});
export type ModuleContribution = z.infer<typeof moduleContribution>;

/** `module.json` of a remote. The team declares it, and the registry grants it when the module is created. */
export const moduleDeclaration = z.strictObject({
  name: moduleName,
  title: typedName(80),
  audience,
  routes: z.array(moduleRoute).check(z.minLength(1), z.maxLength(30)),
  contributions: z.optional(z.array(moduleContribution).check(z.maxLength(30))),
  /** The feature flags used by its code. A console only publishes modules whose flags are in its catalog. */
  feature_flags: z.optional(z.array(featureFlagName).check(z.maxLength(30))),
  /** Settings for the console's operator, by name. */
  settings: z.optional(moduleSettings),
});
export type ModuleDeclaration = z.infer<typeof moduleDeclaration>;

/** SHA-384 of a file, in the format of subresource integrity. */
export const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

/** The files that one page of a module loads in addition to the module's first files. */
export const pageFiles = z.strictObject({ preload: z.array(z.string()), shared: z.array(z.string()) });
export type PageFiles = z.infer<typeof pageFiles>;

/** Maximum size in characters of JSON, because every replica keeps the schemas of all live versions. */
const MAX_ANSWERS_LENGTH = 200_000;

/** The `build.json` of a build, next to its files. */
export const moduleBuild = z.strictObject({
  version: moduleVersion,
  entry: z.string(),
  /** The `shared-ui` version range that the module was built against. */
  shared_ui: z.string().check(z.maxLength(50)),
  /** Path inside the module → integrity. */
  files: z.record(z.string().check(z.regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/)), integrity),
  /** Files that every page of the module needs. The console preloads them. */
  preload: z.array(z.string()),
  /** On-demand packages of the shell that the module uses on any page, e.g. `shared-ui/date-pickers`. */
  shared: z.array(z.string()),
  /** By route path. A page without an entry loads all of `shared`, and its own chunks after the module's entry. */
  pages: z.optional(z.record(z.string(), pageFiles)),
  /** Files by contribution name. */
  contributions: z.optional(z.record(z.string(), pageFiles)),
  /** The calls that the module makes, as method and path, e.g. `GET /api/:practice/members/`. */
  calls: z.optional(
    z.array(z.string().check(z.maxLength(200), z.regex(/^(GET|POST|PUT|DELETE) \/\S+$/, 'Not a call'))),
  ),
  /**
   * Response schemas of the module's own service: call → JSON schema. Responses without a schema are forwarded
   * unchanged.
   */
  answers: z.optional(
    z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .check(z.refine((answers) => JSON.stringify(answers).length <= MAX_ANSWERS_LENGTH, 'Too large')),
  ),
});
export type ModuleBuild = z.infer<typeof moduleBuild>;

const builtPages = z.record(z.string(), inAnswer(pageFiles));

/** A module that a session can load. */
export const loadableModule = z.object({
  name: z.string(),
  title: z.string(),
  version: z.string(),
  audience,
  /** URL of `remoteEntry.js`: below `/modules/{name}/{version}/`, or on a developer's origin. */
  entry: z.string(),
  /** Path inside the module → integrity; empty for an override. */
  files: z.record(z.string(), z.string()),
  preload: z.array(z.string()),
  shared: z.array(z.string()),
  pages: z.optional(builtPages),
  routes: z.array(inAnswer(moduleRoute)),
  /** Absent in consoles that predate contributions. */
  contributions: z.optional(z.array(inAnswer(moduleContribution))),
  overridden: z.boolean(),
  /** The values of its settings. Absent for versions without, and in consoles that predate them. */
  settings: z.optional(z.record(z.string(), settingValue)),
  /** Name of the preview that the session has open; absent for released versions. */
  preview: z.optional(z.string()),
});
export type LoadableModule = z.infer<typeof loadableModule>;

export const moduleList = z.object({
  revision: z.string(),
  /**
   * The kit version that the modules are compatible with. Absent in consoles that give every page the live versions.
   */
  shared_ui: z.optional(z.string()),
  modules: z.array(loadableModule),
});
export type ModuleList = z.infer<typeof moduleList>;

export const listModules = defineCall({
  name: 'listModules',
  method: 'GET',
  path: '/api/modules/',
  access: 'signed-in',
  summary: 'The modules that this session may load, in versions that are compatible with the page’s kit',
  query: z.strictObject({
    /** The `shared-ui` version of the page's shell. Older shells don't send it. */
    shared_ui: z.optional(moduleVersion),
  }),
  answer: moduleList,
});

const moduleParams = z.object({ module: moduleName });

/**
 * The condition for the automatic withdrawal of a canary. It counts people instead of visits, so that a single browser
 * can't withdraw a release.
 */
export const canaryRule = z.strictObject({
  /** Minimum number of people who opened the canary before the rule applies. */
  min_people: z._default(z.int().check(z.gte(1), z.lte(10_000)), 5),
  /** Maximum difference to the live version, in percentage points of people with a failed visit. */
  max_failing_percent: z._default(z.number().check(z.gte(0), z.lte(100)), 5),
});
export type CanaryRule = z.infer<typeof canaryRule>;

/** A version that some people get instead of the live one: a fixed percentage, named people, or internal staff. */
export const canary = z.object({
  version: z.string(),
  /** 0 if only named people or internal staff get it. */
  percent: z.int(),
  /** Emails of people who get it in any case. Absent in consoles that predate them. */
  people: z.optional(z.array(z.string())),
  /** True if internal staff get it in any case. */
  internal: z.optional(z.boolean()),
  /** Its reach as text (`canaryReachText`). Absent in consoles that predate it. */
  reach: z.optional(z.string()),
  rule: inAnswer(canaryRule),
  /** Epoch seconds. */
  started_at: z.int(),
  started_by: z.string(),
});
export type Canary = z.infer<typeof canary>;

export const release = z.object({
  version: z.string(),
  live: z.boolean(),
  bytes: z.int(),
  published_at: z.int(),
  published_by: z.string(),
  /** Set when the files are pruned. Such a version can't be promoted. */
  pruned_at: z.nullable(z.int()),
  /** The pipeline whose statement was verified. Absent if the console didn't require one. */
  pipeline: z.optional(z.string()),
});

/** A change of a module's live version, or of its canary: started or widened (`canary`), or withdrawn (`withdraw`). */
export const pointerMove = z.object({
  action: z.enum(['promote', 'rollback', 'canary', 'withdraw']),
  from: z.nullable(z.string()),
  to: z.string(),
  at: z.int(),
  by: z.string(),
});

/** A request that needs a second person's approval. */
export const waitingApproval = z.object({ id: z.string(), expires_at: z.int() });

export const listReleases = defineCall({
  name: 'listReleases',
  method: 'GET',
  path: '/api/modules/:module/releases/',
  access: 'module-team',
  summary: 'Versions of a module, and its promotions and rollbacks, newest first',
  params: moduleParams,
  answer: z.object({
    releases: z.array(release),
    moves: z.array(pointerMove),
    canary: z.nullable(canary),
    /** The version that a rollback would make live; null without one. Absent in older consoles. */
    rollback_to: z.optional(z.nullable(z.string())),
    /** Absent in consoles that predate previews. */
    previews: z.optional(z.array(modulePreview)),
    /** Promotions that need a second person's approval (contracts/approvals). Older servers don't send it. */
    waiting: z.optional(
      z.array(z.object({ id: z.string(), summary: z.string(), requested_by: z.string(), expires_at: z.int() })),
    ),
  }),
});

export const publishModule = defineCall({
  name: 'publishModule',
  method: 'POST',
  path: '/api/modules/:module/releases/',
  access: 'module-token',
  summary: 'Upload a version without making it live. Every file is checked against its hash',
  params: moduleParams,
  body: z.strictObject({
    declaration: moduleDeclaration,
    build: moduleBuild,
    /** Path inside the module → content in base64. */
    contents: z.record(z.string(), z.base64()),
    /** The statement signed by the module's pipeline. A console that requires it rejects versions without it. */
    statement: z.optional(signedStatement),
    /**
     * True for a version uploaded for a preview. It is deleted with its last preview, unless it is also published
     * normally.
     */
    for_preview: z.optional(z.boolean()),
  }),
  answer: z.object({
    status: z.literal('success'),
    version: z.string(),
    already: z.boolean(),
    /**
     * Pages that load over 10% more code than in the live version. Absent if there are none, and in consoles that don't
     * measure it.
     */
    grown: z.optional(
      z.object({
        /** The live version. */
        since: z.string(),
        /** In bytes, before compression. */
        pages: z.array(z.object({ path: z.string(), title: z.string(), bytes: z.int(), before: z.int() })),
      }),
    ),
  }),
});

export const promoteModule = defineCall({
  name: 'promoteModule',
  method: 'POST',
  path: '/api/modules/:module/promote/',
  access: 'module-team',
  stepUp: true,
  summary:
    'Make a published version live at the next page load: for everybody, or as a canary for a percentage of people, named people or internal staff',
  params: moduleParams,
  body: z.strictObject({
    version: moduleVersion,
    /**
     * Below 100, the version becomes the canary, and everyone else keeps the live version. With `people` or `internal`,
     * 100 keeps the canary's current percentage, or 0 for a new one.
     */
    percent: z._default(z.int().check(z.gte(1), z.lte(100)), 100),
    /**
     * Emails of people who get the canary in any case. If absent, the current list is kept; an empty list clears it.
     */
    people: z.optional(z.array(z.string().check(z.minLength(3), z.maxLength(254))).check(z.maxLength(100))),
    /** True if internal staff get the canary in any case. If absent, it doesn't change. */
    internal: z.optional(z.boolean()),
    /** For a canary, the rule of its automatic withdrawal. */
    rule: z.optional(canaryRule),
  }),
  /** `waiting` (202) if a second person must approve it first. Nothing has changed yet. */
  answer: z.object({
    status: z.enum(['success', 'waiting']),
    from: z.nullable(z.string()),
    to: z.string(),
    /** Version of the canary that this ended, unless it was promoted itself. */
    withdrawn: z.optional(z.string()),
    approval: z.optional(waitingApproval),
  }),
});

/** What the caller expects a rollback to revert: a version and its role. */
export const rollbackRequest = z.strictObject({
  /**
   * Required for a live version unless its promotion was the latest move, because a canary can have been withdrawn
   * meanwhile.
   */
  version: z.optional(moduleVersion),
  role: z.optional(z.enum(['canary', 'live'])),
  /** The version that will be live. */
  to: z.optional(moduleVersion),
});
export type RollbackRequest = z.infer<typeof rollbackRequest>;

export const rollbackModule = defineCall({
  name: 'rollbackModule',
  method: 'POST',
  path: '/api/modules/:module/rollback/',
  access: 'module-team',
  stepUp: true,
  summary:
    'Withdraw the canary, or if there is none, make the previous live version live again. Returns an error if the named ' +
    'versions or roles aren’t the current ones, or if no version is named and the latest move wasn’t the promotion of ' +
    'the live version',
  params: moduleParams,
  body: z.nullish(rollbackRequest),
  answer: z.object({ status: z.literal('success'), from: z.nullable(z.string()), to: z.string() }),
});
