import { expect, it } from '@jest/globals';
import { place } from './use-placed';

const view = { width: 1000, height: 800 };
const box = { width: 264, height: 300 };

it.each([
  ['below its cell', { left: 200, top: 100, bottom: 146 }, { left: 200, top: 150 }],
  ['above a cell near the foot', { left: 200, top: 600, bottom: 646 }, { left: 200, top: 296 }],
  ['inside the window beside a cell at the right', { left: 900, top: 100, bottom: 146 }, { left: 728, top: 150 }],
  ['inside the window beside a cell that is scrolled out', { left: -50, top: 100, bottom: 146 }, { left: 8, top: 150 }],
  ['inside a window that is too low for either side', { left: 200, top: 280, bottom: 560 }, { left: 200, top: 492 }],
])('the open day hangs %s', (_, cell, expected) => {
  expect(place(cell, box, view)).toEqual(expected);
});
