/** The sandbox in a separate process, for tests of code that calls the payment provider. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageRoot } from '../../package-root.js';

const main = path.resolve(packageRoot, '../sandbox/dist/main.js');

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
  stop(): Promise<void>;
}

export async function startFakeStripe(): Promise<FakeStripe> {
  if (!existsSync(main)) throw new Error('The sandbox is not compiled. Run npm run typecheck first.');
  const folder = await mkdtemp(path.join(tmpdir(), 'stand-in-'));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, DATA_DIR: folder, SANDBOX_PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let written = '';
    child.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      const found = /^sandbox (\S+)$/m.exec(written)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${String(code)}.`)));
  });
  const post = async (what: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}/control/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
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
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
