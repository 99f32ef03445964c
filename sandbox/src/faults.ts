/** Faults of real providers and networks that can be set for a sandbox. */
import * as z from 'zod/mini';

export const faultKinds = ['error', 'lost', 'slow', 'refuse'] as const;

/** The fields that faults of all providers share. */
export const faultFields = {
  /** The affected requests, such as `POST /v1/subscriptions` or a prefix of it; empty for all requests. */
  on: z._default(z.string(), ''),
  /** The number of affected requests; unlimited if absent. */
  times: z.optional(z.int().check(z.gte(1))),
  /**
   * `error`: does nothing and returns an error. `lost`: executes the request, but the response never arrives. `slow`:
   * executes the request after a delay. `refuse`: breaks the connection before the request is executed.
   */
  kind: z.enum(faultKinds),
  status: z._default(z.int(), 500),
  delay_ms: z._default(z.int().check(z.gte(0), z.lte(120_000)), 0),
};

interface Fault {
  on: string;
  times?: number | undefined;
}

export interface FaultPlan<F extends Fault> {
  /** Returns the fault of a request and counts it down. Faults that don't apply to the request are left as they are. */
  take(call: string, applies?: (fault: F) => boolean): F | undefined;
  set(faults: F[]): void;
}

export function faultPlan<F extends Fault>(): FaultPlan<F> {
  let faults: F[] = [];
  return {
    set(next) {
      faults = next;
    },
    take(call, applies = () => true) {
      const fault = faults.find((one) => call.startsWith(one.on) && applies(one));
      if (!fault || fault.times === undefined) return fault;
      const left = fault.times - 1;
      faults = faults.flatMap((one) => (one !== fault ? [one] : left === 0 ? [] : [{ ...one, times: left }]));
      return fault;
    },
  };
}
