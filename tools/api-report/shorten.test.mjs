// @ts-check
import { describe, expect, it } from '@jest/globals';
import { shorten } from './shorten.mjs';

describe('shorten', () => {
  it.each([
    ['interface Named {\n    name: string;\n    note?: string;\n}', 'interface Named { name: string; note?: string }'],
    ['LIMIT = 5', 'LIMIT = 5'],
    ['function save(id: number): void;', 'function save(id: number): void'],
    ["from '@mui/material/Alert'", "from '@mui/material/Alert'"],
    ["from 'a'\nfrom 'a'", "from 'a'"],
    ['on: (call: import("./call.js").Call) => void', 'on: (call: Call) => void'],
    ['a: A;\ninterface A {\n    b: 1;\n}', 'a: A; interface A { b: 1 }'],
  ])('writes %j in one line', (text, short) => {
    expect(shorten(text)).toBe(short);
  });

  it.each([
    ['z.ZodMiniObject<{\n    id: z.ZodMiniInt;\n}, z.core.$strip>', '{ id: int }'],
    ['z.ZodMiniObject<{}, z.core.$strict>', 'Strict<{}>'],
    ['z.ZodMiniArray<z.ZodMiniNullable<z.ZodMiniString<string>>>', '(string | null)[]'],
    ['z.ZodMiniObject<{ a: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>> }, z.core.$strip>', '{ a?: boolean }'],
    ['z.ZodMiniEnum<{ month: "month"; year: "year" }>', '"month" | "year"'],
    ['z.ZodMiniUnion<readonly [z.ZodMiniLiteral<"all">, z.ZodMiniInt]>', '"all" | int'],
    ['z.ZodMiniNumber<unknown>', 'Number<unknown>'],
    ['z.ZodMiniPipe<z.ZodMiniUnknown, z.ZodMiniInt>', 'Pipe<unknown, int>'],
  ])('describes what the schema %s accepts', (type, accepted) => {
    expect(shorten(`schema: ${type}`)).toBe(`schema: ${accepted}`);
  });

  it('keeps the differences that break users of a schema', () => {
    const schema = (/** @type {string} */ member) => shorten(`a: z.ZodMiniObject<{ b: ${member} }, z.core.$strip>`);
    const members = [
      'z.ZodMiniString<string>',
      'z.ZodMiniInt',
      'z.ZodMiniNullable<z.ZodMiniInt>',
      'z.ZodMiniNumber<number>',
    ];
    expect(new Set(members.map(schema)).size).toBe(members.length);
  });
});
