/** The module registry: which remotes a session may load, and how a team ships one. */
import * as z from 'zod/mini';
import { defineCall } from './call.js';

export const moduleName = z
  .string()
  .check(z.regex(/^mf-[a-z0-9]+(-[a-z0-9]+)*$/, 'A module is named mf-…, in lower case'), z.maxLength(60));

/** Semantic version, optionally with a pre-release or build part. */
export const moduleVersion = z
  .string()
  .check(z.maxLength(100), z.regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/, 'Not a semantic version'));

/** Who may load a module: people of clinics (and global admins), or the provider's own staff (and super admins). */
export const audience = z.enum(['clinic', 'internal']);
export type Audience = z.infer<typeof audience>;

/**
 * One page of a module. Clinic modules own paths below `/settings/:practice/`, internal ones below `/internal/`.
 * `area` is the heading in the navigation, `order` the place under it.
 */
export const moduleRoute = z.strictObject({
  path: z
    .string()
    .check(z.regex(/^\/(settings\/:practice|internal)(\/:?[a-z0-9-]+)+$/, 'Not a path that a module can own')),
  title: z.string().check(z.minLength(1), z.maxLength(80)),
  area: z.string().check(z.minLength(1), z.maxLength(40)),
  order: z.int(),
});
export type ModuleRoute = z.infer<typeof moduleRoute>;

/** `module.json` of a remote: declared by the team, granted by the registry when the module is created. */
export const moduleDeclaration = z.strictObject({
  name: moduleName,
  title: z.string().check(z.minLength(1), z.maxLength(80)),
  audience,
  routes: z.array(moduleRoute).check(z.minLength(1), z.maxLength(30)),
});
export type ModuleDeclaration = z.infer<typeof moduleDeclaration>;

/** SHA-384 of a file, as subresource integrity writes it. */
export const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

/** The `build.json` of a build, next to its files. */
export const moduleBuild = z.strictObject({
  version: moduleVersion,
  entry: z.string(),
  /** Range of `shared-ui` that the module was built against. */
  shared_ui: z.string().check(z.maxLength(50)),
  /** Path inside the module → integrity. */
  files: z.record(z.string().check(z.regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/)), integrity),
  /** Files that the first screen needs, for the page to preload. */
  preload: z.array(z.string()),
  /** Shared packages that the first screen needs beyond the shell's own, e.g. `shared-ui/data-grid`. */
  shared: z.array(z.string()),
});
export type ModuleBuild = z.infer<typeof moduleBuild>;

/** One module as a session sees it. */
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
  routes: z.array(moduleRoute),
  overridden: z.boolean(),
});
export type LoadableModule = z.infer<typeof loadableModule>;

export const moduleList = z.object({ revision: z.string(), modules: z.array(loadableModule) });
export type ModuleList = z.infer<typeof moduleList>;

export const listModules = defineCall({
  name: 'listModules',
  method: 'GET',
  path: '/api/modules/',
  access: 'signed-in',
  summary: 'The modules that this session may load',
  answer: moduleList,
});

const moduleParams = z.object({ module: moduleName });

/**
 * What withdraws a canary by itself. People count, not visits, so that one browser alone cannot bring a release down.
 */
export const canaryRule = z.strictObject({
  /** How many people must have opened the canary before the rule applies. */
  min_people: z._default(z.int().check(z.gte(1), z.lte(10_000)), 5),
  /** By how many points the share of people to whom it failed may exceed that of the live version, in percent. */
  max_failing_percent: z._default(z.number().check(z.gte(0), z.lte(100)), 5),
});
export type CanaryRule = z.infer<typeof canaryRule>;

/** A version that a fixed share of people gets instead of the live one. */
export const canary = z.object({
  version: z.string(),
  percent: z.int(),
  rule: canaryRule,
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
  /** Set once the files were pruned; such a version cannot be promoted. */
  pruned_at: z.nullable(z.int()),
});

/** One move of a module's pointer, or of its canary: begun or widened (`canary`), or taken away (`withdraw`). */
export const pointerMove = z.object({
  action: z.enum(['promote', 'rollback', 'canary', 'withdraw']),
  from: z.nullable(z.string()),
  to: z.string(),
  at: z.int(),
  by: z.string(),
});

export const listReleases = defineCall({
  name: 'listReleases',
  method: 'GET',
  path: '/api/modules/:module/releases/',
  access: 'module-team',
  summary: 'Versions of a module and the moves of its pointer, newest first',
  params: moduleParams,
  answer: z.object({ releases: z.array(release), moves: z.array(pointerMove), canary: z.nullable(canary) }),
});

export const publishModule = defineCall({
  name: 'publishModule',
  method: 'POST',
  path: '/api/modules/:module/releases/',
  access: 'module-token',
  summary: 'Upload a version. Every file is checked against its hash; nothing becomes live',
  params: moduleParams,
  body: z.strictObject({
    declaration: moduleDeclaration,
    build: moduleBuild,
    /** Path inside the module → content in base64. */
    contents: z.record(z.string(), z.base64()),
  }),
  answer: z.object({ status: z.literal('success'), version: z.string(), already: z.boolean() }),
});

export const promoteModule = defineCall({
  name: 'promoteModule',
  method: 'POST',
  path: '/api/modules/:module/promote/',
  access: 'module-team',
  summary:
    'Make a published version live at the next page load: for everybody, or as a canary for a percentage of people',
  params: moduleParams,
  body: z.strictObject({
    version: moduleVersion,
    /** Below 100 the version becomes the canary; the live one stays for everybody else. */
    percent: z._default(z.int().check(z.gte(1), z.lte(100)), 100),
    /** For a canary: when it is withdrawn by itself. */
    rule: z.optional(canaryRule),
  }),
  answer: z.object({ status: z.literal('success'), from: z.nullable(z.string()), to: z.string() }),
});

/** What a rollback takes back, as far as the caller has seen it: a version, and what it is to the module. */
export const rollbackRequest = z.strictObject({
  version: z.optional(moduleVersion),
  role: z.optional(z.enum(['canary', 'live'])),
});
export type RollbackRequest = z.infer<typeof rollbackRequest>;

export const rollbackModule = defineCall({
  name: 'rollbackModule',
  method: 'POST',
  path: '/api/modules/:module/rollback/',
  access: 'module-team',
  summary:
    'Withdraw the canary; without one, make the version live that was live before. Refused when this would take back ' +
    'another version than the one named, or the same in another role',
  params: moduleParams,
  body: z.nullish(rollbackRequest),
  answer: z.object({ status: z.literal('success'), from: z.nullable(z.string()), to: z.string() }),
});
