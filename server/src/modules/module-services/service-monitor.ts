/** This replica's state of the services: circuits, running requests, and unstored counts. */
import { randomUUID } from 'node:crypto';
import type { ServiceGrant } from 'shared-api/contracts/module-services';
import type { Db } from '../../platform/database/tables.js';
import { bucketOf } from '../module-health/vital-buckets.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { type ServiceCallCount, storeServiceHealth } from './service-health-repository.js';

/** Maximum concurrent requests per replica and service, so that a slow service can't hold more. */
export const MAX_IN_FLIGHT = 50;

export type ServiceOutcome = ServiceCallCount['outcome'];

interface WatchedService {
  /** The grant as text: another grant means another service, with a new circuit. */
  grant: string;
  circuit: CircuitBreaker;
  inFlight: number;
}

export interface ServiceMonitor {
  watch(module: string, grant: ServiceGrant): WatchedService;
  count(module: string, outcome: ServiceOutcome, durationMs: number): void;
  /** Stores the counts and the circuits. Counts that can't be stored are kept for the next run. */
  flush(): Promise<void>;
}

export function serviceMonitor(db: Db, now: () => Date): ServiceMonitor {
  const replica = randomUUID();
  const services = new Map<string, WatchedService>();
  let counts = new Map<string, ServiceCallCount>();
  /** True while the table has circuits of this replica. */
  let hasStoredCircuits = false;

  const add = (count: ServiceCallCount): void => {
    const key = JSON.stringify([count.module, count.day, count.outcome, count.bucket]);
    counts.set(key, { ...count, calls: (counts.get(key)?.calls ?? 0) + count.calls });
  };

  return {
    watch(module, grant) {
      const text = JSON.stringify(grant);
      const existing = services.get(module);
      if (existing?.grant === text) return existing;
      const watched = { grant: text, circuit: new CircuitBreaker(now), inFlight: 0 };
      services.set(module, watched);
      return watched;
    },
    count(module, outcome, durationMs) {
      add({ module, day: now().toISOString().slice(0, 10), outcome, bucket: bucketOf(durationMs), calls: 1 });
    },
    async flush() {
      const circuits = [...services].flatMap(
        ([
          module,
          {
            circuit: { opened },
          },
        ]) => (opened ? [{ module, replica, reason: opened.reason, opened_at: opened.since, seen_at: now() }] : []),
      );
      if (counts.size === 0 && circuits.length === 0 && !hasStoredCircuits) return;
      const countsToStore = counts;
      counts = new Map();
      try {
        await storeServiceHealth(db, replica, [...countsToStore.values()], circuits);
        hasStoredCircuits = circuits.length > 0;
      } catch (error) {
        for (const count of countsToStore.values()) add(count);
        throw error;
      }
    },
  };
}
