// @ts-check
/** Declarations for reviewers: on one line, with what a schema accepts instead of its library's types. */
import ts from 'typescript';

const { factory } = ts;

/** @param {string} name @param {readonly ts.TypeNode[]} [of] */
const reference = (name, of) => factory.createTypeReferenceNode(name, of);

/** What a schema with this name accepts, by the arguments of its type. @type {Record<string, (of: ts.TypeNode[]) => ts.TypeNode | undefined>} */
const accepted = {
  String: () => reference('string'),
  Email: () => reference('email'),
  UUID: () => reference('uuid'),
  URL: () => reference('url'),
  Int: () => reference('int'),
  Number: ([input]) => (input?.kind === ts.SyntaxKind.UnknownKeyword ? undefined : reference('number')),
  Boolean: ([input]) => (input?.kind === ts.SyntaxKind.UnknownKeyword ? undefined : reference('boolean')),
  Unknown: () => reference('unknown'),
  Undefined: () => reference('undefined'),
  Null: () => reference('null'),
  Literal: ([value]) => value,
  Nullable: ([inner]) => inner && factory.createUnionTypeNode([inner, reference('null')]),
  Array: ([item]) => item && factory.createArrayTypeNode(item),
  Object: ([members, mode]) =>
    members && (mode?.getText().endsWith('$strip') ? members : reference('Strict', [members])),
  Enum: ([values]) =>
    values && ts.isTypeLiteralNode(values)
      ? factory.createUnionTypeNode(
          values.members.flatMap((member) => (ts.isPropertySignature(member) && member.type ? [member.type] : [])),
        )
      : undefined,
  Union: ([options]) => optionsOf(options),
  DiscriminatedUnion: ([options]) => optionsOf(options),
};

/** `readonly [A, B]` as `A | B`. @param {ts.TypeNode | undefined} options */
function optionsOf(options) {
  const tuple = options && ts.isTypeOperatorNode(options) ? options.type : options;
  if (!tuple || !ts.isTupleTypeNode(tuple)) return undefined;
  return factory.createUnionTypeNode(
    tuple.elements.map((element) => (ts.isNamedTupleMember(element) ? element.type : element)),
  );
}

/** `String` of `z.ZodMiniString<string>`. @param {ts.Node | undefined} node */
const schemaName = (node) =>
  node && ts.isTypeReferenceNode(node) ? /^(?:z\.)?ZodMini(\w+)$/.exec(node.typeName.getText())?.[1] : undefined;

/** @param {ts.TransformationContext} context @returns {(file: ts.SourceFile) => ts.SourceFile} */
function simplified(context) {
  /** @param {ts.Node} node @returns {ts.Node} */
  const visit = (node) => {
    const { parent } = node;
    // `a: ZodMiniOptional<ZodMiniString>` is `a?: string`.
    if (ts.isPropertySignature(node) && node.type && schemaName(node.type) === 'Optional') {
      const inner = /** @type {ts.TypeReferenceNode} */ (node.type).typeArguments?.[0];
      const type = inner && /** @type {ts.TypeNode} */ (ts.visitNode(inner, visit));
      const mark = factory.createToken(ts.SyntaxKind.QuestionToken);
      return factory.updatePropertySignature(node, node.modifiers, node.name, mark, type);
    }
    const name = schemaName(node);
    if (name === undefined || !ts.isTypeReferenceNode(node) || !parent) return ts.visitEachChild(node, visit, context);
    const of = (node.typeArguments ?? []).map(
      (argument, index) =>
        // The mode of an object is compared by its text.
        /** @type {ts.TypeNode} */ (index === 1 && name === 'Object' ? argument : ts.visitNode(argument, visit)),
    );
    return accepted[name]?.(of) ?? reference(name, of);
  };
  return (file) => ts.visitEachChild(file, visit, context);
}

const printer = ts.createPrinter({ removeComments: true });

/** @param {string} text of a declaration, without `declare` and `const` */
export function shorten(text) {
  if (text.startsWith("from '")) return [...new Set(text.split('\n'))].join(' ');
  const isVariable = !/^(abstract |async )?(class|enum|function|interface|namespace|type) /.test(text);
  const source = ts.createSourceFile('api.d.ts', `${isVariable ? 'const ' : ''}${text}`, ts.ScriptTarget.Latest, true);
  const result = ts.transform(source, [simplified]);
  const [file] = result.transformed;
  const printed = file ? printer.printFile(file) : text;
  result.dispose();
  return printed
    .replace(/^const /, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/;? }/g, ' }')
    .replace(/import\("[^"]*"\)\./g, '')
    .trim()
    .replace(/;$/, '');
}
