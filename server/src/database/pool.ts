/** A pool as Kysely takes it: statements that are prepared go by their names, and a database out of reach has words. */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { nameOfStatement } from './prepared.js';
import { sqlState } from './transaction.js';
import { DatabaseUnreachable, isLostConnection } from './unreachable.js';

/** How a pool does, for whoever measures it. */
export interface PoolFigures {
  connections(): { total: number; idle: number; waiting: number };
  /** Statements that failed, by the first two characters of their SQLSTATE; `connection` where the line was lost. */
  errors: ReadonlyMap<string, number>;
}

type CountError = (error: unknown) => void;

function clientOver(client: pg.PoolClient, countError: CountError): PostgresPoolClient {
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    const name = nameOfStatement(text);
    try {
      return await (name === undefined ? client.query(text, values) : client.query({ name, text, values }));
    } catch (error) {
      countError(error);
      throw isLostConnection(error) ? new DatabaseUnreachable(error) : error;
    }
  };
  // A connection that breaks tells its statement, which throws above, and then its listeners. The pool listens only while
  // the connection is idle; unheard, the event would end the process.
  const heard = (): void => undefined;
  client.on('error', heard);
  const release = (): void => {
    client.off('error', heard);
    client.release();
  };
  // Kysely's type also has `query` take a cursor, to stream rows; nothing here streams.
  return { query, release } as unknown as PostgresPoolClient;
}

/** @throws DatabaseUnreachable from `connect`, and from statements whose connection is lost under them */
export function poolOver(pool: pg.Pool): PostgresPool & { figures: PoolFigures } {
  const errors = new Map<string, number>();
  const countError: CountError = (error) => {
    const kind = isLostConnection(error) ? 'connection' : (sqlState(error)?.slice(0, 2) ?? 'connection');
    errors.set(kind, (errors.get(kind) ?? 0) + 1);
  };
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        countError(error);
        throw new DatabaseUnreachable(error);
      });
      return clientOver(client, countError);
    },
    end: () => pool.end(),
    figures: {
      connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      errors,
    },
  };
}
