/**
 * Takes commands while the server runs on its embedded database, which no other process may open. Whoever may write in
 * the data folder may do all that commands do anyway; nobody else can reach the socket.
 */
import { rm } from 'node:fs/promises';
import { type Server, type Socket, createServer } from 'node:net';
import type { Print, TypedCommand } from './run.js';
import { LARGEST_COMMAND_BYTES, type ReplyOnWire, commandOnWire } from './wire.js';

/** How long a connection may stay without its command, in milliseconds. */
const SILENCE_MS = 10_000;
const MOST_CONNECTIONS = 16;

export interface ConsoleSocket {
  /** Takes no more commands, waits for those that run, and removes the socket. */
  close(): Promise<void>;
}

/** Thrown for what is no command; the message is for the person who typed it. */
class NoCommand extends Error {}

/** The line that comes over a connection. */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.length;
      const isWhole = chunk.includes(10);
      if (!isWhole && bytes <= LARGEST_COMMAND_BYTES) return;
      socket.off('data', onData);
      // What else comes is dropped: unread, it would cost the other side our answer.
      socket.resume();
      const [line = '', after] = Buffer.concat(chunks).toString('utf8').split('\n', 2);
      if (bytes > LARGEST_COMMAND_BYTES) reject(new NoCommand(`A command has at most ${LARGEST_COMMAND_BYTES} bytes.`));
      else if (after !== '') reject(new NoCommand('A connection takes one command.'));
      else resolve(line);
    };
    socket.on('data', onData);
    socket.once('close', () => reject(new NoCommand('The connection ended without a command.')));
  });
}

const lineOf = (reply: ReplyOnWire): string => `${JSON.stringify(reply)}\n`;

function commandIn(line: string): TypedCommand {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw new NoCommand('This is no command.');
  }
  const read = commandOnWire.safeParse(json);
  if (!read.success) throw new NoCommand('This is no command.');
  return read.data;
}

/** Made with the rights that it keeps: `chmod` afterwards would come a moment too late. */
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
 * Listens at the path. What lies there is left from a server that was killed: the caller holds the folder's lock.
 *
 * @param answer carries a command out and returns its exit code
 * @param onFault hears what went wrong in a command, or on a connection, that is no refusal
 * @throws what the system says when it cannot listen there
 */
export async function listenForCommands(
  path: string,
  answer: (typed: TypedCommand, print: Print) => Promise<number>,
  onFault: (error: unknown) => void,
): Promise<ConsoleSocket> {
  const running = new Set<Promise<void>>();
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  let closing = false;

  const run = async (socket: Socket, line: string): Promise<number> => {
    const say = (reply: ReplyOnWire): void => void socket.write(lineOf(reply));
    const typed = commandIn(line);
    return answer(typed, { out: (out) => say({ out }), error: (error) => say({ error }) });
  };

  const serve = async (socket: Socket): Promise<void> => {
    const end = (...replies: ReplyOnWire[]): Promise<void> =>
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
        error instanceof NoCommand ? error.message : 'Something went wrong in the running console; its log says what.';
      await end({ error: words }, { exit: 1 });
    }
  };

  const server = createServer((socket) => {
    // Whoever typed the command may have gone; what they asked for is done all the same.
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
  server.maxConnections = MOST_CONNECTIONS;
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
