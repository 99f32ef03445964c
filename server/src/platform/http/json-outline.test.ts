import { describe, expect, it } from '@jest/globals';
import { outlineOf } from './json-outline.js';
import { findUnreadable } from './readable-input.js';

/** Counts by parsing, as the reference for the outline. */
function measure(value: unknown): { values: number; nesting: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, nesting: 0 };
  const inner = Object.values(value).map(measure);
  return {
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
    nesting: 1 + Math.max(0, ...inner.map(({ nesting }) => nesting)),
  };
}

const values: unknown[] = [
  null,
  true,
  0,
  -1.5,
  '',
  'a "quoted" \\ [1, 2], {"x": 1}',
  'Müller 😀',
  [],
  {},
  [[]],
  [{}, {}, []],
  [1, 'a', null, true, { a: [], b: {} }],
  { 'a,b': [1, { 'c]': 'd}' }], e: 'eE1e9' },
  { list: Array.from({ length: 50 }, (_, id) => ({ id, name: `Person ${id}`, days: [1, 2, 3] })) },
];

describe('outlineOf', () => {
  it.each(values.map((value) => [JSON.stringify(value), value]))(
    'counts the values and levels of %.60s',
    (_, value) => {
      for (const space of [undefined, 2, '\t']) {
        const outline = outlineOf(Buffer.from(JSON.stringify(value, undefined, space)));
        expect(outline).toEqual({ ...measure(value), mayBeUnreadable: false });
      }
    },
  );

  it.each([
    '"a\\u0000b"',
    '{"a\\u0000": 1}',
    '["\\ud800"]',
    '1e300',
    '[1E+300]',
    '-1e999',
    '5e-324',
    '{"a":-2.2e-310}',
    '9007199254740993',
    `0.${'0'.repeat(310)}1`,
    '"\\\\\\u0000"',
  ])('reports that %s may be unreadable', (text) => {
    expect(findUnreadable(JSON.parse(text))).toBeDefined();
    expect(outlineOf(Buffer.from(text)).mayBeUnreadable).toBe(true);
  });

  it.each(['"\\\\u0000"', '"1e300"', '[999999999999999, 0.00000001]', 'true', '[false, null, 3]'])(
    'reports that %s is readable',
    (text) => {
      expect(findUnreadable(JSON.parse(text))).toBeUndefined();
      expect(outlineOf(Buffer.from(text)).mayBeUnreadable).toBe(false);
    },
  );

  it.each(['', '{', ']]]', '"open', '"\\', '[1,2', '}{', 'nul'])('handles %j, which isn’t JSON', (text) => {
    expect(outlineOf(Buffer.from(text)).nesting).toBeLessThanOrEqual(1);
  });
});
