/** The health of modules' services, for the Module health page. */
import type { ServiceHealth } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';
import { valueOf } from '../module-health/vital-buckets.js';
import { listOpenCircuits, serviceCallsSince } from './service-health-repository.js';
import { epochSeconds } from '../../platform/dates/epoch-seconds.js';

const PERCENTILE = 0.95;

/** The 95th percentile in milliseconds; null without requests. Pure function. */
export function p95Of(buckets: readonly { bucket: number; calls: number }[]): number | null {
  const sorted = [...buckets].sort((left, right) => left.bucket - right.bucket);
  const total = sorted.reduce((sum, { calls }) => sum + calls, 0);
  let below = 0;
  const at = sorted.find(({ calls }) => {
    below += calls;
    return below >= total * PERCENTILE;
  });
  return at ? Math.round(valueOf(at.bucket)) : null;
}

/**
 * By module, for every module with a service.
 *
 * @param modules with a granted service
 * @param since first day, `YYYY-MM-DD`
 */
export async function serviceHealthSince(
  db: Db,
  modules: readonly string[],
  since: string,
  now: Date,
): Promise<Map<string, ServiceHealth>> {
  if (modules.length === 0) return new Map();
  const [counts, circuits] = await Promise.all([serviceCallsSince(db, since), listOpenCircuits(db, now)]);
  const healthOf = (module: string): ServiceHealth => {
    const own = counts.filter((count) => count.module === module);
    const sent = own.filter(({ outcome }) => outcome !== 'not_sent');
    const sum = (rows: readonly { calls: number }[]): number => rows.reduce((total, { calls }) => total + calls, 0);
    const open = circuits.filter((circuit) => circuit.module === module);
    const [first] = open;
    return {
      requests: sum(sent),
      failed: sum(sent.filter(({ outcome }) => outcome === 'failed')),
      not_sent: sum(own) - sum(sent),
      p95_ms: p95Of(sent),
      paused: first ? { since: epochSeconds(first.opened_at), replicas: open.length, reason: first.reason } : null,
    };
  };
  return new Map(modules.map((module) => [module, healthOf(module)]));
}
