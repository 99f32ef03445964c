import type { FastifyRequest } from 'fastify';
import { type Flags, type ModuleOverride, type Right, rights } from 'shared-api/contracts';
import type { Actor } from '../audit/actor.js';
import { signedOut } from './refusal.js';

/** A person with a session, as far as judging their calls needs it. */
export interface PersonPrincipal {
  kind: 'person';
  id: string;
  name: string;
  email: string;
  /** As they take effect: super admin implies internal and developer. */
  flags: Flags;
  /** Practices of which the person is a member, with the rights held there. */
  memberships: ReadonlyMap<number, ReadonlySet<Right>>;
  session: { tokenHash: Buffer; expiresAt: Date; overrides: ModuleOverride[] };
}

/** A module team's token. */
export interface TokenPrincipal {
  kind: 'deploy-token';
  id: string;
  name: string;
  module: string;
}

export interface Nobody {
  kind: 'nobody';
  /** True when a token was shown that is not known or was revoked. */
  badToken: boolean;
}

/** Who makes a call. */
export type Principal = PersonPrincipal | TokenPrincipal | Nobody;

export const nobody: Nobody = { kind: 'nobody', badToken: false };

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal;
  }
}

/** True for the people who may open every practice. */
export function opensAllPractices(person: PersonPrincipal): boolean {
  return person.flags.super_admin || person.flags.task_admin;
}

/** What internal staff reach of practices of which they are no members: cards, and what is owed. */
const internalRights: readonly Right[] = ['billing.read', 'billing'];

/**
 * What a person may do in a practice. A right by itself opens no call: `access` of the call decides first (access.ts), which
 * keeps internal staff out of the calls of members.
 */
export function rightsIn(person: PersonPrincipal, practiceId: number): Right[] {
  const { flags, memberships } = person;
  if (flags.super_admin) return [...rights];
  const held = memberships.get(practiceId);
  // DECISIONS 21: opt-out overrides are for the practice and for super admins.
  if (flags.task_admin) return rights.filter((right) => right !== 'communication' || held?.has(right));
  if (held) return [...held];
  return flags.internal ? [...internalRights] : [];
}

export function hasRight(person: PersonPrincipal, practiceId: number, right: Right): boolean {
  return rightsIn(person, practiceId).includes(right);
}

/**
 * The person who makes the call.
 *
 * @throws Refusal `signed_out` when it is not a person
 */
export function personOf(request: FastifyRequest): PersonPrincipal {
  if (request.principal.kind !== 'person') throw signedOut();
  return request.principal;
}

/** Who a change is recorded for. */
export function actorOf(principal: Principal): Actor {
  if (principal.kind === 'nobody') throw signedOut();
  return { kind: principal.kind, id: principal.id, name: principal.name };
}
