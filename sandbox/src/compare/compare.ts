/**
 * `npm run sandbox -- compare`: makes the same calls in Stripe's test mode and on a sandbox, and prints each
 * difference.
 */
import Stripe from 'stripe';
import { buildSandbox } from '../app.js';
import { type ComparedCall, comparedCalls } from './calls.js';
import { differences, normalized } from './differences.js';

/** An error reduced to the fields that callers depend on. */
const errorOf = (error: unknown): object => {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { statusCode, type, code, param, decline_code: decline, message } = error;
  return { statusCode, type, errorCode: code, param, decline, message };
};

/** The reason why nothing can be compared; undefined for errors that are answers. */
function obstacleIn(error: unknown): string | undefined {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return `Stripe refused the key: ${error.message.replace(/\.?$/, '.')} Nothing was compared.`;
  }
  return error instanceof Stripe.errors.StripeConnectionError
    ? 'Stripe can’t be reached. Check the network, and run this again.'
    : undefined;
}

const isRefusal = (answer: unknown): boolean => typeof (answer as { statusCode?: unknown }).statusCode === 'number';

/** The answers to all calls, in order, with comparable ids and times. */
async function answersOf(stripe: Stripe, calls: readonly ComparedCall[]): Promise<unknown[]> {
  const ids = new Map<string, string>();
  const createdIds = { id: (name: string): string => ids.get(name) ?? `missing_${name}` };
  const start = Math.floor(Date.now() / 1000);
  const answers: unknown[] = [];
  for (const { name, call } of calls) {
    try {
      const answer = await call(stripe, createdIds);
      if ('id' in answer) ids.set(name, String(answer.id));
      answers.push(JSON.parse(JSON.stringify(answer)));
    } catch (error) {
      if (obstacleIn(error) !== undefined) throw error;
      answers.push(errorOf(error));
    }
  }
  const names = new Map([...ids].map(([name, id]) => [id, `(${name})`]));
  return answers.map((answer) => normalized(answer, start, names));
}

export interface Comparison {
  name: string;
  differences: string[];
  /** Whether the sandbox rejected the call. */
  isRefused: boolean;
}

/** @param real Stripe's test mode */
export async function compare(real: Stripe, ours: Stripe, calls = comparedCalls): Promise<Comparison[]> {
  const [stripes, sandboxes] = [await answersOf(real, calls), await answersOf(ours, calls)];
  return calls.map(({ name }, at) => ({
    name,
    differences: differences(stripes[at], sandboxes[at]),
    isRefused: isRefusal(sandboxes[at]),
  }));
}

/** A client of a new sandbox. */
async function ownSandbox(): Promise<{ stripe: Stripe; close(): Promise<unknown> }> {
  const app = buildSandbox({ folder: null });
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const options = { host: hostname, port: Number(port), protocol: 'http', telemetry: false } as const;
  return { stripe: new Stripe('sk_test_sandbox', options), close: () => app.close() };
}

export const HOW_TO_COMPARE =
  'Set STRIPE_SECRET_KEY to a secret test key (sk_test_…) of a Stripe account, and run this again. The calls make a customer, prices and a subscription in its test mode, and remove or archive them at the end.';

/** The key of the test mode; undefined if the key is absent or a live key. */
export const testKeyIn = (env: Readonly<Record<string, string | undefined>>): string | undefined => {
  const key = env['STRIPE_SECRET_KEY'] ?? '';
  return /^(sk|rk)_test_/.test(key) && key !== 'sk_test_sandbox' ? key : undefined;
};

const openStripe = (key: string): Stripe => new Stripe(key, { telemetry: false, maxNetworkRetries: 3 });

/**
 * @param open creates the client of Stripe's test mode
 * @returns the number of calls that differ; undefined if nothing was compared
 */
export async function runComparison(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  open: (key: string) => Stripe = openStripe,
): Promise<number | undefined> {
  const key = testKeyIn(env);
  if (key === undefined) {
    print(HOW_TO_COMPARE);
    return undefined;
  }
  const sandbox = await ownSandbox();
  try {
    const results = await compare(open(key), sandbox.stripe);
    const different = results.filter((one) => one.differences.length > 0);
    for (const { name, differences: lines } of different) {
      print(name);
      for (const line of lines) print(`  ${line}`);
    }
    print(`${results.length - different.length} of ${results.length} calls are answered alike.`);
    return different.length;
  } catch (error) {
    const obstacle = obstacleIn(error);
    if (obstacle === undefined) throw error;
    print(obstacle);
    return undefined;
  } finally {
    await sandbox.close();
  }
}
