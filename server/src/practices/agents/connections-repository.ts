/** The latest connection of each practice's agent, shared by all replicas. */
import { sql } from 'kysely';
import { HEARTBEAT_SECONDS } from 'shared-api/agent';
import type { Db, Row } from '../../platform/database/tables.js';
import type { AgentServices, AgentVersions } from './agents-tables.js';

/** A connection without messages for this long counts as broken, in milliseconds. */
export const MAX_SILENCE_MS = 2 * HEARTBEAT_SECONDS * 1000;
/** How often the last message of a connection is written, in milliseconds. */
export const HEARTBEAT_WRITE_INTERVAL_MS = 10_000;

export type ConnectionRow = Row<'agent_connections'>;

export interface JoiningAgent {
  practiceId: number;
  connection: string;
  ip: string;
  userAgent: string;
  versions: AgentVersions;
  services: AgentServices;
}

/** Records a joined agent. It replaces the practice's former connection. */
export async function recordJoined(db: Db, agent: JoiningAgent, now: Date): Promise<void> {
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
    .values({ practice_id: agent.practiceId, ...row })
    .onConflict((conflict) => conflict.column('practice_id').doUpdateSet(row))
    .execute();
}

export async function updateServices(db: Db, connectionId: string, practiceId: number, services: AgentServices) {
  await db
    .updateTable('agent_connections')
    .set({ services: JSON.stringify(services) })
    .where('practice_id', '=', practiceId)
    .where('connection_id', '=', connectionId)
    .execute();
}

export async function recordDisconnect(db: Db, connectionId: string, practiceId: number, now: Date): Promise<void> {
  await db
    .updateTable('agent_connections')
    .set({ left_at: now })
    .where('practice_id', '=', practiceId)
    .where('connection_id', '=', connectionId)
    .execute();
}

export async function recordHeartbeats(db: Db, connectionIds: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('agent_connections')
    .set({ heard_at: now })
    .where(sql<boolean>`connection_id = any(${[...connectionIds]}::uuid[])`)
    .execute();
}

export interface LatestConnection {
  practiceId: number;
  connection: string;
  /** A stamp that changes with each setting that the agent must receive. */
  settingsStamp: string;
}

/** The latest connections of practices, with the versions of the settings for their agents. */
export async function listLatestConnections(db: Db, practiceIds: readonly number[]): Promise<LatestConnection[]> {
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
    .where(sql<boolean>`agent_connections.practice_id = any(${[...practiceIds]}::integer[])`)
    .execute();
  return rows.map((row) => ({
    practiceId: row.practice_id,
    connection: row.connection_id,
    settingsStamp: `${row.own_version ?? 0}/${row.master_version ?? 0}`,
  }));
}

export function findConnection(db: Db, practiceId: number): Promise<ConnectionRow | undefined> {
  return db.selectFrom('agent_connections').selectAll().where('practice_id', '=', practiceId).executeTakeFirst();
}

/** True while the agent is connected, as far as any replica knows. */
export function isConnected(connection: ConnectionRow | undefined, now: Date): connection is ConnectionRow {
  if (!connection || connection.left_at !== null) return false;
  // A killed replica didn't record that its agents left.
  return now.getTime() - connection.heard_at.getTime() <= MAX_SILENCE_MS + HEARTBEAT_WRITE_INTERVAL_MS;
}
