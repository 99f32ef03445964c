/** Sends a command to the running server that owns the data folder. */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { CliOutput, CommandRequest } from './run.js';
import { MAX_COMMAND_BYTES, replyMessage } from './socket-messages.js';

/** Thrown when no server listens there. Nothing was changed. */
export class NotListening extends Error {}

/** Thrown when the server received the command but didn't respond: it may or may not have run. */
export class NoResponse extends Error {
  constructor() {
    super('The running console stopped before it answered. Check whether the command took effect.');
  }
}

/** Thrown for a command that is too large. */
export class CommandTooLarge extends Error {
  constructor() {
    super(`A command has at most ${MAX_COMMAND_BYTES} bytes while the console runs.`);
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'it takes no commands, or not yet',
  ECONNREFUSED: 'it takes no commands, or not yet',
  EACCES: 'it belongs to another user',
};

/**
 * Prints the command's output as it arrives.
 *
 * @param path the server's socket
 * @returns the exit code
 * @throws NotListening, NoResponse, CommandTooLarge
 */
export function sendToRunningConsole(path: string, typed: CommandRequest, print: CliOutput): Promise<number> {
  return new Promise((resolve, reject) => {
    const message = `${JSON.stringify(typed)}\n`;
    if (Buffer.byteLength(message) > MAX_COMMAND_BYTES) {
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
      reject(isConnected ? new NoResponse() : new NotListening(reasons[error.code ?? ''] ?? error.message));
    socket.on('error', fail);
    // Reading lines passes on the socket's errors.
    lines.on('error', fail);
    lines.on('line', (line) => {
      const { data: reply } = replyMessage.safeParse(JSON.parse(line));
      if (!reply) reject(new NoResponse());
      else if ('out' in reply) print.out(reply.out);
      else if ('error' in reply) print.error(reply.error);
      else resolve(reply.exit);
    });
    // Has no effect after an exit code.
    lines.once('close', () => reject(new NoResponse()));
  });
}
