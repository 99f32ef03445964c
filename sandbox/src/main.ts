/**
 * `npm run sandbox`: listens only on loopback, on `SANDBOX_PORT` (any free port if not set), and stores its state in
 * `DATA_DIR`. `SANDBOX_CHECKS_TYPES=1`, which the end-to-end tests set, checks every answer and event against the types
 * of the SDK. `npm run sandbox -- compare` compares a sandbox with Stripe's test mode instead.
 */
import path from 'node:path';
import { buildSandbox } from './app.js';
import { runComparison } from './compare/compare.js';
import { listenOn } from './listening.js';

if (process.argv[2] === 'compare') {
  await runComparison(process.env, (line) => process.stdout.write(`${line}\n`));
  process.exit();
}

// Only the user may read the files, because the state contains cards, customers and account tokens of the demo.
process.umask(0o077);
const app = buildSandbox({
  folder: path.resolve(process.env['DATA_DIR'] ?? '.data', 'sandbox'),
  checksTypes: process.env['SANDBOX_CHECKS_TYPES'] === '1',
});
try {
  process.stdout.write(`sandbox ${await listenOn(app, process.env['SANDBOX_PORT'])}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void close());
}

/** Fails if an answer or an event didn't match the types of the SDK. */
async function close(): Promise<void> {
  try {
    await app.close();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
