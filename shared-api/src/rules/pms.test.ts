import { expect, it } from '@jest/globals';
import { pmsKindOf } from './pms.js';

it.each([
  ['opendental', 'opendental'],
  ['OpenDental 23.3', 'opendental'],
  ['opendentalcloud', 'opendental'],
  ['eaglesoft16', 'eaglesoft16'],
  ['EagleSoft16', 'eaglesoft16'],
  ['eaglesoft', null],
  ['eaglesoft17', null],
  ['dentrix', 'dentrix'],
  ['DentrixAscend', 'dentrix'],
  ['my dentrix', null],
  ['', null],
])('maps %j to %s', (name, kind) => {
  expect(pmsKindOf(name)).toBe(kind);
});
