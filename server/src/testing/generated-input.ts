/** Generates input from a call's JSON schema: valid, almost valid, and arbitrary. */
import fc from 'fast-check';

/** The subset of JSON schema that our OpenAPI document uses. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
}

/** Texts that often break servers: markup, formulas, SQL, paths, text that no database can store. */
const nastyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '‮abc',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://x")',
  "'; drop table practices; --",
  '../../../etc/passwd',
  '%2e%2e%2f',
  '{"a":1}',
  '__proto__',
  'constructor',
  'NaN',
  '1e309',
  '9'.repeat(30),
  'x'.repeat(5000),
  '2026-02-30',
  '0000-00-00',
  '2026-11-20T00:00:00Z',
];
const nastyNumbers = [0, -0, -1, 0.1, 1e21, -1e21, 2 ** 31, 2 ** 53, Number.MIN_VALUE, 1e308];

const junk = fc.oneof(
  fc.constantFrom<unknown>(...nastyTexts, ...nastyNumbers, null, true, [], {}),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant({ __proto__: null, constructor: { prototype: { admin: true } } }),
);

/** @param known values that exist on the server: ids, names */
function fitting(schema: JsonSchema, examples: readonly unknown[]): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (options) return fc.oneof(...options.map((option) => fromSchema(option, examples)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const fields = Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, fromSchema(inner, examples)] as const),
      );
      const record = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
      // Sometimes adds a field missing in the contract.
      const more = fc.dictionary(fc.constantFrom('__proto__', 'salt', 'x'), junk, { minKeys: 1, maxKeys: 2 });
      return fc
        .tuple(record, fc.oneof({ arbitrary: fc.constant({}), weight: 12 }, { arbitrary: more, weight: 1 }))
        .map(([fitted, others]) => ({ ...fitted, ...others }));
    }
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, examples), { maxLength: 4 });
    case 'integer':
    case 'number': {
      const numbers = examples.filter((value) => typeof value === 'number');
      const { minimum = -10, maximum = 1000 } = schema;
      const range = fc.integer({ min: Math.ceil(minimum), max: Math.max(Math.ceil(minimum), Math.floor(maximum)) });
      return numbers.length === 0 ? range : fc.oneof(range, fc.constantFrom(...numbers));
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(
        fc.constantFrom<unknown>(...examples.filter((value) => typeof value === 'string'), '2026-11-20', '9:30'),
        fc.string({ maxLength: 12 }),
        fc.uuid(),
      );
  }
}

/** Mostly valid values, with an occasional other value at each level. */
export function fromSchema(schema: JsonSchema, examples: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema, examples), weight: 14 }, { arbitrary: junk, weight: 1 });
}

/** A path segment or a query value. @param known values to use most of the time; empty to use only the schema */
export function textFromSchema(schema: JsonSchema, examples: readonly unknown[]): fc.Arbitrary<string> {
  const fits = fitting(schema, examples).map(String);
  return fc
    .oneof(
      { arbitrary: examples.length === 0 ? fits : fc.constantFrom(...examples.map(String)), weight: 9 },
      { arbitrary: fits, weight: 2 },
      { arbitrary: fc.oneof(fc.constantFrom(...nastyTexts), fc.string({ unit: 'binary', maxLength: 20 })), weight: 1 },
    )
    .map((text) => encodeURIComponent(Buffer.from(text).toString()));
}
