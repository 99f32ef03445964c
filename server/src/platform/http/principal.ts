import type { FastifyRequest } from 'fastify';
import { type Flags, type ModuleOverride, type Right, rights } from 'shared-api/contracts';
import type { Actor, ProviderChangeContext } from '../audit/actor.js';
import { signedOut } from '../errors/app-error.js';

/** A person with a session: the facts that access checks need. */
export interface PersonPrincipal {
  kind: 'person';
  id: string;
  name: string;
  email: string;
  /** Effective flags: super admin implies internal and developer. */
  flags: Flags;
  /** Practices that the person is a member of, with their rights there. */
  memberships: ReadonlyMap<number, ReadonlySet<Right>>;
  /** True if the person has a second factor of a local account. */
  hasSecondFactor: boolean;
  /** Whether the request's practice exists. Absent for a request about none. */
  practiceExists?: boolean;
  /** The feature flags of that practice. */
  practiceFlags?: readonly string[];
  /** False for people who sign in only through the identity provider. */
  hasPassword: boolean;
  session: {
    tokenHash: Buffer;
    expiresAt: Date;
    overrides: ModuleOverride[];
    /** Opened previews of modules. Each page load checks whether they still can be. */
    previews: { module: string; name: string }[];
    /** When the person last used a second factor in this session. Null: not yet. */
    secondFactorAt: Date | null;
    /** When the person last entered the password in this session. Null: not yet. */
    passwordAt: Date | null;
    /** SHA-256 of the browser's cookie. Null or absent: unknown. */
    browserHash?: Buffer | null;
  };
}

/** A module team's token. */
export interface TokenPrincipal {
  kind: 'deploy-token';
  id: string;
  name: string;
  /** Null for a token for all modules. */
  module: string | null;
}

export interface AnonymousPrincipal {
  kind: 'nobody';
  /** True when an unknown, revoked or expired token was sent. */
  badToken: boolean;
  expired?: boolean;
  /** True for the session of a person outside the staff networks. */
  outside?: boolean;
}

/** The caller of a request. */
export type Principal = PersonPrincipal | TokenPrincipal | AnonymousPrincipal;

export const anonymous: AnonymousPrincipal = { kind: 'nobody', badToken: false };

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal;
  }
}

/** True for a deploy token for the module or for all modules. */
export function opensModule(token: TokenPrincipal, module: string | undefined): boolean {
  return token.module === null || token.module === module;
}

/** True for people who can open all practices. */
export function canOpenAllPractices(person: PersonPrincipal): boolean {
  return person.flags.super_admin || person.flags.task_admin;
}

/** True for the provider's staff, who have access to practices they aren't members of, as each call defines. */
export const isStaff = (person: PersonPrincipal): boolean => canOpenAllPractices(person) || person.flags.internal;

/** Rights of internal staff in practices where they are not members: cards and open invoices. */
const internalRights: readonly Right[] = ['billing.read', 'billing'];

/**
 * A person's rights in a practice. Rights grant no access by themselves: the call's `access` decides first (access.ts),
 * which keeps internal staff out of members' calls.
 */
export function rightsIn(person: PersonPrincipal, practiceId: number): Right[] {
  const { flags, memberships } = person;
  if (flags.super_admin) return [...rights];
  const memberRights = memberships.get(practiceId);
  // DECISIONS 21: opt-out overrides are for the practice and for super admins.
  if (flags.task_admin) return rights.filter((right) => right !== 'communication' || memberRights?.has(right));
  if (memberRights) return [...memberRights];
  return flags.internal ? [...internalRights] : [];
}

export function hasRight(person: PersonPrincipal, practiceId: number, right: Right): boolean {
  return rightsIn(person, practiceId).includes(right);
}

/**
 * The person who makes the call.
 *
 * @throws AppError `signed_out` when the caller isn't a person
 */
export function personOf(request: FastifyRequest): PersonPrincipal {
  if (request.principal.kind !== 'person') throw signedOut();
  return request.principal;
}

/** The actor of a change, for the audit log. */
export function actorOf(principal: Principal): Actor {
  if (principal.kind === 'nobody') throw signedOut();
  return { kind: principal.kind, id: principal.id, name: principal.name };
}

/** The context of a change that waits for a provider. */
export const providerChangeOf = (request: FastifyRequest, now: Date): ProviderChangeContext => ({
  actor: actorOf(request.principal),
  now,
  assertStillAllowed: () => request.assertStillAllowed(),
});
