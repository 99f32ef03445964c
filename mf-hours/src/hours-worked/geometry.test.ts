import { describe, expect, it } from '@jest/globals';
import { indexesOf, sizesFor, stickyWidth, windowOf } from './geometry';

describe('the row window', () => {
  it.each([
    ['at the start', 0, 640, { first: 0, after: 13 }],
    ['in the middle', 3200, 640, { first: 47, after: 63 }],
    ['at the end', 12_160, 640, { first: 187, after: 200 }],
    ['before the frame is laid out', 0, 0, { first: 0, after: 17 }],
  ])('computes the visible rows %s', (_, scrolled, room, wanted) =>
    expect(windowOf(scrolled, room, 64, 200, 3)).toEqual(wanted),
  );

  it('always draws the row of the cursor', () => {
    expect(indexesOf({ first: 4, after: 6 }, 0, 9)).toEqual([0, 4, 5]);
    expect(indexesOf({ first: 4, after: 6 }, 5, 9)).toEqual([4, 5]);
    expect(indexesOf({ first: 4, after: 6 }, 8, 9)).toEqual([4, 5, 8]);
    expect(indexesOf({ first: 0, after: 2 }, -1, 2)).toEqual([0, 1]);
    expect(indexesOf({ first: 0, after: 0 }, 0, 0)).toEqual([]);
  });
});

describe('column sizes', () => {
  it('fits a week into the frame and scrolls a month', () => {
    expect(sizesFor(1000, 7, false).day).toBe(Math.floor((1000 - 374) / 7));
    expect(sizesFor(1000, 31, false).day).toBe(62);
    expect(sizesFor(2000, 7, false).day).toBe(180);
  });

  it('fits at least two days next to the fixed columns on a phone', () => {
    const sizes = sizesFor(358, 7, true);
    expect(stickyWidth(sizes) + 2 * sizes.day).toBeLessThanOrEqual(358);
    expect(sizes.row).toBe(44);
  });
});
