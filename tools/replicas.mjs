// @ts-check
/** Two replicas of the server behind a proxy, with one PostgreSQL database, for tests in which a replica dies. */
import net from 'node:net';
import pg from 'pg';
import { startConsole } from './console-process.mjs';

/** @typedef {import('./console-process.mjs').RunningConsole} RunningConsole */

/**
 * @typedef {object} Proxy
 * @property {string} url
 * @property {(replicas: RunningConsole[]) => void} routeTo sends new connections to these replicas, and closes
 * connections to all others
 * @property {() => void} close
 */

/**
 * Forwards TCP connections to the replicas in turn. It skips a replica that doesn't accept the connection, as a load
 * balancer does. It doesn't parse HTTP, so a response that a killed replica has started is cut off.
 *
 * @returns {Promise<Proxy>}
 */
export function startProxy() {
  /** @type {number[]} */
  let ports = [];
  let turn = 0;
  /** Client connections with the port of their replica; 0 until connected. @type {Map<net.Socket, number>} */
  const open = new Map();

  /** @param {net.Socket} client @param {number[]} left */
  const connect = (client, [port, ...left]) => {
    if (port === undefined) {
      client.destroy();
      return;
    }
    const replica = net.connect(port, '127.0.0.1');
    replica.once('error', () => connect(client, left));
    replica.once('connect', () => {
      open.set(client, port);
      replica.removeAllListeners('error');
      replica.on('error', () => client.destroy());
      client.on('error', () => replica.destroy());
      client.pipe(replica);
      replica.pipe(client);
      replica.once('close', () => client.destroy());
      client.once('close', () => replica.destroy());
    });
  };
  const server = net.createServer((client) => {
    open.set(client, 0);
    client.once('close', () => open.delete(client));
    client.on('error', () => undefined);
    turn += 1;
    const first = turn % Math.max(ports.length, 1);
    connect(client, [...ports.slice(first), ...ports.slice(0, first)]);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (server.address());
      resolve({
        url: `http://localhost:${port}`,
        routeTo(replicas) {
          ports = replicas.map(({ url }) => Number(new URL(url).port));
          for (const [socket, port] of open) if (port !== 0 && !ports.includes(port)) socket.destroy();
        },
        close() {
          server.close();
          for (const socket of open.keys()) socket.destroy();
        },
      });
    });
  });
}

/**
 * @typedef {object} Replicas
 * @property {string} url URL of the proxy
 * @property {string} sandbox
 * @property {[RunningConsole, RunningConsole]} both
 * @property {Proxy['routeTo']} routeTo
 * @property {(statement: string, values?: unknown[]) => Promise<any[]>} sql runs a statement in the shared
 *   database and returns the rows
 * @property {(table: string, condition: string) => Promise<PausedWrite>} pauseWrites pauses every transaction that
 *   inserts or updates a matching row
 * @property {() => Promise<void>} dispose
 */

/**
 * @typedef {object} PausedWrite
 * @property {() => Promise<RunningConsole>} pausedReplica waits until a replica is paused, and returns it
 * @property {() => Promise<void>} release
 */

const PAUSE_TIMEOUT_MS = 30_000;
/** Key of the advisory lock that paused transactions wait for. */
const PAUSE_LOCK = 4711;

/**
 * Adds an application name to a database URL, so that a paused replica can be identified.
 *
 * @param {string} url
 * @param {string} name
 */
function named(url, name) {
  const own = new URL(url);
  own.searchParams.set('application_name', name);
  return own.href;
}

/**
 * @param {object} options
 * @param {string} options.postgres URL of the PostgreSQL server for the replicas' database
 * @param {Record<string, string>} [options.environment]
 * @returns {Promise<Replicas>}
 */
export async function startReplicas({ postgres, environment = {} }) {
  const proxy = await startProxy();
  const first = await startConsole({ postgres, sandbox: true, environment: { ...environment, PUBLIC_URL: proxy.url } });
  const { database = '', sandbox = '' } = first;
  const shared = { ...environment, PUBLIC_URL: proxy.url, SANDBOX_URL: sandbox };
  const second = await startConsole({ environment: { ...shared, DATABASE_URL: named(database, 'replica-1') } });
  proxy.routeTo([first, second]);
  const both = /** @type {[RunningConsole, RunningConsole]} */ ([first, second]);
  const { sql } = first;

  /** @type {Replicas['pauseWrites']} */
  const pauseWrites = async (table, condition) => {
    const holder = new pg.Client({ connectionString: database });
    await holder.connect();
    await holder.query(`select pg_advisory_lock(${PAUSE_LOCK})`);
    await sql(`create or replace function hold_up() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${PAUSE_LOCK}); return new; end $$`);
    await sql(
      `create trigger hold_up before insert or update on ${table} for each row when (${condition}) execute function hold_up()`,
    );
    return {
      async pausedReplica() {
        for (const end = Date.now() + PAUSE_TIMEOUT_MS; Date.now() < end;) {
          const [row] = await sql(
            `select application_name as name from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
          );
          if (row) return row.name === 'replica-1' ? second : first;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        throw new Error(`Nobody came to write ${table} where ${condition}`);
      },
      async release() {
        // The lock is released with its connection.
        await holder.end();
        await sql(`drop trigger hold_up on ${table}`);
      },
    };
  };

  return {
    url: proxy.url,
    sandbox,
    both,
    routeTo: proxy.routeTo,
    sql,
    pauseWrites,
    async dispose() {
      proxy.close();
      await second.dispose();
      await first.dispose();
    },
  };
}
