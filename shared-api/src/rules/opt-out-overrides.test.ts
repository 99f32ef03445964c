import { describe, expect, it } from '@jest/globals';
import { isAllOptionConsistent, isAllOption, withToggledOption } from './opt-out-overrides.js';

const list = (...checked: string[]) =>
  [
    { id: 'all', name: 'All emails' },
    { id: 'a', name: 'Appointment reminders' },
    { id: 'b', name: 'Birthday wishes' },
  ].map((option) => ({ ...option, checked: checked.includes(option.id) }));
const ticked = (options: ReturnType<typeof list>): string[] =>
  options.filter(({ checked }) => checked).map(({ id }) => id);

describe('isAllOption', () => {
  it.each([
    ['All emails', true],
    ['ALL SMS messages', true],
    ['Send all sms', true],
    ['All texts', false],
    ['Emails', false],
  ])('detects the “all” option in %s: %s', (name, all) => {
    expect(isAllOption({ name })).toBe(all);
  });
});

describe('toggled', () => {
  it.each<[string, string[], string, boolean, string[]]>([
    ['checks every option with the option for all', [], 'all', true, ['all', 'a', 'b']],
    ['clears the list with the option for all', ['all', 'a', 'b'], 'all', false, []],
    ['unchecks the option for all when one is unchecked', ['all', 'a', 'b'], 'a', false, ['b']],
    ['leaves the option for all unchecked after one of several', [], 'a', true, ['a']],
    ['checks the option for all with the last one', ['a'], 'b', true, ['all', 'a', 'b']],
    ['changes nothing for an unknown option', ['a'], 'x', true, ['a']],
  ])('%s', (_, before, id, checked, after) => {
    const options = withToggledOption(list(...before), id, checked);
    expect(ticked(options)).toEqual(after);
    expect(isAllOptionConsistent(options)).toBe(true);
  });

  it('checks only the given option in a list without the “all” option', () => {
    const options = list().slice(1);
    expect(ticked(withToggledOption(options, 'b', true))).toEqual(['b']);
  });
});

describe('allAgrees', () => {
  it.each<[string[], boolean]>([
    [['all', 'a', 'b'], true],
    [[], true],
    [['all', 'a'], false],
    [['a', 'b'], false],
  ])('compares the option for all with the others, %j checked: %s', (checked, agrees) => {
    expect(isAllOptionConsistent(list(...checked))).toBe(agrees);
  });
});
