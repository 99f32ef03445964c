/** Maps an identity provider's claims to a person, flags and memberships. */
import { type MemberRole, memberRoles } from 'shared-api/contracts';
import { isEmailAddress, MAX_PERSON_NAME_LENGTH, personNameProblem } from 'shared-api/contracts/accounts';
import { proveAddress } from '../accounts/prove-address.js';
import { recordAccountAudit } from '../accounts/account-audit.js';
import type { AuditContext } from '../../platform/audit/actor.js';
import type { OidcConfig } from '../../platform/config/config.js';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import { joinPractices } from '../members/join-practices.js';
import { listInvitationsOf, listMembershipsOf } from '../members/members-repository.js';
import { setMembership, setRole } from '../members/members-service.js';
import {
  type FlagName,
  type Person,
  findPerson,
  findPersonByEmail,
  findPersonByIdentity,
  flagNames,
  hasIdentityOf,
  linkIdentity,
  lockPerson,
  normalizeEmail,
  updatePerson,
} from '../people/people-repository.js';
import { unlinkIdentities } from '../people/unlink-identities.js';
import { addPerson, retryIfAccountAppears, setFlags } from '../people/people-service.js';
import { listPracticesByIds } from '../practice-records/practice-lookups.js';
import { findByExternalId, isProvisioned } from '../scim/scim-repository.js';
import type { Claims } from './oidc-client.js';

/** A list claim: an array, or a text with commas or spaces. Undefined when the provider doesn't send it. */
export function listClaim(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((part) => part !== '');
  return undefined;
}

function textClaim(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The name in the claims. Undefined for one that can't be displayed. */
function nameClaim({ name }: Claims['all']): string | undefined {
  const text = textClaim(name);
  return text === undefined || personNameProblem(text) !== undefined ? undefined : text;
}

/** Thrown when the claims' email address belongs to a local account, whose password must be entered first. */
export class LinkProofNeeded extends Error {
  constructor(readonly person: Person) {
    super(`The address ${person.email} belongs to a local account.`);
  }
}

/** The address of an account to find or add. @throws AppError `forbidden` for one that the provider hasn't verified */
function verifiedAddress(all: Claims['all'], { name, trustAddresses }: OidcConfig): string {
  const email = textClaim(all['email']);
  if (email === undefined)
    throw new AppError(403, 'forbidden', `${name} didn’t send an email address for this account.`);
  const { email_verified: isVerified = trustAddresses } = all;
  if (isVerified === true) return email;
  // An unverified address could belong to another person. Registering it at the provider must not give access to the
  // account.
  const message =
    all['email_verified'] === undefined
      ? `${name} doesn’t say whether it has verified the address ${email}. Ask the console’s operator to set up how people from ${name} are recognized.`
      : `${name} hasn’t verified the address ${email}. Ask your administrator to have it verified there.`;
  throw new AppError(403, 'forbidden', message);
}

/**
 * The person provisioned with the id in these claims. The id identifies the account, so the address needs no further
 * proof.
 */
async function findProvisioned(
  db: Db,
  all: Claims['all'],
  { externalIdClaim }: OidcConfig,
): Promise<Person | undefined> {
  const externalId = textClaim(all[externalIdClaim]);
  const [id, ...others] = externalId === undefined ? [] : await findByExternalId(db, externalId);
  return id === undefined || others.length > 0 ? undefined : findPerson(db, id);
}

/** The person of these claims: by identity, then by external id or verified email address, otherwise newly added. */
async function findOrAdd(
  db: Db,
  { issuer, subject, all }: Claims,
  config: OidcConfig,
  audit: AuditContext,
): Promise<Person> {
  const existing = await findPersonByIdentity(db, issuer, subject);
  // An earlier version of the console linked accounts without proof.
  const isProven = existing?.link_shown_to === null || existing?.deactivated_at !== null;
  if (existing) return isProven ? existing : ((await proveAddress(db, existing.id, audit)) ?? existing);
  const provisioned = await findProvisioned(db, all, config);
  const email = provisioned?.email ?? verifiedAddress(all, config);
  const named = provisioned ?? (await findPersonByEmail(db, email));
  if (named && (await hasIdentityOf(db, named.id, issuer))) {
    // The same person may have signed in for the first time in another window since the identity was read.
    const linked = await findPersonByIdentity(db, issuer, subject);
    if (linked) return linked;
    // If SCIM gives a person the new account's id, they are the same person, whatever account they had before.
    if (!provisioned) {
      throw new AppError(
        403,
        'forbidden',
        `The account ${email} is linked to another account of ${config.name}. Ask your administrator to unlink it.`,
      );
    }
  }
  // Nothing is linked to an account that may not sign in.
  if (named && named.deactivated_at !== null) return named;
  // The provider verified this person's address. The password may have been set by somebody who prepared the account.
  const current = named && (await proveAddress(db, named.id, audit));
  if (current && current.password_hash !== null) throw new LinkProofNeeded(current);
  const person =
    current ?? (await addPerson(db, { email, name: nameClaim(all) ?? email.slice(0, MAX_PERSON_NAME_LENGTH) }, audit));
  await link(db, person, { issuer, subject }, audit);
  return person;
}

/** Links an account to an identity, replacing any other from the same provider. */
async function link(
  db: Db,
  person: Person,
  { issuer, subject }: Pick<Claims, 'issuer' | 'subject'>,
  audit: AuditContext,
): Promise<void> {
  if (await hasIdentityOf(db, person.id, issuer)) {
    await lockPerson(db, person.id);
    // Another window may just have linked it.
    if (await findPersonByIdentity(db, issuer, subject)) return;
    await unlinkIdentities(db, person, audit);
  }
  await linkIdentity(db, person.id, issuer, subject);
  await joinPractices(db, person, audit.now);
  await recordAccountAudit(db, 'person.link', person.id, audit, { after: { email: person.email, issuer, subject } });
}

/** The address in the claims. Undefined if it isn't verified or belongs to somebody else. */
async function newAddress(
  db: Db,
  person: Person,
  all: Claims['all'],
  { trustAddresses }: OidcConfig,
): Promise<string | undefined> {
  const email = normalizeEmail(textClaim(all['email']) ?? '');
  const { email_verified: isVerified = trustAddresses } = all;
  if (isVerified !== true || email === person.email || !isEmailAddress(email)) return undefined;
  return (await findPersonByEmail(db, email)) ? undefined : email;
}

/**
 * Updates the name and address of a known person (docs/decisions/0132). SCIM sets both for the people that it
 * provisions.
 */
async function followPerson(
  db: Db,
  person: Person,
  { all }: Claims,
  config: OidcConfig,
  audit: AuditContext,
): Promise<void> {
  const name = nameClaim(all) ?? person.name;
  const email = (await newAddress(db, person, all, config)) ?? person.email;
  const profile = { name, email };
  const changed = (['name', 'email'] as const).filter((key) => person[key] !== profile[key]);
  if (changed.length === 0 || (await isProvisioned(db, person.id))) return;
  const only = (side: typeof profile) => Object.fromEntries(changed.map((key) => [key, side[key]]));
  await updatePerson(db, person.id, only(profile));
  const sides = { before: only(person), after: only(profile) };
  await recordAccountAudit(db, 'person.update', person.id, audit, sides);
}

async function followFlags(db: Db, person: Person, claim: unknown, audit: AuditContext): Promise<void> {
  const claimed = listClaim(claim);
  if (!claimed) return;
  const flags = Object.fromEntries(flagNames.map((name) => [name, claimed.includes(name)])) as Record<
    FlagName,
    boolean
  >;
  await setFlags(db, person, flags, audit);
}

/** Practices in a claim, with their role if the claim names one: `12` or `12:manager`. Other entries are ignored. */
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
  // The provider may list practices that this console does not have.
  const existingIds = new Set((await listPracticesByIds(db, [...roles.keys()])).map((practice) => practice.id));
  const present = new Set(await listMembershipsOf(db, person.id));
  // The provider accepts an open invitation on the person's behalf.
  const asking = new Set((await listInvitationsOf(db, person.id)).map(({ practice_id: id }) => id));
  // The provider decides who owns a practice, even if the practice then has no owner.
  const options = { mayEndLastOwner: true };
  for (const id of existingIds) {
    if (!present.has(id) || asking.has(id)) await setMembership(db, { person, practiceId: id }, true, audit);
    const role = roles.get(id);
    // Without a role in the claim, the stored role stays. With the same role, the stored rights stay.
    if (role) await setRole(db, { person, practiceId: id }, { role }, audit, options);
  }
  for (const id of present) {
    if (!existingIds.has(id)) await setMembership(db, { person, practiceId: id }, false, audit, options);
  }
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
 * The person of the claims, with flags and memberships updated from them. A claim that isn't sent changes nothing.
 *
 * @throws AppError `forbidden` without a verified email address, or with one that belongs to another identity of the
 * provider
 * @throws LinkProofNeeded when the address belongs to a local account
 */
export async function personOfClaims(db: Db, claims: Claims, config: OidcConfig, audit: AuditContext): Promise<Person> {
  const follow = (): Promise<Person> =>
    inTransaction(db, async (transaction) => {
      const isKnown = (await findPersonByIdentity(transaction, claims.issuer, claims.subject)) !== undefined;
      const person = await findOrAdd(transaction, claims, config, audit);
      if (person.deactivated_at !== null) return person;
      if (isKnown) await followPerson(transaction, person, claims, config, audit);
      await followClaims(transaction, person, claims, config, audit);
      return person;
    });
  // A person may first sign in in two windows concurrently.
  return retryIfAccountAppears(follow);
}

/** Links a local account, whose password was verified, to the identity in the claims. */
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
