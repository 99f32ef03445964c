/** Shared parts of the actions in `every-action.test.ts`. */
import type { LightMyRequestResponse } from 'fastify';
import type { FakeStripe } from '../../../billing/stripe/testing/fake-stripe.js';
import type { BillingServer } from '../../../testing/billing-server.js';
import type { cleanUpAfterAll } from '../../../testing/clean-up.js';
import type { Caller } from '../../../testing/test-server.js';

export interface Acting {
  server: BillingServer;
  stripe: FakeStripe;
  /** A super admin. */
  admin: Caller;
  practiceId: number;
  /** The owner of the practice. */
  owner: Caller;
  /** Makes a call that must succeed, each at a later time. */
  call: (
    caller: Caller,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
  ) => Promise<LightMyRequestResponse>;
  ofPractice: (path: string, id?: number) => string;
  cleanUp: ReturnType<typeof cleanUpAfterAll>;
}

export const inAMinute = () => new Date(Date.now() + 60_000);
