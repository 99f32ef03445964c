/** Synchronization with the PMS through the agent in the clinic (specification: settings and hours, 3.4 and 7.1). */
import * as z from 'zod/mini';
import { commandKinds } from '../agent/protocol.js';
import { defineCall, practiceParams } from './call.js';

/**
 * The states of a command: `requested` until an agent receives it, `delivered` until it starts, `running`, and one of
 * three final states. A command that no agent fetched or that stopped reporting is `timed_out` (DECISIONS, server rule
 * 15).
 */
export const commandStates = ['requested', 'delivered', 'running', 'done', 'failed', 'timed_out'] as const;
export type CommandState = (typeof commandStates)[number];

export const syncCommand = z.object({
  id: z.string(),
  kind: z.enum(commandKinds),
  state: z.enum(commandStates),
  /** Epoch seconds. */
  requested_at: z.int(),
  requested_by: z.string(),
  started_at: z.nullable(z.int()),
  finished_at: z.nullable(z.int()),
  /** 0 to 100; null if the agent has not reported it. */
  percent: z.nullable(z.int()),
  /** The agent's message about its progress or a failure. */
  message: z.nullable(z.string()),
});
export type SyncCommand = z.infer<typeof syncCommand>;

/** The overall sync state. Only `synced` needs no action. */
export const syncStates = ['synced', 'running', 'failed', 'blocked', 'service_down', 'offline', 'never'] as const;
export type SyncState = (typeof syncStates)[number];

/** The failed operation: a person's command or a scheduled sync. */
export const syncFailureKinds = [...commandKinds, 'scheduled_sync'] as const;
export type SyncFailureKind = (typeof syncFailureKinds)[number];

/** `none`: no sync on that day. `unknown`: syncs weren't recorded yet. */
export const syncDayStates = ['synced', 'failed', 'none', 'unknown'] as const;

/** A day in the practice's time zone. With both successes and failures, the last one determines the state. */
export const syncDay = z.object({
  date: z.string(),
  state: z.enum(syncDayStates),
  /** Number of completed and failed updates. */
  synced: z.int(),
  failed: z.int(),
});
export type SyncDay = z.infer<typeof syncDay>;

const text = z.nullable(z.string());

/**
 * Versions and service states are null for everyone but task admins. Other people also don't see commands about
 * services.
 */
export const syncInfo = z.object({
  /** The agent's connection; null while none is connected. `joined_at` in epoch seconds. */
  pms_sync_socket_info: z.nullable(z.object({ joined_at: z.int(), ip: z.string(), user_agent: z.string() })),
  pms_sync_versions: z.nullable(
    z.object({
      database_version: text,
      phone_version: text,
      service_updater_version: text,
      server_control_panel_updater_version: text,
      update_channel: text,
    }),
  ),
  pms_sync: z.object({
    /** The agent's last message about its updates. */
    last_update_status: text,
    database_service_status: text,
    phone_service_status: text,
    pms_update_blocked: z.boolean(),
  }),
  /** The end of the last complete update, in epoch seconds; null before the first. */
  last_synced_at: z.nullable(z.int()),
  /** When the last message of an agent arrived, in epoch seconds. */
  last_seen_at: z.nullable(z.int()),
  /**
   * When the agent's token expires, in epoch seconds, if that is in the next 14 days or has passed; otherwise null.
   * Absent in older consoles.
   */
  token_expires_at: z.optional(z.nullable(z.int())),
  /** The newest command of each kind that this person can send. */
  commands: z.array(syncCommand),
  summary: z.object({
    state: z.enum(syncStates),
    /** The last failure of these days. `resolved` is true after a later complete update. */
    last_failure: z.nullable(
      z.object({ at: z.int(), kind: z.enum(syncFailureKinds), reason: z.string(), resolved: z.boolean() }),
    ),
    /** The last 14 days, oldest first. */
    days: z.array(syncDay),
  }),
});
export type SyncInfo = z.infer<typeof syncInfo>;

export const readSyncInfo = defineCall({
  name: 'readSyncInfo',
  method: 'GET',
  path: '/api/:practice/settings/pms_sync_info/',
  access: 'practice',
  summary: 'The sync agent, its services, the age of its data, and the commands sent to it',
  params: practiceParams,
  answer: syncInfo,
  background: true,
});

const commandAnswer = z.object({ status: z.string(), message: z.string(), command: syncCommand });

/** One call per command. If a command of the kind is unfinished, the response is 'info' and no second one is sent. */
const command = { params: practiceParams, answer: commandAnswer, okStatus: ['success', 'info'] } as const;

export const syncNow = defineCall({
  ...command,
  name: 'syncNow',
  method: 'POST',
  path: '/api/:practice/settings/pms_sync_now/',
  access: 'practice',
  summary: 'Request an incremental update from the sync agent',
});
export const fullUpdate = defineCall({
  ...command,
  name: 'fullUpdate',
  method: 'POST',
  path: '/api/:practice/settings/pms_full_update/',
  access: 'super-admin',
  summary: 'Make the next update a full update',
});
export const restartDatabaseService = defineCall({
  ...command,
  name: 'restartDatabaseService',
  method: 'POST',
  path: '/api/:practice/settings/restart_database_service/',
  access: 'task-admin',
  summary: 'Restart the database service at the clinic',
});
export const restartPhoneService = defineCall({
  ...command,
  name: 'restartPhoneService',
  method: 'POST',
  path: '/api/:practice/settings/restart_phone_service/',
  access: 'task-admin',
  summary: 'Restart the phone service at the clinic',
});
export const unblockUpdate = defineCall({
  ...command,
  name: 'unblockUpdate',
  method: 'POST',
  path: '/api/:practice/settings/unblock_pms_update/',
  access: 'task-admin',
  summary: 'Resume a blocked PMS update',
  body: z.strictObject({ unblock: z.literal(true) }),
});
