import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parseLinks, quickLinkPath, quickLinksKey, readLinks, withLink, withoutLink, writeLinks } from './quick-links';

const worked = { vertical: 'practice', horizontal: 'provider-hours-worked', name: 'Hours worked' };
const history = { vertical: 'subscriptions', horizontal: 'payment-history', name: 'Payment history' };

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
});

describe('quickLinkPath', () => {
  it('contains the practice', () => {
    expect(quickLinkPath(worked, 12)).toBe('/settings/12/practice/provider-hours-worked');
  });

  it('escapes values from storage', () => {
    expect(quickLinkPath({ ...worked, vertical: '../internal' }, 12)).toBe(
      '/settings/12/..%2Finternal/provider-hours-worked',
    );
  });
});

describe('stored quick links', () => {
  it.each([
    ['empty storage', null],
    ['invalid JSON', '{'],
    ['an object', '{"vertical":"practice"}'],
    ['null', 'null'],
    ['a list of other things', '[1, null, "x", {"vertical": 3}]'],
    ['links without a name', '[{"vertical":"practice","horizontal":"general","name":""}]'],
  ])('reads no links from %s', (_, stored) => {
    expect(parseLinks(stored)).toEqual([]);
  });

  it('removes duplicates and unknown fields', () => {
    const stored = JSON.stringify([worked, 7, { ...history, extra: 'x' }, { ...worked, name: 'Again' }]);
    expect(parseLinks(stored)).toEqual([worked, history]);
  });

  it('stores one list per person', () => {
    expect(writeLinks('u-1', [worked])).toBe(true);
    expect(readLinks('u-1')).toEqual([worked]);
    expect(readLinks('u-2')).toEqual([]);
    expect(localStorage.getItem(quickLinksKey('u-1'))).not.toBeNull();
  });

  it('survives storage that rejects reads and writes', () => {
    const refuse = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    expect(readLinks('u-1')).toEqual([]);
    expect(writeLinks('u-1', [worked])).toBe(false);
  });
});

describe('withLink and withoutLink', () => {
  it('does not save a page twice under different names', () => {
    expect(withLink([worked], { ...worked, name: 'Other' })).toEqual([worked]);
    expect(withLink([worked], history)).toEqual([worked, history]);
  });

  it('removes only the given page', () => {
    expect(withoutLink([worked, history], worked)).toEqual([history]);
  });
});
