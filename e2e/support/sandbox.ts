/** Sets faults of a console's sandbox. */
import { expect } from './test';

/** As `sandbox/src/faults.ts` takes it. */
export interface Fault {
  /** Beginning of the calls that it befalls: `POST /v1/setup_intents`. */
  on: string;
  kind: 'error' | 'lost' | 'slow' | 'refuse';
  /** How many calls; endless when absent. */
  times?: number;
  /** Of `slow`, in milliseconds. */
  delay_ms?: number;
}

/** These faults from now on, and no others. */
export async function tellStripe(sandbox: string | undefined, faults: readonly Fault[]): Promise<void> {
  const answer = await fetch(`${sandbox ?? ''}/control/stripe/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  expect(answer.status).toBe(200);
}
