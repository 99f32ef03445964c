import { expect, it } from '@jest/globals';
import { exportedHours, hoursText, sumText } from './cells';

it('groups the digits of large sums on the screen, but not in exports', () => {
  const seconds = 8_972.5 * 3600;
  expect([hoursText(seconds), exportedHours(seconds)]).toEqual(['8,972.50', '8972.5']);
  expect([sumText(3_599_100), sumText(seconds)]).toEqual(['999.75', '8,972.5']);
  expect([hoursText(0), hoursText(27_000)]).toEqual(['0.00', '7.50']);
});
