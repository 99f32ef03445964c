/** Which version of every module is live, to be made live in another console too; and what a deploy token opens. */
import * as z from 'zod/mini';
import { defineCall, inAnswer } from './call.js';
import { integrity, moduleName, moduleVersion, waitingApproval } from './modules.js';

export const manifestEntry = z.strictObject({
  version: moduleVersion,
  /** Hash of the version's `build.json`, so that other content under the same version is noticed. */
  build: integrity,
});

/** By name of the module. A module without a live version is left out. */
export const moduleManifest = z.strictObject({ modules: z.record(moduleName, manifestEntry) });
export type ModuleManifest = z.infer<typeof moduleManifest>;

export const readManifest = defineCall({
  name: 'readManifest',
  method: 'GET',
  path: '/api/module-manifest/',
  access: 'all-modules',
  summary: 'Which version of every module is live',
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
    /** `waiting` (202) if a second person has to approve it first. Nothing has changed then. */
    status: z.enum(['success', 'waiting']),
    approval: z.optional(waitingApproval),
    changed: z.array(z.object({ module: z.string(), from: z.nullable(z.string()), to: z.string() })),
    /** Canaries that ended, also where the live version stays. */
    withdrawn: z.array(z.object({ module: z.string(), version: z.string() })),
  }),
});

export const readDeployToken = defineCall({
  name: 'readDeployToken',
  method: 'GET',
  path: '/api/modules/:module/token/',
  access: 'module-token',
  summary: 'What the deploy token of this request opens, and when it expires',
  params: z.object({ module: moduleName }),
  answer: z.object({
    /** Null for a token that opens all modules. */
    module: z.nullable(z.string()),
    name: z.string(),
    /** Its first characters. */
    prefix: z.string(),
    issued_at: z.int(),
    issued_by: z.string(),
    /** Epoch seconds; null for a token that doesn't expire. */
    expires_at: z.nullable(z.int()),
  }),
});
