/** The activity of a practice or of all: entries of the audit log as sentences. */
import { addDays } from 'shared-api/contracts';
import {
  type ActivityActor,
  type ActivityArea,
  type ActivityItem,
  type ActivityPage,
  type ActivityRevert,
  activityAreas,
} from 'shared-api/contracts/activity';
import { areaOfAction } from '../../platform/audit/actions.js';
import type { Actor } from '../../platform/audit/actor.js';
import { NO_PRACTICE } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { startOfDay } from '../../platform/dates/start-of-day.js';
import { notFound } from '../../platform/errors/app-error.js';
import { type PersonPrincipal, canOpenAllPractices, hasRight } from '../../platform/http/principal.js';
import { readPractice } from '../../access/practice-records/practice-lookups.js';
import { findLoggedChange, listActors, listLoggedChanges, practiceIdOf } from './activity-repository.js';
import type { Description, LoggedChange, Viewer } from './logged-change.js';
import { type Names, readNames } from './names.js';
import { revertOf, revertPathOf } from './revert.js';
import { name, sentence } from './sentence.js';
import { sentences } from './sentences.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

export interface ActivityQuery {
  area?: ActivityArea | undefined;
  actor?: string | undefined;
  actor_kind?: Actor['kind'] | undefined;
  /** `YYYY-MM-DD`, both included. */
  from_date?: string | undefined;
  to_date?: string | undefined;
  cursor?: string | undefined;
  page_size: number;
}

/** What the person may see about a practice. Undefined: about all practices. */
export function viewerOf(person: PersonPrincipal, practiceId: number | undefined): Viewer {
  const { flags, memberships } = person;
  return {
    administrator: flags.super_admin || flags.internal,
    opensPractice: canOpenAllPractices(person) || (practiceId !== undefined && memberships.has(practiceId)),
    internal: flags.internal,
    holds: (right) => hasRight(person, practiceId ?? NO_PRACTICE, right),
    superAdmin: flags.super_admin,
    setsAdministratorFields: flags.super_admin,
  };
}

/** Amounts, cards and invoices need a separate right (decision 0035). */
export function hiddenAreasOf(person: PersonPrincipal, practiceId: number): ActivityArea[] {
  return person.flags.internal || hasRight(person, practiceId, 'billing.read') ? [] : ['billing'];
}

/** `command line` → `Command line`. */
const displayName = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function linkOf(practiceId: number | null, { page, internalPage }: Description, viewer: Viewer): string | null {
  if (viewer.internal && internalPage !== undefined) {
    if (internalPage.startsWith('/')) return internalPage;
    if (internalPage.startsWith('?')) return `/internal/practices${internalPage}`;
    if (practiceId !== null) return `/internal/practices/${practiceId}/${internalPage}`;
  }
  return viewer.opensPractice && page !== undefined && practiceId !== null ? `/settings/${practiceId}/${page}` : null;
}

const isKnown = (action: string): action is keyof typeof sentences => action in sentences;

/** Actions of earlier versions have no sentence. Their internal names are never shown. */
const describeUnknown = (): Description => ({
  sentence: sentence('made a change that ', name('this version'), ' can’t describe'),
});

function itemOf(change: LoggedChange, names: Names, viewer: Viewer): ActivityItem {
  const practiceId = practiceIdOf(change);
  const known = isKnown(change.action);
  const described: Description = known ? sentences[change.action](change, names, viewer) : describeUnknown();
  return {
    id: change.id,
    practice_id: practiceId,
    practice_name: practiceId === null ? null : (names.practice(practiceId) ?? null),
    at: epochSeconds(change.at),
    actor: { kind: change.actor.kind, name: displayName(change.actor.name) },
    area: known ? areaOfAction[change.action] : 'settings',
    sentence: described.sentence,
    changes: described.changes ?? [],
    link: linkOf(practiceId, described, viewer),
    revert: revertPathOf(change, viewer),
  };
}

/**
 * A page of entries, newest first.
 *
 * @param scope the practice, or undefined for all, with the time zone of the filter's days
 */
export async function listActivity(
  db: Db,
  scope: { practiceId: number } | { zone: string },
  query: ActivityQuery,
  { viewer, hiddenAreas }: { viewer: Viewer; hiddenAreas: readonly ActivityArea[] },
): Promise<ActivityPage> {
  const practiceId = 'practiceId' in scope ? scope.practiceId : undefined;
  const practice = 'practiceId' in scope ? await readPractice(db, scope.practiceId) : undefined;
  const zone = 'zone' in scope ? scope.zone : (practice?.time_zone ?? 'UTC');
  const changes = await listLoggedChanges(
    db,
    {
      practiceId,
      area: query.area,
      hiddenAreas,
      actorId: query.actor,
      actorKind: query.actor_kind,
      from: query.from_date === undefined ? undefined : new Date(startOfDay(zone, query.from_date)),
      to: query.to_date === undefined ? undefined : new Date(startOfDay(zone, addDays(query.to_date, 1))),
    },
    // One extra entry shows whether there is another page.
    { cursor: query.cursor, limit: query.page_size + 1 },
  );
  const listed = changes.slice(0, query.page_size);
  const names = await readNames(db, listed, practice);
  return {
    results: listed.map((change) => itemOf(change, names, viewer)),
    next: changes.length > query.page_size ? (listed.at(-1)?.id ?? null) : null,
    practice_name: practice?.name ?? null,
    time_zone: zone,
    hidden_areas: activityAreas.filter((area) => hiddenAreas.includes(area)),
  };
}

export async function listActivityActors(db: Db, practiceId: number | undefined): Promise<ActivityActor[]> {
  const byName = new Intl.Collator('en-US', { sensitivity: 'base' });
  const actors = await listActors(db, practiceId);
  return actors
    .map((actor) => ({ ...actor, name: displayName(actor.name) }))
    .sort((one, other) => byName.compare(one.name, other.name));
}

/** @throws AppError `not_found` also for an entry the person may not see */
export async function readActivity(
  db: Db,
  practiceId: number,
  id: string,
  { viewer, hiddenAreas }: { viewer: Viewer; hiddenAreas: readonly ActivityArea[] },
): Promise<{ item: ActivityItem; revert: ActivityRevert | null; time_zone: string }> {
  const practice = await readPractice(db, practiceId);
  const change = await findLoggedChange(db, practiceId, id);
  const item = change && itemOf(change, await readNames(db, [change], practice), viewer);
  if (!change || !item || hiddenAreas.includes(item.area)) throw notFound('This change isn’t in the activity.');
  return { item, revert: revertOf(change, viewer), time_zone: practice.time_zone };
}
