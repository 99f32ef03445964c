const { createRequire } = require('node:module');

// The jsdom of jest's environment, whose helpers know its elements.
const jsdom = createRequire(require.resolve('jest-environment-jsdom'));

/** The part of a selector after its last combinator, which starts with the name of an element: `button:active`. */
const NAMED = /^(?:[^\s>+~]+[\s>+~]+)*([a-z][a-z0-9-]*)(?:[.:#[][^\s>+~]*)?$/i;

/**
 * The names of the elements that a selector can match; null if it names none, or is more complex than jsdom's own rules.
 * @param {string} selector
 */
function elementNames(selector) {
  if (/[(\\|*]/.test(selector.replaceAll(/:not\([^(),]*\)/g, ''))) return null;
  const names = new Set();
  for (const part of selector.split(',')) {
    const name = NAMED.exec(part.trim())?.[1];
    if (name === undefined) return null;
    names.add(name.toLowerCase());
  }
  return names;
}

/** @type {Map<string, Set<string> | null>} */
const namesOf = new Map();

/** @param {string | undefined} selector undefined for an at-rule, which jsdom matches too */
function cachedNames(selector) {
  if (selector === undefined) return null;
  let names = namesOf.get(selector);
  if (names === undefined) {
    names = elementNames(selector);
    namesOf.set(selector, names);
  }
  return names;
}

/**
 * False if an element can't match a selector because it has another name.
 * @param {{_localName: string}} element
 * @param {string | undefined} selector
 */
const canMatch = (element, selector) => cachedNames(selector)?.has(element._localName.toLowerCase()) ?? true;

/**
 * Makes jsdom compare the names of elements before it matches a style rule. For each computed style it matches its own 150
 * rules, nearly all of which name an element. Called before jsdom is loaded, because its parts take the function then.
 */
function compareNamesFirst() {
  const selectors = jsdom('jsdom/lib/jsdom/living/helpers/selectors.js');
  const { matchesDontThrow } = selectors;
  selectors.matchesDontThrow = (/** @type {any} */ element, /** @type {string | undefined} */ selector) =>
    canMatch(element, selector) && matchesDontThrow(element, selector);
}

module.exports = { canMatch, compareNamesFirst };
