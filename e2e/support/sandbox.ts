/** Sets faults of a console's sandbox. */
import { expect } from './test';

/** A fault in the form of `sandbox/src/faults.ts`. */
export interface Fault {
  /** Prefix of the affected requests: `POST /v1/setup_intents`. */
  on: string;
  kind: 'error' | 'lost' | 'slow' | 'refuse';
  /** Number of affected requests; unlimited if absent. */
  times?: number;
  /** Delay of `slow` in milliseconds. */
  delay_ms?: number;
}

/** Replaces the faults of the Stripe sandbox. */
export async function setStripeFaults(sandbox: string | undefined, faults: readonly Fault[]): Promise<void> {
  const answer = await fetch(`${sandbox ?? ''}/control/stripe/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  expect(answer.status).toBe(200);
}
