/** The server of one configuration on its database, from its migrations to its end. `main.ts` runs one in its process. */
import type { FastifyBaseLogger } from 'fastify';
import { type AppParts, buildApp } from './app.js';
import { commands } from './command-line/commands.js';
import { type ConsoleSocket, listenForCommands } from './command-line/console-socket.js';
import { executeCommand } from './command-line/run.js';
import { socketPathIn } from './command-line/socket-messages.js';
import type { Config } from './platform/config/config.js';
import { RELEASE } from './platform/config/release.js';
import type { Database } from './platform/database/connection.js';
import { migrate } from './platform/database/migrate.js';
import { seedDemo } from './demo/demo-steps.js';
import { assertNoDemoPeople } from './demo/production-check.js';
import { connectSandbox, fillSandbox } from './demo/connect-sandbox.js';
import { releaseAllLeases } from './platform/jobs/jobs-repository.js';
import { type LocalModules, localModules } from './modules/registry/local-modules.js';
import { assertNoOutdatedReplica, deleteReplicas } from './modules/registry/replicas-repository.js';
import { shellBuildIn } from './platform/shell-builds/shell-build.js';
import { invalidateOnChange } from './billing/stripe/cached-responses.js';
import { paymentsFor } from './billing/stripe/stripe-client.js';

/** No other process can open the embedded database while this server runs, so commands arrive over a socket. */
async function takeCommands(
  config: Config,
  { engine, db }: Database,
  log: FastifyBaseLogger,
): Promise<ConsoleSocket | undefined> {
  if (engine !== 'embedded') return undefined;
  try {
    const path = socketPathIn(config.dataDir);
    if (path === undefined) throw new Error('There is no socket for commands under so long a path, or on this system.');
    return await listenForCommands(
      path,
      async (typed, print) => {
        const exit = await executeCommand(typed, commands, db, print, config);
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

/** Origin of this server, as reachable from the sandbox. */
function originOf({ host, publicUrl }: Config, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return publicUrl ?? `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

const now = (): Date => new Date();

export interface ConsoleServer {
  log: FastifyBaseLogger;
  /** Adds missing data to the database, and listens. Returns the port; undefined if the server has been stopped. */
  listen(): Promise<number | undefined>;
  /** Ends the start after its current step, finishes the running requests, and closes the database. */
  stop(): Promise<void>;
}

/** Migrates the database and assembles the server. The server closes the database when it stops. */
export async function openServer(
  config: Config,
  database: Database,
  parts: Pick<AppParts, 'hashing'> = {},
): Promise<ConsoleServer> {
  const { db } = database;
  // Any earlier process of an embedded database has ended, because otherwise the folder's lock would have stopped this one.
  if (database.engine === 'postgres') await assertNoOutdatedReplica(db, new Date());
  await migrate(db);
  await assertNoDemoPeople(db, config);
  if (database.engine === 'embedded') {
    await releaseAllLeases(db);
    await deleteReplicas(db);
  }
  const app = await buildApp({ config, db, pool: database.pool, ...parts });
  app.log.info({ release: RELEASE, engine: database.engine }, 'database is open');
  if (config.production && config.localAccounts && config.passwordKeys.length === 0) {
    app.log.warn('PASSWORD_SECRET_KEY is not set, so a copy of the database is enough to guess passwords.');
  }

  if (config.production && config.sandboxUrl !== undefined) {
    app.log.warn('ALLOW_SANDBOX is set: no payment and no call is real. Each page says so.');
  }

  const stopped = new AbortController();
  const { signal } = stopped;
  let introducing = Promise.resolve();
  let local: LocalModules | undefined;
  let socket = Promise.resolve<ConsoleSocket | undefined>(undefined);
  let starting: Promise<number | undefined> | undefined;
  const start = async (): Promise<number | undefined> => {
    const hasDemo = config.demo && (await seedDemo(db, { practices: config.demoPractices, now: new Date(), signal }));
    if (config.demo && !hasDemo) {
      app.log.warn('This database already contains data, so no demo data was added. DEMO=0 turns off this message.');
    }
    const payments = paymentsFor(
      config,
      undefined,
      invalidateOnChange(db, (error) => app.log.error(error)),
    );
    signal.throwIfAborted();
    await fillSandbox({ db, log: app.log, payments, hasDemo, now });
    const shell = await shellBuildIn(config.shellDir).read();
    local = localModules({ db, folders: config.localModules, sharedUi: shell?.sharedUi, now, log: app.log });
    await local.publish(signal);
    signal.throwIfAborted();
    await app.listen({ host: config.host, port: config.port });
    if (signal.aborted) return undefined;
    local.start();
    socket = takeCommands(config, database, app.log);
    await socket;
    const address = app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : config.port;
    const { sandboxUrl: sandbox } = config;
    if (sandbox !== undefined) {
      const origin = originOf(config, port);
      introducing = connectSandbox({ db, log: app.log, sandbox, payments, server: origin, hasDemo, now, signal });
    }
    return port;
  };

  return {
    log: app.log,

    async listen() {
      starting = start();
      try {
        return await starting;
      } catch (error) {
        if (error === signal.reason) return undefined;
        throw error;
      }
    },

    async stop() {
      stopped.abort();
      // The start reports its own error.
      await starting?.catch(() => undefined);
      await app.close();
      await local?.stop();
      await introducing;
      await (await socket)?.close();
      await database.close();
    },
  };
}
