import { describe, expect, it } from '@jest/globals';
import { readOptions, withCurrent } from './options.js';

describe('readOptions', () => {
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
  ])('reads %s', (_, item, option) => {
    expect(readOptions([item])).toEqual([option]);
  });

  it.each<[string, unknown]>([
    ['broken text', "{'value': 'a', 'name'"],
    ['code', "{value: alert(1), name: 'A'}"],
    ['a number', '5'],
    ['null', null],
    ['an option without a name', { value: 'a' }],
    ['a name that is not text', { value: 'a', name: 5 }],
    ['a value of another type', "{'value': True, 'name': 'A'}"],
  ])('drops %s', (_, item) => {
    expect(readOptions([item, { value: 1, name: 'One' }])).toEqual([{ value: 1, name: 'One' }]);
  });

  it('returns no options without a list', () => {
    expect(readOptions(undefined)).toEqual([]);
  });
});

describe('withCurrent', () => {
  const options = [{ value: 'a', name: 'A' }];

  it.each([['a'], [null], [undefined]])('adds no option for the current value %j', (current) => {
    expect(withCurrent(options, current)).toEqual(options);
  });

  it('adds an option for a current value that the list lacks', () => {
    expect(withCurrent(options, 'old')).toEqual([{ value: 'old', name: 'old' }, ...options]);
  });
});
