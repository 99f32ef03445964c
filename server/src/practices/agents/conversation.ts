/** The protocol between one agent and the server, message by message, without the socket. */
import { AGENT_PROTOCOL, type FromAgent, type ToAgent, fromAgent } from 'shared-api/agent';
import type { Db } from '../../platform/database/tables.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { agentSettings } from './agent-settings.js';
import { requeueSentCommands, timeOutCommands, recordReport } from './commands-repository.js';
import { listLatestConnections, recordJoined, updateServices } from './connections-repository.js';
import { startSync, endSync, failSync, rejection, resumeOf, storeBatch } from './sync-service.js';

export interface AgentLine {
  practiceId: number;
  /** Id of the connection. */
  connection: string;
  ip: string;
  userAgent: string;
}

/** Replaces characters that the database rejects. Agents pass on PMS content, including invalid characters. */
function storable(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '\ufffd');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, storable) as unknown;
  } catch {
    return undefined;
  }
}

/** The update that a message names, even if the message is invalid. */
function syncIdOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('sync_id' in message)) return null;
  return typeof message.sync_id === 'string' ? message.sync_id : null;
}

/** @returns the message, or the rejection to send */
export function readMessage(text: string): { message: FromAgent } | { rejection: ToAgent } {
  const value = parsed(text);
  if (value === undefined) return { rejection: rejection('invalid', 'The message is not JSON.', null) };
  const read = fromAgent.safeParse(value);
  if (read.success) return { message: read.data };
  const [issue] = read.error.issues;
  const at = issue?.path.map(String).join('.') ?? '';
  const reason = `${at === '' ? '' : `${at}: `}${issue?.message ?? 'not a message of the protocol'}`;
  return { rejection: rejection('invalid', reason, syncIdOf(value)) };
}

type Hello = Extract<FromAgent, { type: 'hello' }>;

export interface Reply {
  send?: ToAgent | undefined;
  /** Reason for closing the connection. */
  close?: string;
  /** Set when this message made the agent join: the stamp of the settings it received. */
  joined?: { settingsStamp: string };
}

/** Records the joined agent, which replaces any other agent of its practice, and sends it its settings. */
async function welcome(db: Db, line: AgentLine, hello: Hello, now: Date): Promise<Reply> {
  const { practiceId } = line;
  await inTransaction(db, async (transaction) => {
    await timeOutCommands(transaction, practiceId, now);
    await requeueSentCommands(transaction, practiceId);
    await recordJoined(transaction, { ...line, versions: hello.versions, services: hello.services }, now);
  });
  // Reads the stamp first: settings saved in between are then sent again.
  const [latest] = await listLatestConnections(db, [practiceId]);
  const settings = await agentSettings(db, practiceId);
  if (!settings || !latest) return { close: 'This practice doesn’t exist.' };
  return {
    send: { type: 'welcome', ...settings, resume: await resumeOf(db, practiceId, hello.resume) },
    joined: { settingsStamp: latest.settingsStamp },
  };
}

/** Handles a message and returns the reply. @param joined whether the agent has said hello */
export async function replyTo(db: Db, line: AgentLine, joined: boolean, message: FromAgent, now: Date): Promise<Reply> {
  const { practiceId } = line;
  if (message.type === 'hello') {
    if (message.protocol !== AGENT_PROTOCOL) {
      const reason = `This server speaks version ${AGENT_PROTOCOL} of the protocol.`;
      return { send: rejection('invalid', reason, null), close: reason };
    }
    return welcome(db, line, message, now);
  }
  if (!joined) return { send: rejection('invalid', 'Say hello first.', syncIdOf(message)) };
  switch (message.type) {
    case 'heartbeat':
      return {};
    case 'status':
      await updateServices(db, line.connection, practiceId, message.services);
      return {};
    case 'command':
      // A late report on a finished command is not an error.
      await inTransaction(db, (transaction) => recordReport(transaction, practiceId, message, now));
      return {};
    case 'sync_begin':
      return { send: await startSync(db, practiceId, message, now) };
    case 'batch':
      return { send: await storeBatch(db, practiceId, message, now) };
    case 'sync_end':
      return { send: await endSync(db, practiceId, message, now) };
    case 'sync_failed':
      return { send: await failSync(db, practiceId, message, now) };
  }
}
