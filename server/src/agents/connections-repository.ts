/** The latest connection of each practice's agent, for every copy of the server to read. */
import { sql } from 'kysely';
import { HEARTBEAT_SECONDS } from 'shared-api/agent';
import type { Db, Row } from '../database/tables.js';
import type { AgentServices, AgentVersions } from '../database/tables/agents.js';

/** After so long a silence the line counts as broken, in milliseconds. */
export const SILENCE_MS = 2 * HEARTBEAT_SECONDS * 1000;
/** How often a connection that is being heard of is noted, in milliseconds. */
export const NOTED_EVERY_MS = 10_000;

export type ConnectionRow = Row<'agent_connections'>;

export interface JoiningAgent {
  practice: number;
  connection: string;
  ip: string;
  userAgent: string;
  versions: AgentVersions;
  services: AgentServices;
}

/** Writes that an agent joined; a connection that the practice had before is replaced. */
export async function writeJoined(db: Db, agent: JoiningAgent, now: Date): Promise<void> {
  const row = {
    connection_id: agent.connection,
    joined_at: now,
    heard_at: now,
    left_at: null,
    ip: agent.ip,
    user_agent: agent.userAgent,
    versions: JSON.stringify(agent.versions),
    services: JSON.stringify(agent.services),
  };
  await db
    .insertInto('agent_connections')
    .values({ practice_id: agent.practice, ...row })
    .onConflict((conflict) => conflict.column('practice_id').doUpdateSet(row))
    .execute();
}

export async function writeServices(db: Db, connection: string, practice: number, services: AgentServices) {
  await db
    .updateTable('agent_connections')
    .set({ services: JSON.stringify(services) })
    .where('practice_id', '=', practice)
    .where('connection_id', '=', connection)
    .execute();
}

export async function writeLeft(db: Db, connection: string, practice: number, now: Date): Promise<void> {
  await db
    .updateTable('agent_connections')
    .set({ left_at: now })
    .where('practice_id', '=', practice)
    .where('connection_id', '=', connection)
    .execute();
}

export async function writeHeard(db: Db, connections: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('agent_connections')
    .set({ heard_at: now })
    .where(sql<boolean>`connection_id = any(${[...connections]}::uuid[])`)
    .execute();
}

export interface HeldConnection {
  practice: number;
  connection: string;
  /** Another text after each change of settings that the agent is to hear of. */
  settingsStamp: string;
}

/** The latest connections of practices, and the versions of what their agents are told. */
export async function latestConnections(db: Db, practices: readonly number[]): Promise<HeldConnection[]> {
  const rows = await db
    .selectFrom('agent_connections')
    .innerJoin('practices', 'practices.id', 'agent_connections.practice_id')
    .leftJoin('practice_settings as own', 'own.practice_id', 'practices.id')
    .leftJoin('practice_settings as master', 'master.practice_id', 'practices.parent_practice_id')
    .select([
      'agent_connections.practice_id',
      'agent_connections.connection_id',
      'own.version as own_version',
      'master.version as master_version',
    ])
    .where(sql<boolean>`agent_connections.practice_id = any(${[...practices]}::integer[])`)
    .execute();
  return rows.map((row) => ({
    practice: row.practice_id,
    connection: row.connection_id,
    settingsStamp: `${row.own_version ?? 0}/${row.master_version ?? 0}`,
  }));
}

export function findConnection(db: Db, practice: number): Promise<ConnectionRow | undefined> {
  return db.selectFrom('agent_connections').selectAll().where('practice_id', '=', practice).executeTakeFirst();
}

/** True while the agent's line is up, as far as any copy of the server knows. */
export function isConnected(connection: ConnectionRow | undefined, now: Date): connection is ConnectionRow {
  if (!connection || connection.left_at !== null) return false;
  // A copy that was killed said no goodbye for its agents.
  return now.getTime() - connection.heard_at.getTime() <= SILENCE_MS + NOTED_EVERY_MS;
}
