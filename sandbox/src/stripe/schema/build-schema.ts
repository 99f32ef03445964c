/**
 * Builds schemas of Stripe's objects and events from the types of its SDK with the TypeScript compiler. Objects are
 * closed, and enums are strict: the SDK keeps some types open for later API versions, but its pinned version has
 * exactly the declared values.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { OBJECT_TYPES } from './object-types.js';
import type { Definition, Property, Schema, StripeSchema } from './schema-types.js';

const resources = path.resolve(path.dirname(createRequire(import.meta.url).resolve('stripe')), '../esm/resources');

const MAX_INLINE_DEPTH = 4;

export function buildSchema(): StripeSchema {
  const files = [...Object.values(OBJECT_TYPES).flatMap(({ file }) => file), 'Events'];
  const roots = [...new Set(files)].map((file) => path.join(resources, `${file}.d.ts`));
  const program = ts.createProgram(roots, {
    strict: true,
    noEmit: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2022.d.ts'],
  });
  const checker = program.getTypeChecker();
  const definitions: Record<string, Definition> = {};

  const typeIn = (file: string, name: string): ts.Type => {
    const source = program.getSourceFile(path.join(resources, `${file}.d.ts`));
    const module = source && checker.getSymbolAtLocation(source);
    const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name);
    if (!symbol) throw new Error(`The SDK has no ${name} in ${file}`);
    return checker.getDeclaredTypeOfSymbol(symbol);
  };

  /** `Subscription.PendingUpdate`, below the file that declares it. */
  const nameOf = (type: ts.Type): string => {
    const symbol = type.aliasSymbol ?? type.getSymbol();
    const full = symbol ? checker.getFullyQualifiedName(symbol) : '';
    const name = full.replace(/^"(?:.*\/)?([^/"]+)"\./, '$1:').replace(/\.d:/, ':');
    const args = checker.getTypeArguments(type as ts.TypeReference).map(nameOf);
    return args.length > 0 ? `${name}<${args.join(',')}>` : name;
  };

  const literalOf = (type: ts.Type): string | undefined => (type.isStringLiteral() ? type.value : undefined);

  /** The value of an object's own `object` field. */
  const objectLiteral = (type: ts.Type): string | undefined => {
    const property = type.getProperty('object');
    return property && literalOf(checker.getTypeOfSymbol(property));
  };

  const isUndefined = (type: ts.Type): boolean => (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0;
  const isNull = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Null) !== 0;

  function unionOf(types: readonly ts.Type[], depth: number): Schema {
    const present = types.filter((type) => !isUndefined(type));
    const literals = present.flatMap((type) => literalOf(type) ?? []);
    const booleans = present.filter((type) => (type.flags & ts.TypeFlags.BooleanLiteral) !== 0);
    // An open enum is a union with any other string.
    const rest = present.filter(
      (type) =>
        literalOf(type) === undefined && !booleans.includes(type) && !(type.isIntersection() && literals.length > 0),
    );
    const schemas: Schema[] = [
      ...(literals.length > 0 ? [{ enum: literals }] : []),
      ...(booleans.length === 2
        ? [{ type: 'boolean' as const }]
        : booleans.map((type) => ({ enum: [nodeText(type) === 'true'] }))),
      ...rest.map((type) => schemaOf(type, depth)),
    ];
    const [only] = schemas;
    return schemas.length === 1 && only ? only : { anyOf: schemas };
  }

  const nodeText = (type: ts.Type): string => checker.typeToString(type);

  function define(type: ts.Type, name: string, depth = 0): Schema {
    if (!definitions[name]) {
      const definition: Definition = { properties: {}, required: [] };
      definitions[name] = definition;
      fill(type, definition, depth);
    }
    return { is: name };
  }

  /** The objects that a property's ids stand for, if it can be expanded. */
  function expandable(type: ts.Type): string[] | undefined {
    const members = (type.isUnion() ? type.types : [type]).filter((one) => !isUndefined(one) && !isNull(one));
    const [only] = members;
    if (members.length === 1 && only && checker.isArrayType(only)) {
      const element = checker.getTypeArguments(only as ts.TypeReference)[0];
      return element && expandable(element);
    }
    if (!members.some((one) => (one.flags & ts.TypeFlags.String) !== 0)) return undefined;
    const targets = members.flatMap((one) => objectLiteral(one) ?? []);
    return targets.length > 0 ? [...new Set(targets)] : undefined;
  }

  function fill(type: ts.Type, definition: Definition, depth: number): void {
    const index = type.getStringIndexType();
    if (index) definition.others = schemaOf(index, depth + 1);
    for (const symbol of checker.getPropertiesOfType(type)) {
      const propertyType = checker.getTypeOfSymbol(symbol);
      // A field of type void is one that the object never has.
      if (isUndefined(propertyType) || (propertyType.isUnion() && propertyType.types.every(isUndefined))) continue;
      const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
      const property: Property = { schema: schemaOf(propertyType, depth + 1) };
      const targets = expandable(propertyType);
      if (targets) property.expands = targets;
      definition.properties[symbol.name] = property;
      if (!isOptional) definition.required.push(symbol.name);
    }
  }

  function schemaOf(type: ts.Type, depth: number): Schema {
    if (type.isUnion()) return unionOf(type.types, depth);
    const literal = literalOf(type);
    if (literal !== undefined) return { enum: [literal] };
    if (type.flags & ts.TypeFlags.String || type.isIntersection()) return { type: 'string' };
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { enum: [nodeText(type) === 'true'] };
    if (isNull(type)) return { type: 'null' };
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference);
      return { items: element ? schemaOf(element, depth) : {} };
    }
    const name = nameOf(type);
    // Decimals are strings in JSON.
    if (/(^|[:.])Decimal$/.test(name)) return { type: 'string' };
    const object = objectLiteral(type);
    if (object !== undefined && object !== 'list' && !(object in OBJECT_TYPES)) return { object };
    const isPartial = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;
    if (name === '' || name.endsWith('__type') || isPartial) {
      const inline: Definition = { properties: {}, required: [], ...(isPartial && { isPartial }) };
      if (depth < MAX_INLINE_DEPTH) fill(type, inline, depth);
      return { inline };
    }
    return define(type, name);
  }

  const objects: Record<string, Schema> = {};
  for (const [object, { file, types }] of Object.entries(OBJECT_TYPES)) {
    const schemas = types.map((name) => {
      const type = typeIn(file, name);
      return schemaOf(type, 0);
    });
    objects[object] = schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas };
  }
  const events: Record<string, Schema> = {};
  const event = typeIn('Events', 'Event');
  for (const member of event.isUnion() ? event.types : []) {
    const typeProperty = member.getProperty('type');
    const dataProperty = member.getProperty('data');
    const name = typeProperty && literalOf(checker.getTypeOfSymbol(typeProperty));
    const data = dataProperty && checker.getTypeOfSymbol(dataProperty);
    const about = data?.getProperty('object');
    const subject = about && checker.getTypeOfSymbol(about);
    if (name === undefined || !data || !subject) continue;
    const subjects = subject.isUnion() ? subject.types : [subject];
    if (subjects.some((one) => (objectLiteral(one) ?? '') in OBJECT_TYPES))
      events[name] = define(member, nameOf(member));
  }
  return { definitions, objects, events };
}
