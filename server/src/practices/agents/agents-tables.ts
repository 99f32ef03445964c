/** Rows of PMS agents. */
import type { Generated, JSONColumnType } from 'kysely';
import type { CommandKind, FromAgent } from 'shared-api/agent';
import type { CommandState, SyncFailureKind } from 'shared-api/contracts';
import type { TokenColumns } from '../../access/tokens/token-columns.js';

type Hello = Extract<FromAgent, { type: 'hello' }>;
export type AgentVersions = Hello['versions'];
export type AgentServices = Hello['services'];

export interface AgentTokensTable extends TokenColumns {
  practice_id: number;
}

/** The latest connection of a practice's agent, and its last status report. */
export interface AgentConnectionsTable {
  practice_id: number;
  connection_id: string;
  joined_at: Date;
  heard_at: Date;
  left_at: Date | null;
  ip: string;
  user_agent: string;
  versions: JSONColumnType<AgentVersions>;
  services: JSONColumnType<AgentServices>;
}

export interface AgentCommandsTable {
  practice_id: number;
  id: string;
  kind: CommandKind;
  state: CommandState;
  requested_at: Date;
  requested_by: string;
  heard_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  percent: number | null;
  message: string | null;
}

export interface AgentSyncsTable {
  practice_id: number;
  sync_id: string;
  run: string;
  mode: 'full' | 'changes';
  command_id: string | null;
  state: 'open' | 'finished' | 'given_up';
  received: number;
  started_at: Date;
  heard_at: Date;
  finished_at: Date | null;
}

/** The sync results of one day. */
export interface SyncDaysTable {
  practice_id: number;
  /** `YYYY-MM-DD`, in the practice's time zone. */
  date: string;
  synced: Generated<number>;
  failed: Generated<number>;
  last_synced_at: Date | null;
  last_failed_at: Date | null;
  last_failed_kind: SyncFailureKind | null;
  last_failure: string | null;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    agent_tokens: AgentTokensTable;
    agent_connections: AgentConnectionsTable;
    agent_commands: AgentCommandsTable;
    agent_syncs: AgentSyncsTable;
    sync_days: SyncDaysTable;
  }
}
