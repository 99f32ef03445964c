/** A pool for Kysely. Names prepared statements, and gives connection errors readable messages. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { forgetStatement, nameOfStatement } from './prepared.js';
import { sqlState } from './transaction.js';
import { type AreaLimits, AreaTurns } from './areas.js';
import { DatabaseBusy, DatabaseFull, DatabaseUnreachable, isFull, isLostConnection, isTimeout } from './unreachable.js';

/** Statistics of a pool, for metrics. */
export interface PoolStats {
  connections(): { total: number; idle: number; waiting: number };
  /** Failed statements by the first two characters of their SQLSTATE, or `connection` for a lost connection. */
  errors: ReadonlyMap<string, number>;
  /** True once a statement finds no space on the database's disk, until `hasSpace` finds some. */
  isFull: boolean;
}

type CountError = (error: unknown) => void;

function clientOver(client: pg.PoolClient, countError: CountError, endTurn: () => void): PostgresPoolClient {
  let isLost = false;
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const name = nameOfStatement(text);
    try {
      return await (name === undefined ? client.query(text, values) : client.query({ name, text, values }));
    } catch (error) {
      countError(error);
      if (name !== undefined && sqlState(error) === '0A000') forgetStatement(text);
      if (isLostConnection(error)) {
        isLost = true;
        throw new DatabaseUnreachable(error);
      }
      if (isFull(error)) throw new DatabaseFull(error);
      throw isTimeout(error) ? new DatabaseBusy(error) : error;
    }
  };
  // A broken connection rejects its statement, which throws above, and then emits an event. The pool listens only while
  // the connection is idle. Without a listener, the event would end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  const release = (): void => {
    client.off('error', ignore);
    // A connection to a server that became a standby still works, but a new one leads to the primary.
    client.release(isLost);
    endTurn();
  };
  // In Kysely's type, `query` also accepts a cursor to stream rows. This server doesn't stream.
  return { query, release } as unknown as PostgresPoolClient;
}

/**
 * @param limits how areas share the pool; absent: without limits
 * @throws DatabaseUnreachable from `connect`, and from statements that lose their connection
 * @throws DatabaseBusy from `connect` and from statements that took too long
 * @throws DatabaseFull from statements that found no space on the disk
 */
export function kyselyPool(pool: pg.Pool, limits?: AreaLimits): PostgresPool & { figures: PoolStats } {
  const turns = limits && new AreaTurns(limits);
  const errors = new Map<string, number>();
  const figures = {
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    errors,
    isFull: false,
  };
  const countError: CountError = (error) => {
    if (isFull(error)) figures.isFull = true;
    const kind = isLostConnection(error) ? 'connection' : (sqlState(error)?.slice(0, 2) ?? 'connection');
    errors.set(kind, (errors.get(kind) ?? 0) + 1);
  };
  return {
    async connect() {
      const endTurn = turns ? await turns.take() : () => undefined;
      const client = await pool.connect().catch((error: unknown) => {
        endTurn();
        countError(error);
        throw new DatabaseUnreachable(error);
      });
      return clientOver(client, countError, endTurn);
    },
    end: () => pool.end(),
    options: pool.options,
    figures,
  };
}
