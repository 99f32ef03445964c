import { describe, expect, it } from '@jest/globals';
import { allAgrees, isAllOption, toggled } from './opt-out-overrides.js';

const list = (...checked: string[]) =>
  [
    { id: 'all', name: 'All emails' },
    { id: 'a', name: 'Appointment reminders' },
    { id: 'b', name: 'Birthday wishes' },
  ].map((option) => ({ ...option, checked: checked.includes(option.id) }));
const ticked = (options: ReturnType<typeof list>): string[] =>
  options.filter(({ checked }) => checked).map(({ id }) => id);

describe('the option for all', () => {
  it.each([
    ['All emails', true],
    ['ALL SMS messages', true],
    ['Send all sms', true],
    ['All texts', false],
    ['Emails', false],
  ])('%s: %s', (name, all) => {
    expect(isAllOption({ name })).toBe(all);
  });
});

describe('ticking', () => {
  it.each<[string, string[], string, boolean, string[]]>([
    ['all ticks every option', [], 'all', true, ['all', 'a', 'b']],
    ['all off clears the list', ['all', 'a', 'b'], 'all', false, []],
    ['one off unticks all', ['all', 'a', 'b'], 'a', false, ['b']],
    ['one of several leaves all unticked', [], 'a', true, ['a']],
    ['the last one ticks all', ['a'], 'b', true, ['all', 'a', 'b']],
    ['an unknown one changes nothing', ['a'], 'x', true, ['a']],
  ])('%s', (_, before, id, checked, after) => {
    const options = toggled(list(...before), id, checked);
    expect(ticked(options)).toEqual(after);
    expect(allAgrees(options)).toBe(true);
  });

  it('in a list without all is of that option alone', () => {
    const options = list().slice(1);
    expect(ticked(toggled(options, 'b', true))).toEqual(['b']);
  });
});

describe('all agrees', () => {
  it.each<[string[], boolean]>([
    [['all', 'a', 'b'], true],
    [[], true],
    [['all', 'a'], false],
    [['a', 'b'], false],
  ])('with %j ticked: %s', (checked, agrees) => {
    expect(allAgrees(list(...checked))).toBe(agrees);
  });
});
