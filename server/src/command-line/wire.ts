/**
 * What goes over the socket between the command line and a running server: one line of JSON with the command, then
 * lines of JSON with what it prints, the last of them with its exit code.
 */
import path from 'node:path';
import { z } from 'zod';

/** Systems take addresses of little more than a hundred bytes, and cut longer ones off without a word. */
const LONGEST_PATH_BYTES = 100;

/** A command with a password or a module's declaration is far smaller. */
export const LARGEST_COMMAND_BYTES = 256_000;

export const commandOnWire = z.strictObject({
  argv: z.array(z.string()).max(100),
  given: z.string().optional(),
});

export const replyOnWire = z.union([
  z.strictObject({ out: z.string() }),
  z.strictObject({ error: z.string() }),
  z.strictObject({ exit: z.number().int() }),
]);
export type ReplyOnWire = z.infer<typeof replyOnWire>;

/** Where a server takes commands; undefined where it cannot: the path is too long, or the system is Windows. */
export function socketPathIn(dataDir: string): string | undefined {
  const file = path.join(dataDir, 'console.sock');
  return process.platform !== 'win32' && Buffer.byteLength(file) <= LONGEST_PATH_BYTES ? file : undefined;
}
