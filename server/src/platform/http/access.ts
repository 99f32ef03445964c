/** Decides who may make a call. Runs before the body is read (DECISIONS, server rule 1). */
import { type Call, missingRight } from 'shared-api/contracts';
import {
  type AnonymousPrincipal,
  type PersonPrincipal,
  type Principal,
  type TokenPrincipal,
  canOpenAllPractices,
  opensModule,
} from './principal.js';
import { outsideNetworks } from './staff-networks.js';
import { AppError, forbidden, notFound, signedOut } from '../errors/app-error.js';

/** The parts of the address that access depends on. */
export interface PathFacts {
  /** The `:practice` of the path, or the `practice_id` of the query. Undefined when there is none. */
  practiceId: number | undefined;
  /** The `:module` of the path. */
  module: string | undefined;
}

/** The call's action for the error text: the summary up to its first punctuation. */
function actionOf(call: Call): string {
  return call.summary.split(/[.,:;(]/)[0]?.trim() ?? call.name;
}

function accessError(call: Call): AppError {
  const aboutPractice = call.access === 'practice' || call.access === 'practice-or-internal';
  return forbidden(
    aboutPractice
      ? `You don’t have access to this practice: ${actionOf(call)}.`
      : `You don’t have permission for this: ${actionOf(call)}.`,
  );
}

/** The error for an unknown, revoked or expired deploy token. */
export function tokenError({ expired = false }: AnonymousPrincipal): AppError {
  return expired
    ? new AppError(401, 'expired_token', 'This deploy token has expired. Ask the console’s operator for a new one.')
    : new AppError(401, 'unknown_token', 'This deploy token is unknown or revoked.');
}

function deployTokenError(call: Call, { module }: TokenPrincipal, forTeams: boolean): string {
  if (call.access === 'all-modules')
    return `This needs a deploy token for all modules. This one is only for ${module}.`;
  if (forTeams) return `This deploy token is only for ${module}.`;
  if (call.access === 'module') return 'A deploy token doesn’t open a module’s service. Sign in as a person.';
  return 'A deploy token works only for calls about modules.';
}

function mayOpenPractice(person: PersonPrincipal, practiceId: number | undefined): boolean {
  if (canOpenAllPractices(person)) return true;
  return practiceId !== undefined && person.memberships.has(practiceId);
}

/**
 * True for a member who lacks the right that the call needs. People who have access without being a member need no
 * right.
 */
function lacksRight({ access, right }: Call, person: PersonPrincipal, practiceId: number | undefined): boolean {
  if (right === undefined || practiceId === undefined || canOpenAllPractices(person)) return false;
  if (access === 'practice-or-internal' && person.flags.internal) return false;
  // For other calls, only the handler knows the practice: through the customer or from the body.
  if (access !== 'practice' && access !== 'practice-or-internal') return false;
  return !person.memberships.get(practiceId)?.has(right);
}

function personMay(call: Call, person: PersonPrincipal, path: PathFacts): boolean {
  const { flags } = person;
  switch (call.access) {
    case 'everyone':
    case 'signed-in':
      return true;
    case 'customer':
      // The handler checks this: only it knows who owns the customer.
      return true;
    case 'module':
      // The gateway checks this: only it knows the audience of the module.
      return true;
    case 'practice':
      return mayOpenPractice(person, path.practiceId);
    case 'practice-or-internal':
      return flags.internal || mayOpenPractice(person, path.practiceId);
    case 'internal':
      return flags.internal;
    case 'task-admin':
      return flags.task_admin;
    case 'super-admin':
      return flags.super_admin;
    case 'developer':
      return flags.developer;
    case 'module-team':
      return flags.super_admin;
    case 'module-token':
      return false;
    case 'all-modules':
      return flags.super_admin;
  }
}

/**
 * @throws AppError 401 without a session, 403 naming the action or the missing right. Members of clinics get the same
 * response for another practice and for one that doesn't exist.
 */
export function checkAccess(call: Call, principal: Principal, path: PathFacts): void {
  if (call.access === 'everyone') return;
  switch (principal.kind) {
    case 'nobody':
      if (principal.outside) throw outsideNetworks();
      throw principal.badToken ? tokenError(principal) : signedOut();
    case 'deploy-token': {
      const forTeams = call.access === 'module-team' || call.access === 'module-token';
      if (forTeams && opensModule(principal, path.module)) return;
      if (call.access === 'all-modules' && principal.module === null) return;
      throw forbidden(deployTokenError(call, principal, forTeams));
    }
    case 'person':
      if (!personMay(call, principal, path)) throw accessError(call);
      if (call.right !== undefined && lacksRight(call, principal, path.practiceId))
        throw forbidden(missingRight(call.right));
      if (path.practiceId === undefined && call.path.includes('/:practice/'))
        throw notFound('This practice doesn’t exist.');
  }
}
