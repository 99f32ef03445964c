import { expect, it } from '@jest/globals';
import type { z } from 'zod';
import { describeWithDatabase } from '../../testing/engines.js';
import { testServer } from '../../testing/test-server.js';
import { allContracts } from './all-contracts.js';

interface Definition {
  type: string;
  catchall?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  items?: z.ZodType[];
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
}

const definitionOf = (schema: z.ZodType): Definition => (schema as unknown as { _zod: { def: Definition } })._zod.def;

/** Paths in a schema that reject objects with unknown keys. */
function strictPlaces(schema: z.ZodType, path: string, seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return [];
  const within = new Set(seen).add(schema);
  const def = definitionOf(schema);
  const inner: [string, z.ZodType | undefined][] = [
    ...Object.entries(def.shape ?? {}),
    ['[]', def.element],
    ['', def.innerType],
    ...(def.options ?? []).map((one): [string, z.ZodType] => ['|', one]),
    ...(def.items ?? []).map((one): [string, z.ZodType] => ['[]', one]),
    ['*', def.valueType],
    ['', def.left],
    ['', def.right],
    ['', def.in],
    ['', def.out],
  ];
  const isStrict = def.type === 'object' && def.catchall !== undefined && definitionOf(def.catchall).type === 'never';
  return [
    ...(isStrict ? [path] : []),
    ...inner.flatMap(([step, one]) => (one ? strictPlaces(one, step === '' ? path : `${path}.${step}`, within) : [])),
  ];
}

describeWithDatabase('responses', (database) => {
  it('leave out data unknown to this replica, which a newer one stored, instead of failing', async () => {
    const server = await testServer(database());
    const strict = [...allContracts.values()].flatMap(({ name, answer }) =>
      strictPlaces(answer as unknown as z.ZodType, name),
    );
    await server.close();
    expect(strict).toEqual([]);
  });
});
