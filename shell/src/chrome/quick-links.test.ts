import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parseLinks, quickLinkPath, quickLinksKey, readLinks, withLink, withoutLink, writeLinks } from './quick-links';

const worked = { vertical: 'practice', horizontal: 'provider-hours-worked', name: 'Hours worked' };
const history = { vertical: 'subscriptions', horizontal: 'payment-history', name: 'Payment history' };

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.restoreAllMocks();
});

describe('addresses of quick links', () => {
  it('carry the practice', () => {
    expect(quickLinkPath(worked, 12)).toBe('/settings/12/practice/provider-hours-worked');
  });

  it('escape what came from the storage', () => {
    expect(quickLinkPath({ ...worked, vertical: '../internal' }, 12)).toBe(
      '/settings/12/..%2Finternal/provider-hours-worked',
    );
  });
});

describe('what the storage holds', () => {
  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no list', '{"vertical":"practice"}'],
    ['null', 'null'],
    ['a list of other things', '[1, null, "x", {"vertical": 3}]'],
    ['links without a name', '[{"vertical":"practice","horizontal":"general","name":""}]'],
  ])('is no link when it is %s', (_, stored) => {
    expect(parseLinks(stored)).toEqual([]);
  });

  it('keeps what is a link among what is none, once each and without other fields', () => {
    const stored = JSON.stringify([worked, 7, { ...history, extra: 'x' }, { ...worked, name: 'Again' }]);
    expect(parseLinks(stored)).toEqual([worked, history]);
  });

  it('is a list per person', () => {
    expect(writeLinks('u-1', [worked])).toBe(true);
    expect(readLinks('u-1')).toEqual([worked]);
    expect(readLinks('u-2')).toEqual([]);
    expect(localStorage.getItem(quickLinksKey('u-1'))).not.toBeNull();
  });

  it('may be forbidden to read and to write', () => {
    const refuse = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    expect(readLinks('u-1')).toEqual([]);
    expect(writeLinks('u-1', [worked])).toBe(false);
  });
});

describe('saving and removing', () => {
  it('does not save a page twice, whatever it is called', () => {
    expect(withLink([worked], { ...worked, name: 'Other' })).toEqual([worked]);
    expect(withLink([worked], history)).toEqual([worked, history]);
  });

  it('removes the one page', () => {
    expect(withoutLink([worked, history], worked)).toEqual([history]);
  });
});
