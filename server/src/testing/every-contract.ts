/** The contracts of all calls, for tests that don't start a server. */
import fs from 'node:fs';
import path from 'node:path';
import type { Call } from 'shared-api/contracts';
import { isCall } from '../platform/http/all-contracts.js';

const folder = path.join(import.meta.dirname, '../../../shared-api/src/contracts');

/** Includes contracts in their own files, which a server only has once it has registered its routes. */
export async function everyContract(): Promise<Call[]> {
  const calls = new Map<string, Call>();
  for (const file of fs.readdirSync(folder)) {
    if (file.endsWith('.test.ts')) continue;
    const exported = (await import(`shared-api/contracts/${path.basename(file, '.ts')}`)) as object;
    for (const value of Object.values(exported) as unknown[]) if (isCall(value)) calls.set(value.name, value);
  }
  return [...calls.values()];
}
