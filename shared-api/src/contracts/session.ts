import * as z from 'zod/mini';
import { memberRoles } from '../rules/rights.js';
import { defineCall } from './call.js';

/** Global flags of a person. `super_admin` implies `internal` and `developer`, not `task_admin`. */
export const flags = z.object({
  super_admin: z.boolean(),
  task_admin: z.boolean(),
  internal: z.boolean(),
  developer: z.boolean(),
});
export type Flags = z.infer<typeof flags>;

export const practiceSummary = z.object({
  id: z.int(),
  name: z.string(),
  /** IANA name, e.g. `America/Chicago`. */
  time_zone: z.string(),
  pms_name: z.string(),
  /** The person's rights in it, by `rules/rights`. Servers from before rights don't send it. */
  rights: z.optional(z.array(z.string())),
  /** Names of its feature flags, sorted. Servers that predate them don't send it. */
  feature_flags: z.optional(z.array(z.string())),
  /** Names of its owners, sorted, so that members know whom to ask. Servers that predate them don't send it. */
  owners: z.optional(z.array(z.string())),
});
export type PracticeSummary = z.infer<typeof practiceSummary>;

export const user = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type User = z.infer<typeof user>;

/** A practice that invited the person and is waiting for a response. */
export const ownInvitation = z.object({
  practice_id: z.int(),
  practice_name: z.string(),
  role: z.enum(memberRoles),
  /** In epoch seconds. */
  expires_at: z.int(),
});
export type OwnInvitation = z.infer<typeof ownInvitation>;

export const moduleOverride = z.object({ module: z.string(), entry: z.string() });
export type ModuleOverride = z.infer<typeof moduleOverride>;

export const session = z.object({
  user,
  flags,
  /** Practices that the person is a member of, sorted by name. */
  practices: z.array(practiceSummary),
  /** True if the person can open every practice. The switcher then searches `GET /api/practices/`. */
  all_practices: z.boolean(),
  /** Modules that this session loads from a developer's origin. */
  overrides: z.array(moduleOverride),
  /** When the session ends without activity, in epoch seconds. */
  expires_at: z.int(),
  /** By practice name. Absent without one. */
  invitations: z.optional(z.array(ownInvitation)),
  /** Absent on a computer that isn't shared (docs/decisions/0134). */
  shared_computer: z.optional(
    z.object({
      /** The person's name on the sign-in page. Null if not listed. */
      name: z.nullable(z.string()),
      /** True until the person has chosen. */
      asks: z.boolean(),
    }),
  ),
});
export type Session = z.infer<typeof session>;

export const readSession = defineCall({
  name: 'readSession',
  method: 'GET',
  path: '/api/session/',
  access: 'signed-in',
  summary: 'The signed-in person, with their flags and practices',
  answer: session,
});

/** Error code of `signIn` if the password is correct and a second step follows (contracts/accounts). */
export const SECOND_STEP_REQUIRED = 'second_step_required';

export const signIn = defineCall({
  name: 'signIn',
  method: 'POST',
  path: '/api/session/',
  access: 'everyone',
  summary: 'Sign in with a local account; sets the session cookie',
  body: z.union([
    z.strictObject({
      email: z.string().check(z.trim(), z.minLength(1), z.maxLength(320)),
      password: z.string().check(z.minLength(1), z.maxLength(1024)),
    }),
    z.strictObject({
      /** A person listed on a shared computer's sign-in page. */
      listed: z.uuid(),
      password: z.string().check(z.minLength(1), z.maxLength(1024)),
    }),
  ]),
  answer: session,
});

export const linkIdentity = defineCall({
  name: 'linkIdentity',
  method: 'POST',
  path: '/api/session/link/',
  access: 'everyone',
  summary: 'Link a local account to the identity provider by entering its password once; sets the session cookie',
  body: z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  /** `return_to` is a console path. */
  answer: z.object({ return_to: z.string() }),
});

export const signOut = defineCall({
  name: 'signOut',
  method: 'DELETE',
  path: '/api/session/',
  access: 'everyone',
  summary: 'End the session',
  answer: z.object({
    status: z.literal('success'),
    /** The URL that also ends the browser's session at the identity provider. Null if there is none. */
    provider_sign_out: z.nullable(z.string()),
  }),
});

/**
 * A valid host name or IP address. It becomes part of the page's content security policy, so no other character is
 * allowed.
 */
const developerHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i;

export const setOverride = defineCall({
  name: 'setOverride',
  method: 'POST',
  path: '/api/session/overrides/',
  access: 'developer',
  summary: 'Load a module from a developer origin in this session',
  body: z.strictObject({
    module: z.string().check(z.minLength(1), z.maxLength(100)),
    /** Absolute http(s) URL of the module's `remoteEntry.js`. */
    entry: z.url({ protocol: /^https?$/, hostname: developerHost }).check(z.maxLength(500)),
  }),
  answer: session,
});

export const clearOverride = defineCall({
  name: 'clearOverride',
  method: 'DELETE',
  path: '/api/session/overrides/:module/',
  // Requires only a session, so that people who are no longer developers can still remove their overrides.
  access: 'signed-in',
  summary: 'Return to the released version of a module',
  params: z.object({ module: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answer: session,
});
