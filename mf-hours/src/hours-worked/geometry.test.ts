import { describe, expect, it } from '@jest/globals';
import { fixedWidth, indexesOf, sizesFor, stickyWidth, todayScroll, windowOf } from './geometry';

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
    expect(sizesFor(1000, 7, false, 1).day).toBe(Math.floor((1000 - 324) / 7));
    // Eleven whole days next to the fixed columns.
    expect(sizesFor(1000, 31, false, 1).day).toBe(Math.floor((1000 - 324) / 11));
    // Next to the navigation and Quick Links, and on a tablet.
    expect(sizesFor(748, 7, false, 1).day * 7).toBeLessThanOrEqual(748 - 324);
    expect(sizesFor(734, 7, true, 1).day * 7).toBeLessThanOrEqual(734 - 324);
    expect(sizesFor(2000, 7, false, 1).day).toBe(180);
  });

  it('freezes only the name in a narrow frame, and fits whole columns next to it', () => {
    const sizes = sizesFor(358, 7, true, 1);
    const room = 358 - stickyWidth(sizes);
    expect(stickyWidth(sizes)).toBeLessThan(358 / 2);
    expect(room - Math.floor(room / sizes.day) * sizes.day).toBeLessThan(3);
    expect(Math.floor(room / sizes.day)).toBe(3);
    expect(sizes.row).toBe(44);
  });

  it('grow with larger text, which narrows the frame', () => {
    const usual = sizesFor(374, 7, false, 1);
    const { row, provider, figure, head, totalsScroll } = sizesFor(748, 7, false, 2);
    expect({ row, provider, figure, head, totalsScroll }).toEqual({
      row: 2 * usual.row,
      provider: 2 * usual.provider,
      figure: 2 * usual.figure,
      head: 2 * usual.head,
      totalsScroll: true,
    });
    expect(sizesFor(748, 7, false, 2).day).toBeGreaterThanOrEqual(2 * 58);
  });

  it('scrolls to today at the start of a column', () => {
    const sizes = sizesFor(358, 31, true, 1);
    const totals = fixedWidth(sizes) - stickyWidth(sizes);
    expect(todayScroll(0, sizes, 3 * sizes.day)).toBe(totals - sizes.day);
    expect((todayScroll(20, sizes, 3 * sizes.day) - totals) % sizes.day).toBe(0);
    expect(todayScroll(0, sizesFor(1000, 31, false, 1), 676)).toBe(0);
  });
});
