import { describe, expect, it } from '@jest/globals';
import { parseCopyRequest, isCopyDayForm, isIdList } from './stored-copy';

describe('parseCopyRequest', () => {
  it.each([
    ['a week', { kind: 'copy-week', id: 3 }, { kind: 'copy-week', id: 3 }],
    ['a week of nobody', { kind: 'copy-week' }, null],
    [
      'a day of a row',
      { kind: 'copy-day', start: { id: 3, day: 'wed' } },
      { kind: 'copy-day', start: { id: 3, day: 'wed' } },
    ],
    ['a day of all', { kind: 'copy-day', start: {} }, { kind: 'copy-day', start: {} }],
    ['an unknown day', { kind: 'copy-day', start: { id: '3', day: 'today' } }, { kind: 'copy-day', start: {} }],
    ['another dialog', { kind: 'discard' }, null],
    ['nothing', undefined, null],
  ])('returns the stored dialog: %s', (_, stored, expected) => {
    expect(parseCopyRequest(stored)).toEqual(expected);
  });
});

describe('isCopyDayForm', () => {
  it.each([
    [{ from: 'mon', whose: 'shown', to: ['tue'] }, true],
    [{ from: 'someday', whose: 'shown', to: [] }, false],
    [{ from: 'mon', whose: 3, to: [] }, false],
    [{ from: 'mon', whose: '3', to: ['someday'] }, false],
    [undefined, false],
  ])('accepts only days of the week: %j', (stored, expected) => {
    expect(isCopyDayForm(stored)).toBe(expected);
  });
});

describe('isIdList', () => {
  it.each([
    [[1, 2], true],
    [['1'], false],
    [null, false],
  ])('accepts only numbers: %j', (stored, expected) => {
    expect(isIdList(stored)).toBe(expected);
  });
});
