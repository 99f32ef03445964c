/**
 * The messages between the command line and a running server: one line of JSON with the command, then lines of JSON
 * with its output, the last one with its exit code.
 */
import path from 'node:path';
import { z } from 'zod';
import { MAX_OPERATOR_LENGTH } from './operator.js';

/** Operating systems accept socket paths of little more than 100 bytes, and silently truncate longer ones. */
const MAX_PATH_BYTES = 100;

/** A command with a password or a module's declaration is far smaller. */
export const MAX_COMMAND_BYTES = 256_000;

export const commandMessage = z.strictObject({
  argv: z.array(z.string()).max(100),
  given: z.string().optional(),
  operator: z.string().min(1).max(MAX_OPERATOR_LENGTH),
});

export const replyMessage = z.union([
  z.strictObject({ out: z.string() }),
  z.strictObject({ error: z.string() }),
  z.strictObject({ exit: z.number().int() }),
]);
export type ReplyMessage = z.infer<typeof replyMessage>;

/** The path of the command socket; undefined when the path is too long, or on Windows. */
export function socketPathIn(dataDir: string): string | undefined {
  const file = path.join(dataDir, 'console.sock');
  return process.platform !== 'win32' && Buffer.byteLength(file) <= MAX_PATH_BYTES ? file : undefined;
}
