import { describe, expect, it } from '@jest/globals';
import { overviewMessages } from './messages';

describe('greeting', () => {
  it.each([
    [0, 'Good morning, Henry'],
    [4, 'Good morning, Henry'],
    [11, 'Good morning, Henry'],
    [12, 'Good afternoon, Henry'],
    [17, 'Good afternoon, Henry'],
    [18, 'Good evening, Henry'],
    [23, 'Good evening, Henry'],
  ])('at hour %i says “%s”', (hour, text) => {
    expect(overviewMessages.greeting(hour, 'Henry')).toBe(text);
  });
});
