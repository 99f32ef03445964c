// @ts-check
/** Rewrites `onChange` handlers that receive a value into those of MUI, which receive an event. */
import ts from 'typescript';
import { StayError } from './stay-error.mjs';

/** @typedef {import('./attributes.mjs').Attributes} Attributes */

/**
 * @param {Attributes} attributes
 * @returns {ts.Expression | undefined}
 */
function handlerOf(attributes) {
  const attribute = attributes.get('onChange');
  return attribute && attributes.expressionOf(attribute);
}

/** A handler that is only named: `setName`, `form.setName`. @param {ts.Expression} handler */
const isNamed = (handler) => ts.isIdentifier(handler) || ts.isPropertyAccessExpression(handler);

/** @param {ts.ArrowFunction} handler */
function parameterOf(handler) {
  const [parameter, ...others] = handler.parameters;
  return others.length === 0 && parameter && !parameter.initializer && !parameter.dotDotDotToken
    ? parameter
    : undefined;
}

/** The parentheses of the parameters, or the one parameter without them. @param {ts.ArrowFunction} handler */
function parameterRange(handler) {
  const children = handler.getChildren();
  const open = children.find(({ kind }) => kind === ts.SyntaxKind.OpenParenToken);
  const close = children.find(({ kind }) => kind === ts.SyntaxKind.CloseParenToken);
  const parameter = /** @type {ts.ParameterDeclaration} */ (handler.parameters[0]);
  return open && close
    ? { start: open.getStart(), end: close.getEnd() }
    : { start: parameter.getStart(), end: parameter.getEnd() };
}

/** `(on) => …` becomes `(_, on) => …`. @param {Attributes} attributes */
export function toCheckedHandler(attributes) {
  const handler = handlerOf(attributes);
  if (!handler) return;
  const { edits } = attributes;
  if (isNamed(handler)) {
    edits.replace(handler.getStart(), handler.getEnd(), `(_, checked) => ${handler.getText()}(checked)`);
    return;
  }
  if (!ts.isArrowFunction(handler)) throw new StayError(handler, 'onChange is not a function that is written out');
  if (handler.parameters.length === 0) return;
  const parameter = parameterOf(handler);
  if (!parameter || parameter.name.getText() === '_') throw new StayError(handler, 'onChange has other parameters');
  const { start, end } = parameterRange(handler);
  edits.replace(start, end, `(_, ${parameter.getText()})`);
}

/**
 * The uses of a parameter, or undefined if a use is inside another function, which may run after the event.
 * @param {ts.ArrowFunction} handler
 * @param {string} name
 */
function directUses(handler, name) {
  /** @type {ts.Identifier[]} */
  const uses = [];
  let isDirect = true;
  /** @param {ts.Node} node @param {boolean} inside */
  const visit = (node, inside) => {
    if (ts.isIdentifier(node) && node.text === name) {
      const { parent } = node;
      const isName =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isPropertyAssignment(parent) && parent.name === node) ||
        (ts.isJsxAttribute(parent) && parent.name === node);
      if (!isName) {
        uses.push(node);
        if (inside) isDirect = false;
      }
    }
    const isFunction = ts.isFunctionLike(node);
    node.forEachChild((child) => visit(child, inside || isFunction));
  };
  visit(handler.body, false);
  return isDirect ? uses : undefined;
}

/** `(name) => set(name)` becomes `(event) => set(event.target.value)`. @param {Attributes} attributes */
export function toEventHandler(attributes) {
  const handler = handlerOf(attributes);
  if (!handler) return;
  const { edits } = attributes;
  if (isNamed(handler)) {
    edits.replace(handler.getStart(), handler.getEnd(), `(event) => ${handler.getText()}(event.target.value)`);
    return;
  }
  if (!ts.isArrowFunction(handler)) throw new StayError(handler, 'onChange is not a function that is written out');
  if (handler.parameters.length === 0) return;
  const parameter = parameterOf(handler);
  if (!parameter || !ts.isIdentifier(parameter.name)) throw new StayError(handler, 'onChange has other parameters');
  const name = parameter.name.text;
  const { start, end } = parameterRange(handler);
  const uses = directUses(handler, name);
  const use = uses?.[0];
  if (uses?.length !== 1 || !use || /\bevent\b/.test(handler.body.getText())) {
    edits.replace(start, end, name === 'value' ? '({ target: { value } })' : `({ target: { value: ${name} } })`);
    return;
  }
  edits.replace(start, end, '(event)');
  if (ts.isShorthandPropertyAssignment(use.parent)) edits.insert(use.getEnd(), ': event.target.value');
  else edits.replace(use.getStart(), use.getEnd(), 'event.target.value');
}
