/**
 * The gateway to a module team's own service, below `/api/modules/{module}/`. A module defines its own calls with
 * `defineCall`, a path below that and `access: 'module'`. The console itself has these four contracts for them.
 */
import * as z from 'zod/mini';
import { type Method, defineCall } from './call.js';
import { moduleName } from './modules.js';

const params = z.object({
  module: moduleName,
  /** The path on the service. */
  '*': z.string(),
});

/** The console reads the practice. The service gets the entire query as sent. */
const query = z.looseObject({ practice_id: z.optional(z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'Not a practice'))) });

const common = { path: '/api/modules/:module/*', access: 'module', params, query, answer: z.unknown() } as const;

export const readFromService = defineCall({
  ...common,
  name: 'readFromService',
  method: 'GET',
  summary: 'Read from a module’s own service; returns its response',
});

export const postToService = defineCall({
  ...common,
  name: 'postToService',
  method: 'POST',
  summary: 'Send a change to a module’s own service; returns its response',
  body: z.unknown(),
});

export const putToService = defineCall({
  ...common,
  name: 'putToService',
  method: 'PUT',
  summary: 'Replace a record of a module’s own service; returns its response',
  body: z.unknown(),
});

export const deleteFromService = defineCall({
  ...common,
  name: 'deleteFromService',
  method: 'DELETE',
  summary: 'Delete a record of a module’s own service; returns its response',
  body: z.unknown(),
});

export const serviceCalls = [readFromService, postToService, putToService, deleteFromService];

/** What an operator grants a module's service. Sizes are in bytes. */
export const serviceGrant = z.strictObject({
  /** URL of the service, with a trailing slash. */
  base_url: z.url(),
  methods: z.array(z.enum(['GET', 'POST', 'PUT', 'DELETE'] satisfies Method[])).check(z.minLength(1), z.maxLength(4)),
  /** Path prefixes, by whole segments: `campaigns/` allows `campaigns` and `campaigns/12/`. */
  paths: z
    .array(z.string().check(z.regex(/^([a-z0-9][a-z0-9_-]*\/)+$/i, 'Not a path such as campaigns/')))
    .check(z.minLength(1), z.maxLength(50)),
  /** Connection timeout in milliseconds. */
  connect_timeout_ms: z.int().check(z.gte(50), z.lte(10_000)),
  /** Timeout for the complete response, in milliseconds. Shorter than a page's own timeout. */
  timeout_ms: z.int().check(z.gte(100), z.lte(25_000)),
  max_request_bytes: z.int().check(z.gte(1), z.lte(1_000_000)),
  max_answer_bytes: z.int().check(z.gte(1), z.lte(10_000_000)),
  /** True if the service can be at a loopback or private address and without TLS. */
  allow_private: z.boolean(),
});
export type ServiceGrant = z.infer<typeof serviceGrant>;
