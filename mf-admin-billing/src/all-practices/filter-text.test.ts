import { expect, it } from '@jest/globals';
import { filterText, targetText } from './filter-text';
import { type ListFilter, noFilter } from './list-params';

const labelOf = (_: string, name: string): string => name.toUpperCase();

it.each<[number, Partial<ListFilter>, string]>([
  [9, {}, ''],
  [9, { search: 'smile' }, 'that match “smile”'],
  [1, { search: 'smile' }, 'that matches “smile”'],
  [9, { insider: true, state: 'past_due' }, 'that are insiders and are past due'],
  [1, { insider: true, state: 'no_access' }, 'that is an insider and has no access'],
  [9, { bundle: 'core', flag: 'beta', search: 'a' }, 'that have CORE and BETA and match “a”'],
  [9, { insider: true, feature: 'sms', search: 'a' }, 'that are insiders, have SMS, and match “a”'],
])('describes %i practices of the filter %j', (count, filter, text) => {
  expect(filterText({ ...noFilter, ...filter }, labelOf, count)).toBe(text);
});

it('names the console without a filter', () => {
  expect(targetText(noFilter, labelOf, 9)).toBe('of the console');
});
