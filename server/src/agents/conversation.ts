/** What one agent and the server say to each other, message by message. No socket here. */
import { AGENT_PROTOCOL, type FromAgent, type ToAgent, fromAgent } from 'shared-api/agent';
import type { Db } from '../database/tables.js';
import { inTransaction } from '../database/transaction.js';
import { agentSettings } from './agent-settings.js';
import { deliverAgain, timeOutCommands, writeReport } from './commands-repository.js';
import { latestConnections, writeJoined, writeServices } from './connections-repository.js';
import { beginSync, endSync, refused, resumeOf, takeBatch } from './sync-service.js';

export interface AgentLine {
  practice: number;
  /** Id of the connection. */
  connection: string;
  ip: string;
  userAgent: string;
}

/** Text as a database takes it: agents pass on what stands in the PMS, odd bytes too. */
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

/** The update that a message names, also one that cannot be read. */
function syncIdOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('sync_id' in message)) return null;
  return typeof message.sync_id === 'string' ? message.sync_id : null;
}

/** @returns the message, or the refusal that it gets */
export function readMessage(text: string): { message: FromAgent } | { refusal: ToAgent } {
  const value = parsed(text);
  if (value === undefined) return { refusal: refused('invalid', 'The message is not JSON.', null) };
  const read = fromAgent.safeParse(value);
  if (read.success) return { message: read.data };
  const [issue] = read.error.issues;
  const at = issue?.path.map(String).join('.') ?? '';
  const words = `${at === '' ? '' : `${at}: `}${issue?.message ?? 'not a message of the protocol'}`;
  return { refusal: refused('invalid', words, syncIdOf(value)) };
}

type Hello = Extract<FromAgent, { type: 'hello' }>;

export interface Reply {
  say?: ToAgent | undefined;
  /** Words with which the line is closed. */
  close?: string;
  /** Set when the agent has joined by this message: which settings it was told of. */
  joined?: { settingsStamp: string };
}

/** Writes that the agent is here, in place of any other of its practice, and tells it what it has to know. */
async function welcome(db: Db, line: AgentLine, hello: Hello, now: Date): Promise<Reply> {
  const { practice } = line;
  await inTransaction(db, async (transaction) => {
    await timeOutCommands(transaction, practice, now);
    await deliverAgain(transaction, practice);
    await writeJoined(transaction, { ...line, versions: hello.versions, services: hello.services }, now);
  });
  // The stamp first: settings that are saved in between are then told once more.
  const [latest] = await latestConnections(db, [practice]);
  const told = await agentSettings(db, practice);
  if (!told || !latest) return { close: 'There is no such practice.' };
  return {
    say: { type: 'welcome', ...told, resume: await resumeOf(db, practice, hello.resume) },
    joined: { settingsStamp: latest.settingsStamp },
  };
}

/** Does what the message asks and makes the answer. @param joined whether the agent has said hello */
export async function replyTo(db: Db, line: AgentLine, joined: boolean, message: FromAgent, now: Date): Promise<Reply> {
  const { practice } = line;
  if (message.type === 'hello') {
    if (message.protocol !== AGENT_PROTOCOL) {
      const words = `This server speaks version ${AGENT_PROTOCOL} of the protocol.`;
      return { say: refused('invalid', words, null), close: words };
    }
    return welcome(db, line, message, now);
  }
  if (!joined) return { say: refused('invalid', 'Say hello first.', syncIdOf(message)) };
  switch (message.type) {
    case 'heartbeat':
      return {};
    case 'status':
      await writeServices(db, line.connection, practice, message.services);
      return {};
    case 'command':
      // A report on a command that has ended already is late, and no fault.
      await inTransaction(db, (transaction) => writeReport(transaction, practice, message, now));
      return {};
    case 'sync_begin':
      return { say: await beginSync(db, practice, message, now) };
    case 'batch':
      return { say: await takeBatch(db, practice, message, now) };
    case 'sync_end':
      return { say: await endSync(db, practice, message, now) };
  }
}
