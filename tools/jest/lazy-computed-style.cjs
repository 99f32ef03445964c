const { createRequire } = require('node:module');

// The jsdom of jest's environment, whose helpers know its elements.
const jsdom = createRequire(require.resolve('jest-environment-jsdom'));
const styleRules = jsdom('jsdom/lib/jsdom/living/helpers/style-rules.js');
const { implForWrapper } = jsdom('jsdom/lib/jsdom/living/generated/utils.js');

/** @param {string} property */
const kebabCase = (property) => property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Makes `getComputedStyle` compute a value when it is read. jsdom computes every color and inherited value for each call, but a
 * query by role reads `display` and `visibility` alone, of each element and all that contain it. The values are jsdom's own.
 *
 * @param {any} window
 */
exports.lazyComputedStyle = (window) => {
  const { getComputedStyle } = window;
  window.getComputedStyle = (/** @type {unknown} */ element, /** @type {unknown} */ pseudoElement) => {
    const node = implForWrapper(element);
    if (!node || pseudoElement) return getComputedStyle.call(window, element, pseudoElement);
    const valueOf = (/** @type {string} */ property) =>
      property in styleRules.propertiesWithResolvedValueImplemented
        ? styleRules.getResolvedValue(node, property)
        : styleRules.getDeclarationForElement(node).getPropertyValue(property);
    /** @type {any} */
    let whole;
    return new Proxy(styleRules.getDeclarationForElement(node), {
      get(declaration, key) {
        if (key === 'getPropertyValue') return valueOf;
        if (
          typeof key === 'string' &&
          key !== 'cssFloat' &&
          typeof declaration[key] === 'string' &&
          key !== 'cssText'
        ) {
          return valueOf(kebabCase(key));
        }
        whole ??= getComputedStyle.call(window, element);
        const value = whole[key];
        return typeof value === 'function' ? value.bind(whole) : value;
      },
    });
  };
};
