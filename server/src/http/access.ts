/** Who may make a call, judged before its body is read (DECISIONS, server rule 1). */
import { type Call, missingRight } from 'shared-api/contracts';
import { type PersonPrincipal, type Principal, opensAllPractices } from './principal.js';
import { Refusal, forbidden, notFound, signedOut } from './refusal.js';

/** What the judgement must know about the path. */
export interface PathFacts {
  /** The `:practice` of the path; undefined when there is none or it is no number. */
  practice: number | undefined;
  /** The `:module` of the path. */
  module: string | undefined;
}

/** What the call does, as the refusal names it: the summary up to its first break. */
function actionOf(call: Call): string {
  return call.summary.split(/[.,:;(]/)[0]?.trim() ?? call.name;
}

function refusalFor(call: Call): Refusal {
  const aboutPractice = call.access === 'practice' || call.access === 'practice-or-internal';
  return forbidden(
    aboutPractice
      ? `You have no access to this practice: ${actionOf(call)}.`
      : `You do not have permission for this: ${actionOf(call)}.`,
  );
}

function mayOpenPractice(person: PersonPrincipal, practice: number | undefined): boolean {
  if (opensAllPractices(person)) return true;
  return practice !== undefined && person.memberships.has(practice);
}

/** True for a member who lacks the right that the call needs. Whoever passes without being a member needs none. */
function lacksRight({ access, right }: Call, person: PersonPrincipal, practice: number | undefined): boolean {
  if (right === undefined || practice === undefined || opensAllPractices(person)) return false;
  if (access === 'practice-or-internal' && person.flags.internal) return false;
  // Of other calls the handler knows the practice: it is the customer's, or in the body.
  if (access !== 'practice' && access !== 'practice-or-internal') return false;
  return !person.memberships.get(practice)?.has(right);
}

function personMay(call: Call, person: PersonPrincipal, path: PathFacts): boolean {
  const { flags } = person;
  switch (call.access) {
    case 'everyone':
    case 'signed-in':
      return true;
    case 'customer':
      // The handler judges it: only it knows whose the customer is.
      return true;
    case 'practice':
      return mayOpenPractice(person, path.practice);
    case 'practice-or-internal':
      return flags.internal || mayOpenPractice(person, path.practice);
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
  }
}

/**
 * @throws Refusal 401 when nobody is signed in, 403 naming the action or the missing right when the caller may not. A person
 *   of a clinic hears the same about a foreign practice and about one that does not exist.
 */
export function checkAccess(call: Call, principal: Principal, path: PathFacts): void {
  if (call.access === 'everyone') return;
  switch (principal.kind) {
    case 'nobody':
      throw principal.badToken
        ? new Refusal(401, 'unknown_token', 'This deploy token is not known, or was revoked.')
        : signedOut();
    case 'deploy-token': {
      const forTeams = call.access === 'module-team' || call.access === 'module-token';
      if (forTeams && path.module === principal.module) return;
      throw forTeams
        ? forbidden(`This deploy token opens ${principal.module} only.`)
        : forbidden('A deploy token opens the calls of its module only.');
    }
    case 'person':
      if (!personMay(call, principal, path)) throw refusalFor(call);
      if (call.right !== undefined && lacksRight(call, principal, path.practice))
        throw forbidden(missingRight(call.right));
      if (path.practice === undefined && call.path.includes('/:practice/'))
        throw notFound('There is no such practice.');
  }
}
