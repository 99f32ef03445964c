/** Starts the server on its port and shuts it down cleanly. */
import { type Config, ConfigError, readConfig } from './platform/config/config.js';
import { type Database, openDatabase } from './platform/database/connection.js';
import { FolderInUse } from './platform/database/folder-lock.js';
import { DatabaseUnreachable } from './platform/database/unreachable.js';
import { OutdatedReplicaError } from './modules/registry/replicas-repository.js';
import { openServer } from './server.js';

/** How long running requests may take to finish after the stop signal, in milliseconds. */
const GRACE_MS = 10_000;

/** Writes a line of the log before there is a logger. */
function logLine(level: 40 | 50, msg: string): void {
  process.stderr.write(`${JSON.stringify({ level, time: Date.now(), msg })}\n`);
}

/** Resolves at the first stop signal, which may come during the start. */
const stopSignal = new Promise<NodeJS.Signals>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve);
});

async function forceExitAfterSignal(): Promise<void> {
  await stopSignal;
  const forced = setTimeout(() => {
    logLine(40, 'did not stop in time');
    process.exit(1);
  }, GRACE_MS);
  forced.unref();
}

/** Starts the server, and stops it at the signal. A start that is interrupted continues with the next one. */
async function run(config: Config, database: Database): Promise<void> {
  const server = await openServer(config, database);
  const stop = async (): Promise<void> => {
    server.log.info({ signal: await stopSignal }, 'stopping');
    await server.stop();
    server.log.info('stopped');
  };
  const stopped = stop();
  const port = await server.listen();
  if (port !== undefined) process.stdout.write(`ready http://localhost:${port}\n`);
  await stopped;
}

/** Formats an error: errors that a person can fix as text, all others with their stack. */
function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof FolderInUse || error instanceof OutdatedReplicaError)
    return error.message;
  if (error instanceof DatabaseUnreachable) return error.withCause;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'The port is in use by another program. Stop it, or choose another with PORT.';
  }
  return error.stack ?? error.message;
}

/** Sets the umask, so that files are readable only by their owner. */
const OWNER_ONLY = 0o077;

let database: Database | undefined;
process.umask(OWNER_ONLY);
void forceExitAfterSignal();
try {
  const config = readConfig(process.env);
  database = await openDatabase(config, ({ message }) => logLine(50, `A connection to the database broke: ${message}`));
  await run(config, database);
} catch (error) {
  process.stderr.write(`${wordsFor(error)}\n`);
  await database?.close();
  process.exit(1);
}
