/** Faults that can be set for a provider's sandbox, as real providers and networks have them. */
import * as z from 'zod/mini';

/** The fields that faults of all providers have in common. */
export const faultFields = {
  /** Calls that it befalls: `POST /v1/subscriptions` or the beginning of such a text; empty for all. */
  on: z._default(z.string(), ''),
  /** How many calls; endless when absent. */
  times: z.optional(z.int().check(z.gte(1))),
  /**
   * `error`: nothing is done, and the answer says so. `lost`: it is done, and the answer never arrives. `slow`: it is done
   * after a while. `refuse`: the connection breaks before anything is done.
   */
  kind: z.enum(['error', 'lost', 'slow', 'refuse']),
  status: z._default(z.int(), 500),
  delay_ms: z._default(z.int().check(z.gte(0), z.lte(120_000)), 0),
};

interface Fault {
  on: string;
  times?: number | undefined;
}

export interface FaultPlan<Told extends Fault> {
  /** The fault that befalls a call, counted down. */
  take(call: string): Told | undefined;
  tell(faults: Told[]): void;
}

export function faultPlan<Told extends Fault>(): FaultPlan<Told> {
  let faults: Told[] = [];
  return {
    tell(next) {
      faults = next;
    },
    take(call) {
      const fault = faults.find(({ on }) => call.startsWith(on));
      if (!fault || fault.times === undefined) return fault;
      const left = fault.times - 1;
      faults = faults.flatMap((one) => (one !== fault ? [one] : left === 0 ? [] : [{ ...one, times: left }]));
      return fault;
    },
  };
}
