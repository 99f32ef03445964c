/** The sandbox on its own port, for tests of code that calls the payment provider. Its state is in memory. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { packageRoot } from '../../../platform/config/package-root.js';

const sandboxApp = path.resolve(packageRoot, '../sandbox/dist/app.js');

export interface FakeStripe {
  url: string;
  /** Advances the provider's clock. Returns the new time, in epoch seconds. */
  advance(days: number): Promise<number>;
  /** Makes API calls fail: `[{ on: 'POST /v1/subscriptions', kind: 'error', times: 1 }]`. [] ends it. */
  setFaults(faults: readonly object[]): Promise<void>;
  /** Makes webhooks misbehave: duplicate, reorder, delay_ms, hold. {} ends it. */
  tellWebhooks(faults: object): Promise<void>;
  /** Any other control, e.g. `twilio/seed`. */
  control(path: string, body: unknown): Promise<unknown>;
  /** Runs after each control, and after `changed`. */
  onControl(listener: () => Promise<void>): void;
  /** Reports that something else changed the sandbox, e.g. a browser. */
  changed(): Promise<void>;
  /** API calls received so far. */
  calls(): number;
  stop(): Promise<unknown>;
}

/** The parts of the compiled sandbox that this file uses. It is loaded by its path. */
interface Sandbox {
  buildSandbox(parts: { folder: null; log: (line: string) => void; checksTypes: boolean }): FastifyInstance;
}

export async function startFakeStripe(): Promise<FakeStripe> {
  if (!existsSync(sandboxApp)) throw new Error('The sandbox is not compiled. Run npm run typecheck first.');
  const { buildSandbox } = (await import(sandboxApp)) as Sandbox;
  const sandbox = buildSandbox({ folder: null, log: () => undefined, checksTypes: true });
  const url = await sandbox.listen({ host: '127.0.0.1', port: 0 });
  let calls = 0;
  sandbox.server.on('request', ({ url: path }: { url?: string }) => {
    if (path?.startsWith('/v1/') === true) calls += 1;
  });
  const listeners: (() => Promise<void>)[] = [];
  const changed = async (): Promise<void> => {
    for (const listener of listeners) await listener();
  };
  const post = async (what: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/control/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    const result: unknown = await response.json();
    await changed();
    return result;
  };
  return {
    url,
    async advance(days) {
      const { now } = (await post('stripe/clock', { advance_seconds: Math.round(days * 86_400) })) as { now: number };
      return now;
    },
    setFaults: async (faults) => void (await post('stripe/faults', faults)),
    tellWebhooks: async (faults) => void (await post('stripe/webhooks', faults)),
    control: post,
    onControl: (listener) => void listeners.push(listener),
    changed,
    calls: () => calls,
    stop: () => sandbox.close(),
  };
}
