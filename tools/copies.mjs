// @ts-check
/** Two copies of the server on one PostgreSQL database behind a proxy, for what must hold when one of them dies. */
import net from 'node:net';
import pg from 'pg';
import { startConsole } from './console-process.mjs';

/** @typedef {import('./console-process.mjs').RunningConsole} RunningConsole */

/**
 * @typedef {object} Proxy
 * @property {string} url
 * @property {(copies: RunningConsole[]) => void} lead where connections go from now on; those to other copies are cut
 * @property {() => void} close
 */

/**
 * Passes connections on to the copies in turn; one that does not answer is passed over, as a load balancer does. It knows
 * nothing of HTTP, so what a killed copy had begun to answer breaks off.
 *
 * @returns {Promise<Proxy>}
 */
function startProxy() {
  /** @type {number[]} */
  let ports = [];
  let turn = 0;
  /** Connections, with the port that each leads to. @type {Map<net.Socket, number>} */
  const open = new Map();

  /** @param {net.Socket} client @param {number[]} left */
  const connect = (client, [port, ...left]) => {
    if (port === undefined) {
      client.destroy();
      return;
    }
    const copy = net.connect(port, '127.0.0.1');
    copy.once('error', () => connect(client, left));
    copy.once('connect', () => {
      open.set(client, port);
      copy.removeAllListeners('error');
      copy.on('error', () => client.destroy());
      client.on('error', () => copy.destroy());
      client.pipe(copy);
      copy.pipe(client);
      copy.once('close', () => client.destroy());
      client.once('close', () => copy.destroy());
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
        lead(copies) {
          ports = copies.map(({ url }) => Number(new URL(url).port));
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
 * @typedef {object} Copies
 * @property {string} url the proxy's
 * @property {string} sandbox
 * @property {[RunningConsole, RunningConsole]} both
 * @property {Proxy['lead']} lead
 * @property {(statement: string, values?: unknown[]) => Promise<any[]>} sql rows of the database that they share
 * @property {(table: string, condition: string) => Promise<HeldUp>} holdUp stops whoever is about to write a row, in the
 *   middle of their transaction
 * @property {() => Promise<void>} dispose
 */

/**
 * @typedef {object} HeldUp
 * @property {() => Promise<RunningConsole>} caught the copy that waits there; comes back when one does
 * @property {() => Promise<void>} letGo
 */

const CAUGHT_WITHIN_MS = 30_000;
/** Number of the lock that held up transactions wait for. */
const HOLD = 4711;

/** Names a copy to the database. @param {string} url @param {string} name */
function named(url, name) {
  const own = new URL(url);
  own.searchParams.set('application_name', name);
  return own.href;
}

/**
 * @param {object} options
 * @param {string} options.postgres PostgreSQL server for a database of their own
 * @param {Record<string, string>} [options.environment]
 * @returns {Promise<Copies>}
 */
export async function startCopies({ postgres, environment = {} }) {
  const proxy = await startProxy();
  const first = await startConsole({ postgres, sandbox: true, environment: { ...environment, PUBLIC_URL: proxy.url } });
  const { database = '', sandbox = '' } = first;
  const shared = { ...environment, PUBLIC_URL: proxy.url, SANDBOX_URL: sandbox };
  const second = await startConsole({ environment: { ...shared, DATABASE_URL: named(database, 'copy-1') } });
  proxy.lead([first, second]);
  const both = /** @type {[RunningConsole, RunningConsole]} */ ([first, second]);
  const { sql } = first;

  /** @type {Copies['holdUp']} */
  const holdUp = async (table, condition) => {
    const holder = new pg.Client({ connectionString: database });
    await holder.connect();
    await holder.query(`select pg_advisory_lock(${HOLD})`);
    await sql(`create or replace function hold_up() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${HOLD}); return new; end $$`);
    await sql(
      `create trigger hold_up before insert or update on ${table} for each row when (${condition}) execute function hold_up()`,
    );
    return {
      async caught() {
        for (const end = Date.now() + CAUGHT_WITHIN_MS; Date.now() < end;) {
          const [row] = await sql(
            `select application_name as name from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
          );
          if (row) return row.name === 'copy-1' ? second : first;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        throw new Error(`Nobody came to write ${table} where ${condition}`);
      },
      async letGo() {
        // The lock ends with its connection.
        await holder.end();
        await sql(`drop trigger hold_up on ${table}`);
      },
    };
  };

  return {
    url: proxy.url,
    sandbox,
    both,
    lead: proxy.lead,
    sql,
    holdUp,
    async dispose() {
      proxy.close();
      await second.dispose();
      await first.dispose();
    },
  };
}
