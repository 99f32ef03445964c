/** Whom an identity provider's claims name, and what they may do. */
import type { Doing } from '../audit/actor.js';
import type { OidcConfig } from '../config.js';
import type { Db, MembershipRole } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { Refusal } from '../http/refusal.js';
import {
  type FlagName,
  type Person,
  findPersonByEmail,
  findPersonByIdentity,
  flagNames,
  linkIdentity,
  membershipRoles,
  membershipsOf,
} from '../people/people-repository.js';
import { addPerson, setFlags, setMembership, setRole } from '../people/people-service.js';
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

/** The person of these claims: known by identity, else by a verified address, else new. */
async function findOrAdd(db: Db, { issuer, subject, all }: Claims, doing: Doing): Promise<Person> {
  const known = await findPersonByIdentity(db, issuer, subject);
  if (known) return known;
  const email = textClaim(all['email']);
  if (email === undefined) {
    throw new Refusal(403, 'forbidden', 'The identity provider did not send an e-mail address for this account.');
  }
  const byEmail = await findPersonByEmail(db, email);
  // Else whoever can register somebody's address with the provider would take over their account here.
  if (byEmail && all['email_verified'] !== true) {
    throw new Refusal(403, 'forbidden', `The identity provider has not verified the address ${email}.`);
  }
  const person = byEmail ?? (await addPerson(db, { email, name: textClaim(all['name']) ?? email }, doing));
  await linkIdentity(db, person.id, issuer, subject);
  return person;
}

async function followFlags(db: Db, person: Person, claim: unknown, doing: Doing): Promise<void> {
  const wanted = listClaim(claim);
  if (!wanted) return;
  const flags = Object.fromEntries(flagNames.map((name) => [name, wanted.includes(name)])) as Record<FlagName, boolean>;
  await setFlags(db, person, flags, doing);
}

/** Practices of a claim, with the role where it says one: `12` or `12:manager`. What is neither is left out. */
export function practicesOfClaim(listed: readonly string[]): Map<number, MembershipRole | undefined> {
  const practices = new Map<number, MembershipRole | undefined>();
  for (const text of listed) {
    const [, id, named] = /^([1-9]\d{0,8})(?::([a-z]+))?$/.exec(text) ?? [];
    const role = membershipRoles.find((name) => name === named);
    if (id !== undefined && role === named) practices.set(Number(id), role);
  }
  return practices;
}

async function followMemberships(db: Db, person: Person, claim: unknown, doing: Doing): Promise<void> {
  const listed = listClaim(claim);
  if (!listed) return;
  const roles = practicesOfClaim(listed);
  // The provider may know practices that this console does not.
  const wanted = new Set((await listPracticesByIds(db, [...roles.keys()])).map((practice) => practice.id));
  const present = new Set(await membershipsOf(db, person.id));
  for (const id of wanted) {
    if (!present.has(id)) await setMembership(db, person, id, true, doing);
    const role = roles.get(id);
    // A claim that names no role leaves the one that is stored here alone.
    if (role) await setRole(db, person, id, role, doing);
  }
  for (const id of present) if (!wanted.has(id)) await setMembership(db, person, id, false, doing);
}

/**
 * The person whom the claims name, with flags and memberships as the claims list them. A claim that is not sent leaves
 * what is stored here alone.
 *
 * @throws Refusal `forbidden` without an e-mail address, or with an unverified one that belongs to somebody here
 */
export async function personOfClaims(db: Db, claims: Claims, config: OidcConfig, doing: Doing): Promise<Person> {
  return inTransaction(db, async (transaction) => {
    const person = await findOrAdd(transaction, claims, doing);
    await followFlags(transaction, person, claims.all[config.flagsClaim], doing);
    await followMemberships(transaction, person, claims.all[config.practicesClaim], doing);
    return person;
  });
}
