import { expect, it } from '@jest/globals';
import { paidTwiceTexts } from './paid-twice';

const twice = (display_name: string, through = display_name) => ({ name: display_name, display_name, through });

it('joins what the practice has by itself, and says through what it has the rest', () => {
  expect(paidTwiceTexts([twice('Core'), twice('Call Log', 'Phones'), twice('Phones')])).toEqual([
    'You would pay for Core and Phones twice.',
    'You would pay for Call Log twice: you have it through Phones.',
  ]);
});

it('says nothing if nothing is paid twice', () => {
  expect(paidTwiceTexts([])).toEqual([]);
});
