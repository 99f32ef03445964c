/** Starts the server on its port and shuts it down cleanly. */
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.js';
import { commands } from './command-line/commands.js';
import { type ConsoleSocket, listenForCommands } from './command-line/console-socket.js';
import { executeCommand } from './command-line/run.js';
import { socketPathIn } from './command-line/socket-messages.js';
import { type Config, ConfigError, readConfig } from './config.js';
import { type Database, openDatabase } from './database/connection.js';
import { FolderInUse } from './database/folder-lock.js';
import { migrate } from './database/migrate.js';
import { DatabaseUnreachable } from './database/unreachable.js';
import { seedDemo } from './demo/demo-steps.js';
import { assertNoDemoPeople } from './demo/production-check.js';
import { connectSandbox, fillSandbox } from './demo/connect-sandbox.js';
import { releaseAllLeases } from './jobs/jobs-repository.js';
import { publishLocalModules } from './modules/local-modules.js';
import { shellBuildIn } from './page/shell-build.js';
import { paymentsFor } from './stripe/stripe-client.js';

/** How long running requests may take to finish after the stop signal, in milliseconds. */
const GRACE_MS = 10_000;

function logBrokenConnection(error: Error): void {
  const line = { level: 50, time: Date.now(), msg: `A connection to the database broke: ${error.message}` };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

/** No other process can open the embedded database while this server runs, so commands arrive over a socket. */
async function takeCommands(
  { dataDir, passwordKeys }: Config,
  { engine, db }: Database,
  log: FastifyBaseLogger,
): Promise<ConsoleSocket | undefined> {
  if (engine !== 'embedded') return undefined;
  try {
    const path = socketPathIn(dataDir);
    if (path === undefined) throw new Error('There is no socket for commands under so long a path, or on this system.');
    return await listenForCommands(
      path,
      async (typed, print) => {
        const exit = await executeCommand(typed, commands, db, print, passwordKeys);
        log.info({ exit }, 'ran a command');
        return exit;
      },
      (err) => log.error({ err }, 'a command failed'),
    );
  } catch (err) {
    log.warn({ err }, 'commands want this server to be stopped');
    return undefined;
  }
}

async function start(config: Config, database: Database): Promise<void> {
  const { db } = database;
  await migrate(db);
  await assertNoDemoPeople(db, config);
  // Any earlier process has ended, because otherwise the folder's lock would have stopped this one.
  if (database.engine === 'embedded') await releaseAllLeases(db);
  const app = await buildApp({ config, db, pool: database.pool });
  app.log.info({ engine: database.engine }, 'database is open');
  if (config.production && config.localAccounts && config.passwordKeys.length === 0) {
    app.log.warn('PASSWORD_SECRET_KEY is not set, so a copy of the database is enough to guess passwords.');
  }

  let stopping = false;
  const stopped = new AbortController();
  let introducing = Promise.resolve();
  let socket = Promise.resolve<ConsoleSocket | undefined>(undefined);
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    stopped.abort();
    app.log.info({ signal }, 'stopping');
    const forced = setTimeout(() => {
      app.log.warn('requests did not finish in time');
      process.exit(1);
    }, GRACE_MS);
    forced.unref();
    await app.close();
    await introducing;
    await (await socket)?.close();
    await database.close();
    app.log.info('stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, (name) => void stop(name));

  const hasDemo = config.demo && (await seedDemo(db, { practices: config.demoPractices, now: new Date() }));
  if (config.demo && !hasDemo) {
    app.log.warn('This database holds data of its own, so no demo data was added. DEMO=0 ends this message.');
  }
  const payments = paymentsFor(config);
  await fillSandbox({ db, log: app.log, payments, hasDemo, now: () => new Date() });
  const shell = await shellBuildIn(config.shellDir).read();
  await publishLocalModules(db, config.localModules, shell?.sharedUi, new Date(), app.log);
  if (stopping) return;
  await app.listen({ host: config.host, port: config.port });
  if (stopping) return;
  socket = takeCommands(config, database, app.log);
  await socket;
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  process.stdout.write(`ready http://localhost:${port}\n`);
  if (config.sandboxUrl !== undefined) {
    const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
    introducing = connectSandbox({
      db,
      log: app.log,
      sandbox: config.sandboxUrl,
      payments,
      server: config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
      hasDemo,
      now: () => new Date(),
      signal: stopped.signal,
    });
  }
}

/** Formats an error: errors that a person can fix as text, all others with their stack. */
function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof FolderInUse) return error.message;
  if (error instanceof DatabaseUnreachable) return error.withCause;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'The port is in use by another program. Stop it, or choose another with PORT.';
  }
  return error.stack ?? error.message;
}

/** The umask: files written from here on are readable only for their owner. */
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
