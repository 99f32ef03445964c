/** Checks objects against the schemas of the SDK's types. */
import type { Definition, Schema, StripeSchema } from './schema-types.js';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

export interface SchemaCheck {
  /** The problems of an object, a list or an event, as `path: reason`; empty for a valid one. */
  problemsOf(value: unknown): string[];
  /** The problems of some fields of an object. */
  problemsOfFields(object: string, fields: Fields): string[];
}

export function schemaCheck({ definitions, objects, events }: StripeSchema): SchemaCheck {
  const definitionOf = (schema: Schema): Definition | undefined =>
    schema.inline ?? (schema.is === undefined ? undefined : definitions[schema.is]);

  /** The alternatives that match the `object` and `type` of an object. */
  function candidates(options: readonly Schema[], value: unknown): readonly Schema[] {
    if (!isObject(value)) return options.filter((one) => !definitionOf(one) && one.object === undefined);
    const isMeant = (one: Schema): boolean => {
      if (one.object !== undefined) return one.object === value['object'];
      const definition = definitionOf(one);
      if (!definition) return false;
      return ['object', 'type', 'deleted'].every((name) => {
        const allowed = definition.properties[name]?.schema.enum;
        return allowed === undefined || allowed.includes(value[name] as string | boolean);
      });
    };
    return options.filter(isMeant);
  }

  function checkAny(value: unknown, options: readonly Schema[], path: string, isPartial: boolean): string[] {
    let fewest: string[] | undefined;
    for (const option of candidates(options, value)) {
      const problems = check(value, option, path, isPartial);
      if (problems.length === 0) return [];
      if (!fewest || problems.length < fewest.length) fewest = problems;
    }
    if (fewest && (isObject(value) || Array.isArray(value))) return fewest;
    return [`${path}: ${textOf(value)} is none of the allowed types`];
  }

  function checkFields(value: Fields, { properties, others }: Definition, path: string, isPartial = false): string[] {
    return Object.entries(value).flatMap(([name, field]) => {
      const at = path === '' ? name : `${path}.${name}`;
      const schema = properties[name]?.schema ?? others;
      return schema ? check(field, schema, at, isPartial) : [`${at}: is not a field of the type`];
    });
  }

  /** @param isPartial true if objects have only the fields that changed */
  function check(value: unknown, schema: Schema, path: string, isPartial = false): string[] {
    if (schema.anyOf) return checkAny(value, schema.anyOf, path, isPartial);
    if (schema.enum) {
      return schema.enum.includes(value as string | boolean) ? [] : [`${path}: ${textOf(value)} is not allowed`];
    }
    if (schema.items) {
      const { items } = schema;
      if (!Array.isArray(value)) return [`${path}: ${textOf(value)} is no list`];
      return value.flatMap((item, index) => check(item, items, `${path}[${index}]`, isPartial));
    }
    if (schema.object !== undefined) {
      return isObject(value) && value['object'] === schema.object ? [] : [`${path}: is no ${schema.object}`];
    }
    const definition = definitionOf(schema);
    if (definition) {
      if (!isObject(value)) return [`${path}: ${textOf(value)} is no object`];
      const partial = isPartial || definition.isPartial === true;
      const missing = partial ? [] : definition.required.filter((name) => value[name] === undefined);
      return [
        ...missing.map((name) => `${path}.${name}: is missing`),
        ...checkFields(value, definition, path, partial),
      ];
    }
    if (schema.type === undefined) return [];
    return (value === null ? 'null' : typeof value) === schema.type
      ? []
      : [`${path}: ${textOf(value)} is no ${schema.type}`];
  }

  const schemaFor = (value: Fields): Schema | undefined =>
    value['object'] === 'event' ? events[String(value['type'])] : objects[String(value['object'])];

  function problemsOf(value: unknown): string[] {
    if (!isObject(value)) return [`${textOf(value)} is no object`];
    const name = String(value['object']);
    if (name === 'list' || name === 'search_result') {
      const items = value['data'];
      if (!Array.isArray(items)) return ['data: is no list'];
      return items.flatMap((item, index) => problemsOf(item).map((problem) => `data[${index}].${problem}`));
    }
    const schema = schemaFor(value);
    return schema ? check(value, schema, name) : [`${name}: there is no such type`];
  }

  return {
    problemsOf,
    problemsOfFields(object, fields) {
      const schema = objects[object];
      const definition = schema && definitionOf(schema.anyOf?.[0] ?? schema);
      return definition ? checkFields(fields, definition, '', true) : [`${object}: there is no such type`];
    },
  };
}
