/**
 * Accepts commands while the server runs on its embedded database, which no other process can open. Only people with
 * write access to the data folder can reach the socket, and that access already allows everything that commands do.
 */
import { rm } from 'node:fs/promises';
import { type Server, type Socket, createServer } from 'node:net';
import type { CliOutput, CommandRequest } from './run.js';
import { MAX_COMMAND_BYTES, type ReplyMessage, commandMessage } from './socket-messages.js';

/** How long a connection may wait before it sends its command, in milliseconds. */
const SILENCE_MS = 10_000;
const MAX_CONNECTIONS = 16;

export interface ConsoleSocket {
  /** Accepts no more commands, waits for running ones, and removes the socket. */
  close(): Promise<void>;
}

/** Thrown for an invalid command; the message is for the operator. */
class NoCommand extends Error {}

/** Reads one line from a connection. */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.length;
      const isWhole = chunk.includes(10);
      if (!isWhole && bytes <= MAX_COMMAND_BYTES) return;
      socket.off('data', onData);
      // Drains further input. Unread input could make the other side lose our response.
      socket.resume();
      const [line = '', after] = Buffer.concat(chunks).toString('utf8').split('\n', 2);
      if (bytes > MAX_COMMAND_BYTES) reject(new NoCommand(`A command has at most ${MAX_COMMAND_BYTES} bytes.`));
      else if (after !== '') reject(new NoCommand('A connection takes one command.'));
      else resolve(line);
    };
    socket.on('data', onData);
    socket.once('close', () => reject(new NoCommand('The connection ended without a command.')));
  });
}

const lineOf = (reply: ReplyMessage): string => `${JSON.stringify(reply)}\n`;

function commandIn(line: string): CommandRequest {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw new NoCommand('This isn’t a command.');
  }
  const read = commandMessage.safeParse(json);
  if (!read.success) throw new NoCommand('This isn’t a command.');
  return read.data;
}

/** Resolves when the socket's buffer is empty, or its reader has disconnected. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (!socket.writableNeedDrain || socket.destroyed) {
      resolve();
      return;
    }
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

/** Creates the socket with its final permissions. With a later `chmod`, other users could briefly connect. */
function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const before = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(before);
    }
  });
}

/**
 * Listens at the path. The caller holds the folder's lock, so an existing file is left over from a killed server.
 *
 * @param answer runs a command and returns its exit code
 * @param onFault receives unexpected errors of commands and connections
 * @throws the system's error if it can't listen there
 */
export async function listenForCommands(
  path: string,
  answer: (typed: CommandRequest, print: CliOutput) => Promise<number>,
  onFault: (error: unknown) => void,
): Promise<ConsoleSocket> {
  const running = new Set<Promise<void>>();
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  let closing = false;

  const run = async (socket: Socket, line: string): Promise<number> => {
    const say = (reply: ReplyMessage): void => void socket.write(lineOf(reply));
    const typed = commandIn(line);
    return answer(typed, {
      out: (out) => say({ out }),
      error: (error) => say({ error }),
      drained: () => drained(socket),
    });
  };

  const serve = async (socket: Socket): Promise<void> => {
    const end = (...replies: ReplyMessage[]): Promise<void> =>
      new Promise((resolve) => {
        socket.once('close', resolve);
        socket.end(replies.map(lineOf).join(''), resolve);
      });
    try {
      silent.add(socket);
      const line = await readLine(socket).finally(() => silent.delete(socket));
      socket.setTimeout(0);
      await end({ exit: await run(socket, line) });
    } catch (error) {
      if (!(error instanceof NoCommand)) onFault(error);
      const words =
        error instanceof NoCommand ? error.message : 'Something went wrong in the running console. See its log.';
      await end({ error: words }, { exit: 1 });
    }
  };

  const server = createServer((socket) => {
    // The caller may have disconnected. The command still runs to its end.
    socket.on('error', () => socket.destroy());
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    if (closing) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const served = serve(socket);
    running.add(served);
    void served.finally(() => running.delete(served));
  });
  server.maxConnections = MAX_CONNECTIONS;
  await rm(path, { force: true });
  await listen(server, path);
  server.on('error', onFault);

  return {
    async close() {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of silent) socket.destroy();
      await Promise.all(running);
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
