// @ts-check
import { describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { canMatch } from './matching-rules.cjs';

const jsdom = createRequire(createRequire(import.meta.url).resolve('jest-environment-jsdom'));
const { JSDOM } = jsdom('jsdom');
const { matchesDontThrow } = jsdom('jsdom/lib/jsdom/living/helpers/selectors.js');
const { implForWrapper } = jsdom('jsdom/lib/jsdom/living/generated/utils.js');
const sheet = jsdom('rrweb-cssom').parse(jsdom('jsdom/lib/jsdom/browser/default-stylesheet'));

/** @type {string[]} */
const ownSelectors = [...sheet.cssRules]
  .flatMap((rule) => (rule.media ? [...rule.cssRules] : [rule]))
  .map(({ selectorText }) => selectorText)
  .filter((selector) => selector !== undefined);

const names = [...new Set(ownSelectors.join(' ').match(/[a-z][a-z0-9-]*/gi))];

describe('canMatch', () => {
  it('is true for every element that a rule of jsdom matches', () => {
    const { document } = new JSDOM('<!doctype html><body></body>').window;
    const elements = names.flatMap((name) => {
      const plain = document.createElement(name);
      const within = document.createElement('div');
      within.append(plain);
      const outer = document.createElement(name);
      outer.append(document.createElement(name));
      document.body.append(within, outer);
      return [plain, outer, outer.firstElementChild];
    });
    const inputs = names.map((type) => Object.assign(document.createElement('input'), { type }));
    document.body.append(...inputs, document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    const all = [document.documentElement, document.body, ...elements, ...inputs].map((each) => implForWrapper(each));
    const matched = ownSelectors.flatMap((selector) =>
      all.filter((element) => matchesDontThrow(element, selector)).map((element) => ({ element, selector })),
    );
    expect(matched.length).toBeGreaterThan(100);
    expect(matched.filter(({ element, selector }) => !canMatch(element, selector))).toEqual([]);
  });

  it.each([
    ['button', 'button:active', true],
    ['div', 'button:active', false],
    ['BUTTON', 'button', true],
    ['td', 'table > tr td[align="left"], th', true],
    ['tr', 'table > tr td[align="left"], th', false],
    ['div', ':focus', true],
    ['div', '.MuiButton-root', true],
    ['div', 'button:is(a, div)', true],
    ['div', 'button, *', true],
    ['dialog', 'dialog:not([open])', true],
    ['div', 'dialog:not([open])', false],
    ['div', '[title="a, button"]', true],
  ])('compares <%s> with `%s`', (name, selector, expected) => {
    expect(canMatch({ _localName: name }, selector)).toBe(expected);
  });

  it('is true for an at-rule without a selector', () => {
    expect(canMatch({ _localName: 'div' }, undefined)).toBe(true);
  });
});
