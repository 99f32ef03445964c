/** Whom an identity provider's claims name, and what they may do. */
import { type MemberRole, memberRoles } from 'shared-api/contracts';
import type { AuditContext } from '../audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../audit/audit-log.js';
import type { OidcConfig } from '../config.js';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { AppError } from '../http/app-error.js';
import { listMembershipsOf } from '../members/members-repository.js';
import { setMembership, setRole } from '../members/members-service.js';
import {
  type FlagName,
  type Person,
  findPersonByEmail,
  findPersonByIdentity,
  flagNames,
  hasIdentityOf,
  linkIdentity,
} from '../people/people-repository.js';
import { addPerson, setFlags } from '../people/people-service.js';
import { listPracticesByIds } from '../practices/practices-repository.js';
import type { Claims } from './oidc-client.js';

/** A claim that lists things: an array, or a text with commas or spaces; undefined when the provider does not send it. */
export function listClaim(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((part) => part !== '');
  return undefined;
}

function textClaim(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Thrown where the address of the claims belongs to a local account, whose password has to be shown first. */
export class LinkProofNeeded extends Error {
  constructor(readonly person: Person) {
    super(`The address ${person.email} belongs to a local account.`);
  }
}

/** The person of these claims: known by identity, else by a verified address, else new. */
async function findOrAdd(db: Db, { issuer, subject, all }: Claims, audit: AuditContext): Promise<Person> {
  const known = await findPersonByIdentity(db, issuer, subject);
  if (known) return known;
  const email = textClaim(all['email']);
  if (email === undefined) {
    throw new AppError(403, 'forbidden', 'The identity provider didn’t send an email address for this account.');
  }
  // Else whoever can register somebody's address with the provider would have the account before its owner comes.
  if (all['email_verified'] !== true) {
    throw new AppError(403, 'forbidden', `The identity provider hasn’t verified the address ${email}.`);
  }
  const byEmail = await findPersonByEmail(db, email);
  if (byEmail && (await hasIdentityOf(db, byEmail.id, issuer))) {
    throw new AppError(
      403,
      'forbidden',
      `The address ${email} belongs to another account of the identity provider. Ask your administrator to unlink it.`,
    );
  }
  if (byEmail && byEmail.password_hash !== null) throw new LinkProofNeeded(byEmail);
  const person = byEmail ?? (await addPerson(db, { email, name: textClaim(all['name']) ?? email }, audit));
  await link(db, person, { issuer, subject }, audit);
  return person;
}

async function link(
  db: Db,
  person: Person,
  { issuer, subject }: Pick<Claims, 'issuer' | 'subject'>,
  { actor, now }: AuditContext,
): Promise<void> {
  await linkIdentity(db, person.id, issuer, subject);
  await recordAudit(db, {
    practiceId: NO_PRACTICE,
    actor,
    at: now,
    action: 'person.link',
    entity: 'person',
    entityId: person.id,
    after: { email: person.email, issuer, subject },
  });
}

async function followFlags(db: Db, person: Person, claim: unknown, audit: AuditContext): Promise<void> {
  const wanted = listClaim(claim);
  if (!wanted) return;
  const flags = Object.fromEntries(flagNames.map((name) => [name, wanted.includes(name)])) as Record<FlagName, boolean>;
  await setFlags(db, person, flags, audit);
}

/** Practices of a claim, with the role where it says one: `12` or `12:manager`. What is neither is left out. */
export function practicesOfClaim(listed: readonly string[]): Map<number, MemberRole | undefined> {
  const practices = new Map<number, MemberRole | undefined>();
  for (const text of listed) {
    const [, id, named] = /^([1-9]\d{0,8})(?::([a-z]+))?$/.exec(text) ?? [];
    const role = memberRoles.find((name) => name === named);
    if (id !== undefined && role === named) practices.set(Number(id), role);
  }
  return practices;
}

async function followMemberships(db: Db, person: Person, claim: unknown, audit: AuditContext): Promise<void> {
  const listed = listClaim(claim);
  if (!listed) return;
  const roles = practicesOfClaim(listed);
  // The provider may know practices that this console does not.
  const wanted = new Set((await listPracticesByIds(db, [...roles.keys()])).map((practice) => practice.id));
  const present = new Set(await listMembershipsOf(db, person.id));
  // The provider decides who owns a practice, also where that leaves nobody.
  const options = { mayEndLastOwner: true };
  for (const id of wanted) {
    if (!present.has(id)) await setMembership(db, person, id, true, audit);
    const role = roles.get(id);
    // A claim that names no role leaves the one that is stored here alone, and one that names the same role the rights.
    if (role) await setRole(db, person, id, { role }, audit, options);
  }
  for (const id of present) if (!wanted.has(id)) await setMembership(db, person, id, false, audit, options);
}

async function followClaims(
  db: Db,
  person: Person,
  claims: Claims,
  config: OidcConfig,
  audit: AuditContext,
): Promise<void> {
  await followFlags(db, person, claims.all[config.flagsClaim], audit);
  await followMemberships(db, person, claims.all[config.practicesClaim], audit);
}

/**
 * The person whom the claims name, with flags and memberships as the claims list them. A claim that is not sent leaves
 * what is stored here alone.
 *
 * @throws AppError `forbidden` without a verified email address, or with one that another identity of the provider has
 * @throws LinkProofNeeded when the address belongs to a local account
 */
export async function personOfClaims(db: Db, claims: Claims, config: OidcConfig, audit: AuditContext): Promise<Person> {
  return inTransaction(db, async (transaction) => {
    const person = await findOrAdd(transaction, claims, audit);
    await followClaims(transaction, person, claims, config, audit);
    return person;
  });
}

/** Links a local account, whose password was shown, with the identity of the claims. */
export async function linkLocalAccount(
  db: Db,
  person: Person,
  claims: Claims,
  config: OidcConfig,
  audit: AuditContext,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await link(transaction, person, claims, audit);
    await followClaims(transaction, person, claims, config, audit);
  });
}
