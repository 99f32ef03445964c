import { expect, it } from '@jest/globals';
import { positionNear } from './use-anchored-position';

const view = { width: 1000, height: 800 };
const box = { width: 264, height: 300 };

it.each([
  ['below its cell', { left: 200, top: 100, bottom: 146 }, { left: 200, top: 150 }],
  ['above a cell near the bottom', { left: 200, top: 600, bottom: 646 }, { left: 200, top: 296 }],
  ['inside the window next to a cell at the right', { left: 900, top: 100, bottom: 146 }, { left: 728, top: 150 }],
  [
    'inside the window next to a cell that is scrolled out',
    { left: -50, top: 100, bottom: 146 },
    { left: 8, top: 150 },
  ],
  ['inside a window that is too low for either side', { left: 200, top: 280, bottom: 560 }, { left: 200, top: 492 }],
])('places the open day %s', (_, cell, expected) => {
  expect(positionNear(cell, box, view)).toEqual(expected);
});
