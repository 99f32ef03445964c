/** Counts the statements that a server sends to its database. */
import { jest } from '@jest/globals';
import pg from 'pg';

export interface StatementCount {
  reset(): void;
  /** The number of statements and of round trips. */
  figures(): [number, number];
  /** Statements that were sent more than once, with equal values. */
  repeated(): string[];
}

/** Counts statements from `reset` on. Every statement waits until the independent ones have also started. */
export function countStatements(): StatementCount {
  let statements = 0;
  let roundTrips = 0;
  let underWay = 0;
  let texts: string[] = [];
  const query = pg.Client.prototype.query as unknown as (this: pg.Client, ...args: unknown[]) => Promise<unknown>;
  const counted = async function (this: pg.Client, ...args: unknown[]): Promise<unknown> {
    const [first, later] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    const text = typeof first === 'string' ? first : first.text;
    // Read occasionally, for all calls.
    if (text.includes('from "module_registry"')) return query.apply(this, args);
    statements += 1;
    texts.push(`${text} ${JSON.stringify((typeof first === 'string' ? later : first.values) ?? [])}`);
    if (underWay === 0) roundTrips += 1;
    underWay += 1;
    try {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return await query.apply(this, args);
    } finally {
      underWay -= 1;
    }
  };
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(counted as never);
  return {
    reset() {
      statements = 0;
      roundTrips = 0;
      texts = [];
    },
    repeated: () => texts.filter((text, index) => texts.indexOf(text) !== index),
    figures: () => [statements, roundTrips],
  };
}
