/** Starts the server on its port and shuts it down cleanly. */
import { type Config, ConfigError, readConfig } from './platform/config/config.js';
import { type Database, openDatabase } from './platform/database/connection.js';
import { FolderInUse } from './platform/database/folder-lock.js';
import { DatabaseUnreachable } from './platform/database/unreachable.js';
import { OutdatedReplicaError } from './modules/registry/replicas-repository.js';
import { openServer } from './server.js';

/** How long running requests may take to finish after the stop signal, in milliseconds. */
const GRACE_MS = 10_000;

function logBrokenConnection(error: Error): void {
  const line = { level: 50, time: Date.now(), msg: `A connection to the database broke: ${error.message}` };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

async function start(config: Config, database: Database): Promise<void> {
  const server = await openServer(config, database);
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    server.log.info({ signal }, 'stopping');
    const forced = setTimeout(() => {
      server.log.warn('requests did not finish in time');
      process.exit(1);
    }, GRACE_MS);
    forced.unref();
    await server.stop();
    server.log.info('stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, (name) => void stop(name));

  const port = await server.listen();
  if (port !== undefined) process.stdout.write(`ready http://localhost:${port}\n`);
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
try {
  const config = readConfig(process.env);
  database = await openDatabase(config, logBrokenConnection);
  await start(config, database);
} catch (error) {
  process.stderr.write(`${wordsFor(error)}\n`);
  await database?.close();
  process.exit(1);
}
