/** One agent's websocket: its messages one after another, in their order. */
import { randomUUID } from 'node:crypto';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import type { ToAgent } from 'shared-api/agent';
import type { Db } from '../database/tables.js';
import { writeLeft } from './connections-repository.js';
import { type AgentLine, type Reply, readMessage, replyTo } from './conversation.js';

/** Close codes of RFC 6455, and one of our own. */
export const closeCodes = { violation: 1008, fault: 1011, restart: 1012, replaced: 4000 } as const;

/** Messages in a row that make no sense before the line is closed. */
const MOST_SENSELESS = 20;
/** Messages that wait their turn before the agent is made to wait. */
const LONGEST_QUEUE = 20;

/** How long an agent may take to say goodbye, in milliseconds. */
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
  readonly practice: number;
  readonly tokenId: string;
  joined = false;
  readonly openedAt: Date;
  heardAt: Date;
  /** What the agent was last told of, see `settingsStamp`; undefined until it is known. */
  settingsStamp: string | undefined;
  private readonly parts: ConnectionParts;
  private queue: Promise<void> = Promise.resolve();
  private waiting = 0;
  private senseless = 0;

  constructor(parts: ConnectionParts) {
    this.parts = parts;
    this.practice = parts.line.practice;
    this.tokenId = parts.tokenId;
    this.openedAt = parts.now();
    this.heardAt = this.openedAt;
    const { socket, log } = parts;
    socket.on('message', (data: Buffer, isBinary: boolean) => this.hear(isBinary ? '' : data.toString('utf8')));
    // A frame that is too large or breaks the protocol; the socket closes itself after it.
    socket.on('error', (err) => log.info({ err, practice: this.practice }, 'the line to an agent broke'));
    socket.on('close', () => {
      parts.onClosed(this);
      if (this.joined) void this.after(() => writeLeft(parts.db, this.id, this.practice, parts.now()));
    });
  }

  say(message: ToAgent): void {
    const { socket } = this.parts;
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  }

  close(code: number, words: string): void {
    this.parts.socket.close(code, words);
  }

  /** For a line that nothing is heard on: a goodbye would not arrive either. */
  cut(): void {
    this.parts.socket.terminate();
  }

  /** Closes the line because the server stops, and comes back once everything that was heard has been dealt with. */
  async goodbye(): Promise<void> {
    const { socket } = this.parts;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    this.close(closeCodes.restart, 'The server stops.');
    const impatient = setTimeout(() => this.cut(), GOODBYE_MS);
    await closed;
    clearTimeout(impatient);
    await this.queue;
  }

  private after(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(work).catch((err: unknown) => {
      this.parts.log.error({ err, practice: this.practice }, 'what an agent said could not be dealt with');
      // It joins anew and goes on from what has arrived.
      this.close(closeCodes.fault, 'Something went wrong on our side.');
    });
    return this.queue;
  }

  private hear(text: string): void {
    const { socket } = this.parts;
    this.heardAt = this.parts.now();
    this.waiting += 1;
    if (this.waiting >= LONGEST_QUEUE) socket.pause();
    void this.after(async () => {
      try {
        await this.dealWith(text);
      } finally {
        this.waiting -= 1;
        if (socket.isPaused && this.waiting < LONGEST_QUEUE) socket.resume();
      }
    });
  }

  private async dealWith(text: string): Promise<void> {
    const { db, line, now, socket } = this.parts;
    if (socket.readyState !== socket.OPEN) return;
    const read = readMessage(text);
    if ('refusal' in read) {
      this.say(read.refusal);
      this.senseless += 1;
      if (this.senseless >= MOST_SENSELESS) this.close(closeCodes.violation, 'Too many messages made no sense.');
      return;
    }
    this.senseless = 0;
    const reply = await replyTo(db, { ...line, connection: this.id }, this.joined, read.message, now());
    this.answer(reply);
  }

  private answer({ say, close, joined }: Reply): void {
    if (say) this.say(say);
    if (close !== undefined) this.close(closeCodes.violation, close);
    if (joined) {
      this.joined = true;
      this.settingsStamp = joined.settingsStamp;
      this.parts.onJoined(this);
    }
  }
}
