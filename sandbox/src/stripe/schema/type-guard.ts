/** Checks the sandbox's answers against the types of the SDK, once the schemas are loaded. */
import { StripeError } from '../errors.js';
import type { SchemaCheck } from './check-schema.js';
import { loadSchemaCheck } from './load-schema.js';

const MAX_PROBLEMS = 5;

export interface TypeGuard {
  /** Loads the schemas. Before that, nothing is checked. */
  load(): Promise<void>;
  /** @throws StripeError 500 for an object that its type doesn't allow */
  assert(object: object): void;
  assertJson(body: string): void;
  /** An error with all problems so far; undefined if there are none. */
  failure(): Error | undefined;
}

export function typeGuard(): TypeGuard {
  let check: SchemaCheck | undefined;
  const failures = new Set<string>();
  const assert = (object: object): void => {
    const problems = check?.problemsOf(object) ?? [];
    if (problems.length === 0) return;
    const message = `The sandbox differs from the types of the SDK. ${problems.slice(0, MAX_PROBLEMS).join('; ')}`;
    failures.add(message);
    throw new StripeError(500, { type: 'api_error', message });
  };
  return {
    async load() {
      check = await loadSchemaCheck();
    },
    assert,
    assertJson(body) {
      if (check) assert(JSON.parse(body) as object);
    },
    failure: () => (failures.size === 0 ? undefined : new Error([...failures].join('\n'))),
  };
}
