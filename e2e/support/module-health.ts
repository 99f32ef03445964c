/** Reads Module health as internal staff. */
import type { AnswerOf, readModuleHealth, VersionHealth } from 'shared-api/contracts';
import type { Caller } from './ask';
import { expect } from './test';

export async function healthFor(caller: Caller): Promise<AnswerOf<typeof readModuleHealth>> {
  const { status, body } = await caller('GET', '/api/module-health/?days=1');
  expect(status).toBe(200);
  return body as unknown as AnswerOf<typeof readModuleHealth>;
}

export async function versionHealth(
  caller: Caller,
  module: string,
  version?: string,
): Promise<VersionHealth | undefined> {
  const { modules } = await healthFor(caller);
  const found = modules.find(({ name }) => name === module);
  return found?.versions.find((one) => (version === undefined ? one.role === 'live' : one.version === version));
}
