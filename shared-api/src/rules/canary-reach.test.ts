import { expect, it } from '@jest/globals';
import { canaryReachText } from './canary-reach.js';

it.each([
  ['10% of people', { percent: 10 }],
  ['a@x.example', { percent: 0, people: ['a@x.example'], internal: false }],
  ['internal staff and 5% of people', { percent: 5, people: [], internal: true }],
  [
    'a@x.example, b@x.example, internal staff and 1% of people',
    { percent: 1, people: ['a@x.example', 'b@x.example'], internal: true },
  ],
  ['', { percent: 0 }],
])('formats “%s”', (text, reach) => {
  expect(canaryReachText(reach)).toBe(text);
});
