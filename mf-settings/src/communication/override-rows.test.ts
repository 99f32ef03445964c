import { expect, it } from '@jest/globals';
import { overrideRows } from './override-rows';

const options = (kind: string, ...names: string[]) =>
  names.map((name, at) => ({ id: `${kind}${at}`, name, checked: false }));

it('pairs the options of both lists by their names, with the “all” options first', () => {
  expect(
    overrideRows({
      emailOptOutOverrideOptions: options('e', 'Reviews', 'All Emails', 'Newsletters'),
      smsOptOutOverrideOptions: options('s', 'All SMS', 'Recall notices', 'Reviews', 'Reviews'),
    }),
  ).toEqual([
    { name: null, ids: { emailOptOutOverrideOptions: 'e1', smsOptOutOverrideOptions: 's0' } },
    { name: 'Reviews', ids: { emailOptOutOverrideOptions: 'e0', smsOptOutOverrideOptions: 's2' } },
    { name: 'Newsletters', ids: { emailOptOutOverrideOptions: 'e2' } },
    { name: 'Recall notices', ids: { smsOptOutOverrideOptions: 's1' } },
    { name: 'Reviews', ids: { smsOptOutOverrideOptions: 's3' } },
  ]);
});
