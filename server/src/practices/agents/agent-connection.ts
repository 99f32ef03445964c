/** One agent's websocket. It processes messages one after another, in order. */
import { randomUUID } from 'node:crypto';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import type { ToAgent } from 'shared-api/agent';
import type { Db } from '../../platform/database/tables.js';
import { findEnded } from './agent-tokens.js';
import { recordDisconnect } from './connections-repository.js';
import { type AgentLine, type Reply, readMessage, replyTo } from './conversation.js';

/** Close codes of RFC 6455, and one that the console defines. */
export const closeCodes = { violation: 1008, internalError: 1011, restart: 1012, replaced: 4000 } as const;

/** Reason for closing a connection with an invalid token. */
export const endReasons = { revoked: 'The token was revoked.', expired: 'The token has expired.' } as const;

/** Invalid messages in a row before the connection is closed. */
const MAX_INVALID_MESSAGES = 20;
/** Maximum queued messages before reading from the socket pauses. */
const MAX_QUEUE_LENGTH = 20;

/** How long an agent may take to close the connection, in milliseconds. */
const GOODBYE_MS = 1_000;

interface ConnectionParts {
  db: Db;
  log: FastifyBaseLogger;
  now: () => Date;
  socket: WebSocket;
  line: Omit<AgentLine, 'connection'>;
  tokenId: string;
  /** Called when the agent has said hello. */
  onJoined(connection: AgentConnection): void;
  onClosed(connection: AgentConnection): void;
}

export class AgentConnection {
  readonly id = randomUUID();
  readonly practiceId: number;
  readonly tokenId: string;
  joined = false;
  readonly openedAt: Date;
  heardAt: Date;
  /** Stamp of the settings that the agent last received, see `settingsStamp`. Undefined: none yet. */
  settingsStamp: string | undefined;
  private readonly parts: ConnectionParts;
  private queue: Promise<void> = Promise.resolve();
  private waiting = 0;
  private invalidMessages = 0;

  constructor(parts: ConnectionParts) {
    this.parts = parts;
    this.practiceId = parts.line.practiceId;
    this.tokenId = parts.tokenId;
    this.openedAt = parts.now();
    this.heardAt = this.openedAt;
    const { socket, log } = parts;
    socket.on('message', (data: Buffer, isBinary: boolean) => this.receive(isBinary ? '' : data.toString('utf8')));
    // For a frame that is too large or violates the protocol. The socket then closes itself.
    socket.on('error', (err) => log.info({ err, practice: this.practiceId }, 'the line to an agent broke'));
    socket.on('close', () => {
      if (this.joined) void this.after(() => recordDisconnect(parts.db, this.id, this.practiceId, parts.now()));
      parts.onClosed(this);
    });
  }

  send(message: ToAgent): void {
    const { socket } = this.parts;
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  }

  close(code: number, reason: string): void {
    this.parts.socket.close(code, reason);
  }

  /** Drops a silent connection. A close message wouldn't arrive either. */
  cut(): void {
    this.parts.socket.terminate();
  }

  /** Closes the connection because the server stops. Resolves once all received messages are processed. */
  async goodbye(): Promise<void> {
    const { socket } = this.parts;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    this.close(closeCodes.restart, 'The server stops.');
    const impatient = setTimeout(() => this.cut(), GOODBYE_MS);
    await closed;
    clearTimeout(impatient);
    await this.settled();
  }

  /** Resolves once all received messages are processed. */
  settled(): Promise<void> {
    return this.queue;
  }

  private after(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(work).catch((err: unknown) => {
      this.parts.log.error({ err, practice: this.practiceId }, 'what an agent said could not be dealt with');
      // The agent reconnects and continues after the last received batch.
      this.close(closeCodes.internalError, 'Something went wrong on our side.');
    });
    return this.queue;
  }

  private receive(text: string): void {
    const { socket } = this.parts;
    this.heardAt = this.parts.now();
    this.waiting += 1;
    if (this.waiting >= MAX_QUEUE_LENGTH) socket.pause();
    void this.after(async () => {
      try {
        await this.handleText(text);
      } finally {
        this.waiting -= 1;
        if (socket.isPaused && this.waiting < MAX_QUEUE_LENGTH) socket.resume();
      }
    });
  }

  private async handleText(text: string): Promise<void> {
    const { db, line, now, socket } = this.parts;
    if (socket.readyState !== socket.OPEN) return;
    const read = readMessage(text);
    if ('rejection' in read) {
      this.send(read.rejection);
      this.invalidMessages += 1;
      if (this.invalidMessages >= MAX_INVALID_MESSAGES)
        this.close(closeCodes.violation, 'Too many messages made no sense.');
      return;
    }
    this.invalidMessages = 0;
    if (!(await this.isStillAdmitted())) return;
    const reply = await replyTo(db, { ...line, connection: this.id }, this.joined, read.message, now());
    this.answer(reply);
  }

  /** Checks the token for each message, because a connection lasts for days. Closes it if the token is invalid. */
  private async isStillAdmitted(): Promise<boolean> {
    const { db, now } = this.parts;
    const end = (await findEnded(db, [this.tokenId], now())).get(this.tokenId);
    if (end !== undefined) this.close(closeCodes.violation, endReasons[end]);
    return end === undefined;
  }

  private answer({ send, close, joined }: Reply): void {
    if (send) this.send(send);
    if (close !== undefined) this.close(closeCodes.violation, close);
    if (joined) {
      this.joined = true;
      this.settingsStamp = joined.settingsStamp;
      this.parts.onJoined(this);
    }
  }
}
