/** Hands a command to the server that has the data folder. */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Print, TypedCommand } from './run.js';
import { LARGEST_COMMAND_BYTES, replyOnWire } from './wire.js';

/** Thrown when no server takes commands there: nothing was done. */
export class NotListening extends Error {}

/** Thrown when the server was asked, but did not say how it ended: the command may or may not be done. */
export class NoAnswer extends Error {
  constructor() {
    super('The running console ended before it had answered. See whether the command was carried out.');
  }
}

/** Thrown for a command that is larger than a server takes. */
export class CommandTooLarge extends Error {
  constructor() {
    super(`A command has at most ${LARGEST_COMMAND_BYTES} bytes while the console runs.`);
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'it takes no commands, or not yet',
  ECONNREFUSED: 'it takes no commands, or not yet',
  EACCES: 'it belongs to another user',
};

/**
 * Prints what the command prints there, as it comes.
 *
 * @param path the server's socket
 * @returns the exit code
 * @throws NotListening, NoAnswer, CommandTooLarge
 */
export function askRunningConsole(path: string, typed: TypedCommand, print: Print): Promise<number> {
  return new Promise((resolve, reject) => {
    const message = `${JSON.stringify(typed)}\n`;
    if (Buffer.byteLength(message) > LARGEST_COMMAND_BYTES) {
      reject(new CommandTooLarge());
      return;
    }
    const socket = connect(path);
    let isConnected = false;
    socket.once('connect', () => {
      isConnected = true;
      socket.write(message);
    });
    const lines = createInterface({ input: socket });
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(isConnected ? new NoAnswer() : new NotListening(reasons[error.code ?? ''] ?? error.message));
    socket.on('error', fail);
    // Reading by lines hands the socket's errors on.
    lines.on('error', fail);
    lines.on('line', (line) => {
      const { data: reply } = replyOnWire.safeParse(JSON.parse(line));
      if (!reply) reject(new NoAnswer());
      else if ('out' in reply) print.out(reply.out);
      else if ('error' in reply) print.error(reply.error);
      else resolve(reply.exit);
    });
    // After an exit code this changes nothing.
    lines.once('close', () => reject(new NoAnswer()));
  });
}
