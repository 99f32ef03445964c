/** Turns a report into the rows that it is added to. Pure functions. */
import { createHash } from 'node:crypto';
import type { browserReport } from 'shared-api/contracts';
import type { z } from 'zod';
import type { NewRow } from '../../platform/database/tables.js';
import { isFailedCall, isSlowOrFailed, routeOfCall } from './routes-by-call.js';
import { scrubMessage, scrubSource } from './scrub.js';
import { bucketOf } from './vital-buckets.js';

export type ParsedReport = z.output<typeof browserReport>;

/** A version of a module or of the shell. */
export interface Reporter {
  module: string;
  version: string;
}

export interface ReportRows {
  contributions: NewRow<'contribution_loads'>[];
  visits: NewRow<'module_visits'>[];
  vitals: NewRow<'module_vitals'>[];
  errors: NewRow<'browser_errors'>[];
  errorDays: NewRow<'browser_error_days'>[];
  calls: NewRow<'browser_calls'>[];
  firstCalls: NewRow<'module_first_calls'>[];
}

export interface ReportContext {
  person: string;
  now: Date;
  /** True for a module version that the person may have loaded. */
  isKnown(reporter: Reporter): boolean;
  /** True for a contribution that is granted to the module. */
  isGranted(module: string, contribution: string): boolean;
  /**
   * Id of the running canary that the person's visits of the version count toward, either as the canary's version or as
   * a version that it is compared with. Zeros for none.
   */
  canaryId(reporter: Reporter): string;
}

/** `YYYY-MM-DD`, UTC. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function countItems({ visits, vitals, errors, calls }: ParsedReport): number {
  return visits.length + vitals.length + errors.length + calls.length;
}

/** One row per key, sorted by key, so that concurrent writers lock the same rows in the same order. */
function summed<Item, Row extends object>(
  items: readonly Item[],
  rowOf: (item: Item) => { key: readonly (string | number)[]; row: Row },
  add: (sum: Row, row: Row) => void,
): Row[] {
  const sums = new Map<string, Row>();
  for (const item of items) {
    const { key, row } = rowOf(item);
    const text = JSON.stringify(key);
    const sum = sums.get(text);
    if (sum) add(sum, row);
    else sums.set(text, row);
  }
  return [...sums].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
}

/** Unknown modules, versions and calls are skipped silently, so that the response doesn't reveal which exist. */
export function rowsOf(report: ParsedReport, context: ReportContext): ReportRows {
  const day = dayOf(context.now);
  const known = <Item extends Reporter>(items: readonly Item[]): Item[] => items.filter(context.isKnown);
  const visits = known(report.visits);
  const errors = known(report.errors);
  const calls = known(report.calls).filter(({ call }) => routeOfCall(call) !== undefined);
  return {
    contributions: contributionRows(visits, day, context),
    visits: visitRows(visits, day, context),
    vitals: vitalRows(known(report.vitals), day),
    errors: errorRows(errors, context.now),
    errorDays: errorDayRows(errors, day),
    calls: callRows(calls.filter(isSlowOrFailed), day),
    firstCalls: firstCallRows(
      calls.filter(({ first }) => first),
      day,
    ),
  };
}

const visitRows = (visits: ParsedReport['visits'], day: string, { person, canaryId }: ReportContext) =>
  summed(
    visits,
    ({ module, version, outcome }) => ({
      key: [module, version],
      row: {
        module,
        version,
        day,
        person_id: person,
        canary_id: canaryId({ module, version }),
        // A visit that crashes was already counted when it started running.
        visits: outcome === 'crashed' ? 0 : 1,
        failures: outcome === 'running' ? 0 : 1,
      },
    }),
    (sum, row) => {
      sum.visits += row.visits;
      sum.failures += row.failures;
    },
  );

const contributionRows = (visits: ParsedReport['visits'], day: string, { isGranted }: ReportContext) =>
  summed(
    visits.flatMap(({ contribution, ...load }) =>
      contribution !== undefined && isGranted(load.module, contribution) ? [{ ...load, contribution }] : [],
    ),
    ({ module, version, contribution, outcome, duration_ms }) => ({
      key: [module, version, contribution],
      row: {
        module,
        version,
        contribution,
        day,
        loads: 1,
        failures: outcome === 'running' ? 0 : 1,
        total_ms: duration_ms,
        slowest_ms: Math.round(duration_ms),
      },
    }),
    (sum, row) => {
      sum.loads += 1;
      sum.failures += row.failures;
      sum.total_ms += row.total_ms;
      sum.slowest_ms = Math.max(sum.slowest_ms, row.slowest_ms);
    },
  );

const vitalRows = (vitals: ParsedReport['vitals'], day: string) =>
  summed(
    vitals,
    ({ module, version, name, value }) => {
      const bucket = bucketOf(value);
      return { key: [module, version, name, bucket], row: { module, version, day, name, bucket, readings: 1 } };
    },
    (sum) => {
      sum.readings += 1;
    },
  );

const errorRows = (errors: ParsedReport['errors'], now: Date) =>
  summed(
    errors,
    ({ module, version, ...details }) => {
      const message = scrubMessage(details.message);
      const source = scrubSource(details.source);
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([message, source]))
        .digest('hex');
      const words = { fingerprint, message, source, count: 1, first_at: now, last_at: now };
      return { key: [module, version, fingerprint], row: { module, version, ...words } };
    },
    (sum) => {
      sum.count += 1;
    },
  );

const errorDayRows = (errors: ParsedReport['errors'], day: string) =>
  summed(
    errors,
    ({ module, version }) => ({ key: [module, version], row: { module, version, day, count: 1 } }),
    (sum) => {
      sum.count += 1;
    },
  );

const callRows = (calls: ParsedReport['calls'], day: string) =>
  summed(
    calls,
    ({ module, version, call, status, duration_ms }) => ({
      key: [module, version, call],
      row: {
        module,
        version,
        day,
        call,
        calls: 1,
        failed: isFailedCall(status) ? 1 : 0,
        total_ms: duration_ms,
        slowest_ms: Math.round(duration_ms),
      },
    }),
    (sum, row) => {
      sum.calls += 1;
      sum.failed += row.failed;
      sum.total_ms += row.total_ms;
      sum.slowest_ms = Math.max(sum.slowest_ms, row.slowest_ms);
    },
  );

const firstCallRows = (calls: ParsedReport['calls'], day: string) =>
  summed(
    calls,
    ({ module, version, call, duration_ms }) => ({
      key: [module, version, call],
      row: { module, version, day, call, calls: 1, total_ms: duration_ms },
    }),
    (sum, row) => {
      sum.calls += 1;
      sum.total_ms += row.total_ms;
    },
  );
