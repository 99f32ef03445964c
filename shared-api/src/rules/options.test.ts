import { describe, expect, it } from '@jest/globals';
import { readOptions, withCurrent } from './options.js';

describe('an option', () => {
  it.each<[string, unknown, object]>([
    ['an object', { value: 'a', name: 'A' }, { value: 'a', name: 'A' }],
    ['JSON', '{"value": 60, "name": "Every hour"}', { value: 60, name: 'Every hour' }],
    ['single quotes', "{'value': 'a', 'name': 'A b'}", { value: 'a', name: 'A b' }],
    ['None', "{'value': None, 'name': 'None'}", { value: null, name: 'None' }],
    [
      'an apostrophe in double quotes',
      `{'value': 'a', 'name': "Patient's day"}`,
      { value: 'a', name: "Patient's day" },
    ],
    ['an escaped apostrophe', String.raw`{'value': 'a', 'name': 'It\'s'}`, { value: 'a', name: "It's" }],
    ['a double quote in single quotes', `{'value': 'a', 'name': 'The "best"'}`, { value: 'a', name: 'The "best"' }],
    ['a backslash before a quote', String.raw`{'value': 'a', 'name': 'C:\\"x"'}`, { value: 'a', name: 'C:\\"x"' }],
    ['an empty value', "{'value': '', 'name': 'None'}", { value: '', name: 'None' }],
  ])('as %s is read', (_, item, option) => {
    expect(readOptions([item])).toEqual([option]);
  });

  it.each<[string, unknown]>([
    ['broken text', "{'value': 'a', 'name'"],
    ['code', "{value: alert(1), name: 'A'}"],
    ['no object', '5'],
    ['null', null],
    ['without a name', { value: 'a' }],
    ['with a name that is no text', { value: 'a', name: 5 }],
    ['with a value of another kind', "{'value': True, 'name': 'A'}"],
  ])('that is %s is dropped in silence', (_, item) => {
    expect(readOptions([item, { value: 1, name: 'One' }])).toEqual([{ value: 1, name: 'One' }]);
  });

  it('is missing where the list is', () => {
    expect(readOptions(undefined)).toEqual([]);
  });
});

describe('the current value', () => {
  const options = [{ value: 'a', name: 'A' }];

  it.each([['a'], [null], [undefined]])('%j needs no option of its own', (current) => {
    expect(withCurrent(options, current)).toEqual(options);
  });

  it('that the list does not have can still be chosen', () => {
    expect(withCurrent(options, 'old')).toEqual([{ value: 'old', name: 'old' }, ...options]);
  });
});
