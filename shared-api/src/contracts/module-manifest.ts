/** The live version of every module, to apply in another console, and the scope of a deploy token. */
import * as z from 'zod/mini';
import { defineCall, inAnswer } from './call.js';
import { integrity, moduleName, moduleVersion, waitingApproval } from './modules.js';

export const manifestEntry = z.strictObject({
  version: moduleVersion,
  /** Hash of the version's `build.json`, to detect different content under the same version. */
  build: integrity,
});

/** Sorted by module name. Modules without a live version are omitted. */
export const moduleManifest = z.strictObject({ modules: z.record(moduleName, manifestEntry) });
export type ModuleManifest = z.infer<typeof moduleManifest>;

export const readManifest = defineCall({
  name: 'readManifest',
  method: 'GET',
  path: '/api/module-manifest/',
  access: 'all-modules',
  summary: 'The live version of every module',
  answer: inAnswer(z.strictObject({ modules: z.record(moduleName, inAnswer(manifestEntry)) })),
});

export const applyManifest = defineCall({
  name: 'applyManifest',
  method: 'POST',
  path: '/api/module-manifest/',
  access: 'all-modules',
  stepUp: true,
  summary: 'Make the versions of a manifest live, all or none. Modules that it does not name stay as they are',
  body: moduleManifest,
  answer: z.object({
    /** `waiting` (202) if a second person must approve it first. Nothing has changed yet. */
    status: z.enum(['success', 'waiting']),
    approval: z.optional(waitingApproval),
    changed: z.array(z.object({ module: z.string(), from: z.nullable(z.string()), to: z.string() })),
    /** Canaries that ended, even if the live version stays. */
    withdrawn: z.array(z.object({ module: z.string(), version: z.string() })),
  }),
});

export const readDeployToken = defineCall({
  name: 'readDeployToken',
  method: 'GET',
  path: '/api/modules/:module/token/',
  access: 'module-token',
  summary: 'The deploy token of the request: its name, its module and when it expires',
  params: z.object({ module: moduleName }),
  answer: z.object({
    /** Null for a token for all modules. */
    module: z.nullable(z.string()),
    name: z.string(),
    /** The token's first characters. */
    prefix: z.string(),
    issued_at: z.int(),
    issued_by: z.string(),
    /** Epoch seconds; null for a token that doesn't expire. */
    expires_at: z.nullable(z.int()),
  }),
});
