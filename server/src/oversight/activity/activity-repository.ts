import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ActivityActor, ActivityArea } from 'shared-api/contracts/activity';
import type { Actor } from '../../platform/audit/actor.js';
import { NO_PRACTICE } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/actions.js';
import type { Db } from '../../platform/database/tables.js';
import type { LoggedChange } from './logged-change.js';

/** Which entries to read. Undefined filters match everything. */
export interface ActivityFilter {
  /** Undefined: every practice, and the console itself. */
  practiceId: number | undefined;
  area?: ActivityArea | undefined;
  hiddenAreas: readonly ActivityArea[];
  actorId?: string | undefined;
  actorKind?: Actor['kind'] | undefined;
  /** Included. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

interface Row {
  micros: string;
  id: string;
  practice_id: number;
  at: Date;
  actor_kind: Actor['kind'];
  actor_id: string;
  actor_name: string;
  action: AuditAction;
  entity: string;
  entity_id: string;
  before: unknown;
  after: unknown;
}

const columns = sql`
  (extract(epoch from at) * 1000000)::bigint::text as micros, id, practice_id, at, actor_kind, actor_id, actor_name,
  action, entity, entity_id, before, after
`;

const changeOf = (row: Row): LoggedChange => ({
  id: `${row.micros}-${row.id}`,
  practiceId: row.practice_id,
  at: row.at,
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  action: row.action,
  entity: row.entity,
  entityId: row.entity_id,
  before: row.before,
  after: row.after,
});

/** The time and the UUID of an entry's id. The time is exact to the microsecond, which a `Date` is not. */
function keyOf(id: string): { at: RawBuilder<Date>; uuid: string } {
  const end = id.indexOf('-');
  const micros = id.slice(0, end);
  return {
    at: sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`,
    uuid: id.slice(end + 1),
  };
}

/**
 * Leaves out the entries of the practices of a bulk change, because the bulk change has its own entry. Must match
 * migration 0139 literally, because its indexes are partial.
 */
const isOwnChange = sql<SqlBool>`bulk_change_id is null`;

/**
 * Leaves out sign-ins, which far outnumber changes. Must match migration 0139 literally. Sign-ins belong to no
 * practice, so only lists across practices need this.
 */
const isChange = sql<SqlBool>`action not in ('session.start', 'session.sign_out', 'sign_in.refuse')`;

/**
 * Refused sign-ins of a person, who isn't the entry's actor. Must match migration 0096 literally, because its index is
 * partial.
 */
const isRefusal = sql<SqlBool>`
  action in ('sign_in.refuse', 'second_factor.refuse', 'account_link.refuse', 'passkey.copy')
`;

/** Reads by support aren't changes either. */
const isNoRead = sql<SqlBool>`action <> 'practice.read'`;

/**
 * Entries before the cursor, newest first. Sign-ins and reads are listed only by area and by person. Each filter has an
 * index in this order: (practice_id, at, id), with the area or the actor in front, and the same without the practice.
 *
 * @param cursor id of the previous page's last entry
 */
export async function listLoggedChanges(
  db: Db,
  filter: ActivityFilter,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<LoggedChange[]> {
  const { practiceId, area, hiddenAreas, actorId, actorKind, from, to } = filter;
  const conditions: RawBuilder<SqlBool>[] = [];
  const onlyChanges = area === undefined && actorId === undefined;
  if (practiceId !== undefined) conditions.push(sql`practice_id = ${practiceId}`);
  else conditions.push(isOwnChange, ...(onlyChanges ? [isChange] : []));
  if (onlyChanges) conditions.push(isNoRead);
  if (area !== undefined) conditions.push(sql`area = ${area}`);
  if (hiddenAreas.length > 0) conditions.push(sql`(area is null or area <> all(${[...hiddenAreas]}::text[]))`);
  // The partial indexes need the value in the statement.
  if (actorKind === 'person') conditions.push(sql`actor_kind = 'person'`);
  else if (actorKind !== undefined) conditions.push(sql`actor_kind = ${actorKind}`);
  if (from !== undefined) conditions.push(sql`at >= ${from}`);
  if (to !== undefined) conditions.push(sql`at < ${to}`);
  if (cursor !== undefined) {
    const { at, uuid } = keyOf(cursor);
    conditions.push(sql`(at, id) < (${at}, ${uuid}::uuid)`);
  }
  const select = (more: RawBuilder<SqlBool>[]): RawBuilder<Row> => {
    const all = [...conditions, ...more];
    const where = all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`;
    return sql<Row>`select ${columns} from audit_log ${where} order by at desc, id desc limit ${limit}`;
  };
  // Two lists, each in the order of an index.
  const listed =
    actorId === undefined
      ? select([])
      : sql<Row>`
          select * from (
            (${select([sql`actor_id = ${actorId}`])})
            union all
            (${select([isRefusal, sql`entity_id = ${actorId}`, sql`actor_id <> ${actorId}`])})
          ) as of_person
          order by at desc, id desc limit ${limit}
        `;
  const { rows } = await listed.execute(db);
  return rows.map(changeOf);
}

export async function findLoggedChange(db: Db, practiceId: number, id: string): Promise<LoggedChange | undefined> {
  const { at, uuid } = keyOf(id);
  const { rows } = await sql<Row>`
    select ${columns} from audit_log where practice_id = ${practiceId} and at = ${at} and id = ${uuid}::uuid
  `.execute(db);
  return rows[0] && changeOf(rows[0]);
}

/** Maximum number of actors to filter by. */
const MAX_ACTORS = 200;

/**
 * Everyone who changed something, with their latest name. Jumps from actor to actor in the index, so the number of
 * entries doesn't matter.
 *
 * @param practiceId undefined for all practices and the console itself
 */
export async function listActors(db: Db, practiceId: number | undefined): Promise<ActivityActor[]> {
  const within = practiceId === undefined ? sql`${isOwnChange} and ${isChange}` : sql`practice_id = ${practiceId}`;
  const { rows } = await sql<ActivityActor>`
    with recursive actors (id) as (
      (select actor_id from audit_log where ${within} order by actor_id limit 1)
      union all
      select (select actor_id from audit_log where ${within} and actor_id > actors.id order by actor_id limit 1)
      from actors where actors.id is not null
    )
    select latest.actor_id as id, latest.actor_kind as kind, latest.actor_name as name
    from (select id from actors where id is not null limit ${MAX_ACTORS}) as found
    cross join lateral (
      select actor_id, actor_kind, actor_name from audit_log
      where ${within} and actor_id = found.id order by at desc, id desc limit 1
    ) as latest
  `.execute(db);
  return rows;
}

/** Practice id as the contract has it: null for the console itself. */
export const practiceIdOf = ({ practiceId }: LoggedChange): number | null =>
  practiceId === NO_PRACTICE ? null : practiceId;
