// @ts-check
/** Reads and changes the attributes of one JSX element. */
import ts from 'typescript';
import { StayError } from './stay-error.mjs';

/** @typedef {import('./edits.mjs').Edits} Edits */
/** @typedef {ts.JsxOpeningElement | ts.JsxSelfClosingElement} Opening */

/**
 * The texts that an expression can be, if they are all literals.
 * @param {ts.Expression} expression
 * @returns {(string | undefined)[] | undefined}
 */
function literalsOf(expression) {
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isIdentifier(expression) && expression.text === 'undefined') return [undefined];
  if (ts.isParenthesizedExpression(expression)) return literalsOf(expression.expression);
  if (ts.isConditionalExpression(expression)) {
    const whenTrue = literalsOf(expression.whenTrue);
    const whenFalse = literalsOf(expression.whenFalse);
    return whenTrue && whenFalse && [...whenTrue, ...whenFalse];
  }
  return undefined;
}

/**
 * The expression with each literal replaced.
 * @param {ts.Expression} expression
 * @param {(literal: string | undefined) => string} replace
 * @returns {string}
 */
function withLiterals(expression, replace) {
  if (ts.isStringLiteralLike(expression)) return `'${replace(expression.text)}'`;
  if (ts.isParenthesizedExpression(expression)) return `(${withLiterals(expression.expression, replace)})`;
  if (ts.isConditionalExpression(expression)) {
    const { condition, whenTrue, whenFalse } = expression;
    return `${condition.getText()} ? ${withLiterals(whenTrue, replace)} : ${withLiterals(whenFalse, replace)}`;
  }
  return `'${replace(undefined)}'`;
}

export class Attributes {
  /** @param {Opening} opening @param {Edits} edits */
  constructor(opening, edits) {
    this.opening = opening;
    this.edits = edits;
  }

  /** @returns {ts.JsxAttribute[]} */
  get all() {
    return this.opening.attributes.properties.filter((each) => ts.isJsxAttribute(each));
  }

  /** @param {string} name */
  get(name) {
    return this.all.find((each) => each.name.getText() === name);
  }

  /** The expression of an attribute, or undefined if there is only its name. @param {ts.JsxAttribute} attribute */
  expressionOf({ initializer }) {
    if (!initializer) return undefined;
    if (ts.isJsxExpression(initializer)) return initializer.expression;
    return ts.isStringLiteral(initializer) ? initializer : undefined;
  }

  /** The value as code, with the changes inside it. @param {ts.JsxAttribute} attribute */
  codeOf(attribute) {
    const expression = this.expressionOf(attribute);
    return expression ? this.edits.textOf(expression.getStart(), expression.getEnd()) : 'true';
  }

  /** The value as it stands after `=`. @param {ts.JsxAttribute} attribute */
  initializerOf(attribute) {
    const { initializer } = attribute;
    return initializer ? this.edits.textOf(initializer.getStart(), initializer.getEnd()) : '{true}';
  }

  /** @param {string} from @param {string} to */
  rename(from, to) {
    const attribute = this.get(from);
    if (attribute) this.edits.replace(attribute.name.getStart(), attribute.name.getEnd(), to);
  }

  /** Removes an attribute with the space before it. @param {string} name */
  remove(name) {
    const attribute = this.get(name);
    if (attribute) this.edits.replace(attribute.getFullStart(), attribute.getEnd(), '');
    return attribute;
  }

  /** @param {string | (() => string)} text */
  add(text) {
    const make = typeof text === 'string' ? () => text : text;
    const { typeArguments, tagName, attributes } = this.opening;
    const last = attributes.properties.at(-1) ?? typeArguments?.at(-1);
    const end = last ? last.getEnd() + (last === typeArguments?.at(-1) ? 1 : 0) : tagName.getEnd();
    this.edits.insert(end, () => ` ${make()}`);
  }

  /**
   * Replaces an attribute whose value is a literal, or a choice of literals, by others. Without a value, an attribute
   * that has its default everywhere is absent.
   * @param {string} name
   * @param {Record<string, Record<string, string>>} values the new attributes of each value
   * @param {Record<string, string>} defaults of the new attributes
   */
  translate(name, values, defaults) {
    const attribute = this.get(name);
    if (!attribute) return;
    const expression = this.expressionOf(attribute);
    const literals = expression && literalsOf(expression);
    if (!expression || !literals) throw new StayError(attribute, `${name} is not a literal`);
    for (const literal of literals)
      if (literal !== undefined && !values[literal]) throw new StayError(attribute, `${name} has no “${literal}”`);
    /** @param {string} to @param {string | undefined} literal */
    const valueOf = (to, literal) => (literal === undefined ? undefined : values[literal]?.[to]) ?? defaults[to] ?? '';
    const texts = Object.keys(defaults).flatMap((to) => {
      const all = new Set(literals.map((literal) => valueOf(to, literal)));
      if (all.size === 1) return all.has(defaults[to] ?? '') ? [] : [`${to}="${[...all][0]}"`];
      return [`${to}={${withLiterals(expression, (literal) => valueOf(to, literal))}}`];
    });
    if (texts.length === 0) this.remove(name);
    else this.edits.replace(attribute.getStart(), attribute.getEnd(), texts.join(' '));
  }

  /** A switch that is written out (`small`) or a condition. @param {string} name @param {string} to @param {string} on @param {string} off */
  translateBoolean(name, to, on, off) {
    const attribute = this.get(name);
    if (!attribute) return;
    const expression = this.expressionOf(attribute);
    const kind = expression?.kind ?? ts.SyntaxKind.TrueKeyword;
    if (kind === ts.SyntaxKind.FalseKeyword) this.remove(name);
    else if (kind === ts.SyntaxKind.TrueKeyword)
      this.edits.replace(attribute.getStart(), attribute.getEnd(), `${to}="${on}"`);
    else
      this.edits.replace(
        attribute.getStart(),
        attribute.getEnd(),
        () => `${to}={${this.codeOf(attribute)} ? '${on}' : '${off}'}`,
      );
  }

  /**
   * Renames the properties of spread objects that are written out: `{...(detail && { help: detail })}`. Any other spread
   * may hold props under old names.
   * @param {Record<string, string>} names
   */
  renameSpread(names) {
    for (const each of this.opening.attributes.properties) {
      if (!ts.isJsxSpreadAttribute(each)) continue;
      const object = spreadObject(each);
      if (!object) throw new StayError(each, `${each.getText()} may hold props under their former names`);
      for (const property of object.properties) {
        const name = property.name?.getText() ?? '';
        const to = names[name];
        if (to === undefined) throw new StayError(each, `${name} is spread`);
        if (to === name) continue;
        if (ts.isShorthandPropertyAssignment(property)) this.edits.insert(property.getStart(), `${to}: `);
        else if (property.name) this.edits.replace(property.name.getStart(), property.name.getEnd(), to);
      }
    }
  }
}

/**
 * The object that is written out in a spread, with or without a condition.
 * @param {ts.JsxSpreadAttribute} spread
 * @returns {ts.ObjectLiteralExpression | undefined}
 */
export function spreadObject(spread) {
  /** @type {ts.Expression} */
  let expression = spread.expression;
  while (ts.isParenthesizedExpression(expression)) expression = expression.expression;
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    expression = expression.right;
  return ts.isObjectLiteralExpression(expression) ? expression : undefined;
}
