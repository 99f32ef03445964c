/** Finds the fields of each object that can be expanded, according to the SDK's types. */
import type { Definition, Schema, StripeSchema } from './schema-types.js';

/** Fields of an object by their paths within it. `a.data` is the list of a list object. */
export interface ObjectFields {
  /**
   * Expandable fields with the types of the objects that their ids refer to. The list is empty for a field that is only
   * omitted by default.
   */
  expands: Record<string, string[]>;
  /** Fields with nested objects, by the types of these objects. */
  contains: Record<string, string[]>;
}

const MAX_NESTING = 6;

/** Fields that an object has only when they are expanded. The SDK's types don't mark them. */
const ON_REQUEST: Readonly<Record<string, readonly string[]>> = {
  charge: ['refunds'],
  coupon: ['applies_to', 'currency_options'],
  customer: ['cash_balance', 'invoice_credit_balance', 'sources', 'subscriptions', 'tax', 'tax_ids'],
  invoice: ['confirmation_secret', 'payments'],
  plan: ['tiers'],
  price: ['currency_options', 'tiers'],
};

export function findExpandable({ definitions, objects }: StripeSchema): Record<string, ObjectFields> {
  const definitionOf = (schema: Schema): Definition | undefined =>
    schema.inline ?? (schema.is === undefined ? undefined : definitions[schema.is]);
  const objectOf = (schema: Schema): string | undefined => {
    if (schema.object !== undefined) return schema.object;
    const literal = definitionOf(schema)?.properties['object']?.schema.enum?.[0];
    return typeof literal === 'string' ? literal : undefined;
  };

  function walk({ properties }: Definition, prefix: string, fields: ObjectFields, depth: number): void {
    if (depth > MAX_NESTING) return;
    for (const [name, { schema, expands }] of Object.entries(properties)) {
      const path = prefix === '' ? name : `${prefix}.${name}`;
      if (expands) fields.expands[path] = expands;
      for (const option of schema.anyOf ?? [schema]) visit(option, path, fields, depth, expands !== undefined);
    }
  }

  function visit(schema: Schema, path: string, fields: ObjectFields, depth: number, isReference: boolean): void {
    if (schema.items) {
      for (const option of schema.items.anyOf ?? [schema.items]) visit(option, path, fields, depth, isReference);
      return;
    }
    const object = objectOf(schema);
    const definition = definitionOf(schema);
    if (object === 'list' && definition) {
      fields.contains[path] = ['list'];
      walk(
        { ...definition, properties: { data: definition.properties['data'] ?? { schema: {} } } },
        path,
        fields,
        depth + 1,
      );
    } else if (object !== undefined) {
      if (isReference) return;
      fields.contains[path] = [...new Set([...(fields.contains[path] ?? []), object])];
    } else if (definition) {
      walk(definition, path, fields, depth + 1);
    }
  }

  return Object.fromEntries(
    Object.entries(objects).map(([object, schema]) => {
      const onRequest = (ON_REQUEST[object] ?? []).map((field): [string, string[]] => [field, []]);
      const fields: ObjectFields = { expands: Object.fromEntries(onRequest), contains: {} };
      const definition = definitionOf(schema.anyOf?.[0] ?? schema);
      if (definition) walk(definition, '', fields, 0);
      return [object, fields];
    }),
  );
}
