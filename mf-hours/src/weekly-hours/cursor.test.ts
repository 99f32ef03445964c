import { describe, expect, it } from '@jest/globals';
import { cellRefOf, cursorOf, fieldInAdjacentRow, nextField } from './cursor';
import { aWeek } from './testing/builders';

const rows = aWeek();

describe('cells by provider and day', () => {
  it.each([
    [
      { id: 0, column: 'provider' },
      { row: 0, column: -1 },
    ],
    [
      { id: 3, column: 'mon' },
      { row: 1, column: 0 },
    ],
    [
      { id: 9, column: 'week' },
      { row: 3, column: 7 },
    ],
  ] as const)('maps %j to %j and back', (cell, at) => {
    expect(cellRefOf(rows, cell)).toEqual(at);
    expect(cursorOf(rows, at)).toEqual(cell);
  });

  it('returns undefined for a row that is not shown', () => {
    expect(cellRefOf(rows, { id: 99, column: 'mon' })).toBeUndefined();
    expect(cursorOf(rows, { row: 4, column: 0 })).toBeUndefined();
  });
});

describe('moving by Tab', () => {
  it.each([
    [{ id: 7, day: 'mon', part: 'beg' }, 1, { id: 7, day: 'mon', part: 'end' }],
    [{ id: 7, day: 'mon', part: 'l_end' }, 1, { id: 7, day: 'tue', part: 'beg' }],
    [{ id: 7, day: 'tue', part: 'beg' }, -1, { id: 7, day: 'mon', part: 'l_end' }],
    [{ id: 7, day: 'sun', part: 'l_end' }, 1, { id: 9, day: 'mon', part: 'beg' }],
    [{ id: 0, day: 'sun', part: 'l_end' }, 1, { id: 7, day: 'mon', part: 'beg' }],
    [{ id: 7, day: 'mon', part: 'beg' }, -1, { id: 0, day: 'sun', part: 'l_end' }],
    [{ id: 9, day: 'sun', part: 'l_end' }, 1, undefined],
    [{ id: 0, day: 'mon', part: 'beg' }, -1, undefined],
  ] as const)('moves from %j by the step %d', (from, step, to) => {
    expect(nextField(rows, from, step)).toEqual(to);
  });

  it('continues from a follower that shows its times', () => {
    expect(nextField(rows, { id: 3, day: 'sun', part: 'l_end' }, 1)).toEqual({ id: 7, day: 'mon', part: 'beg' });
  });
});

it('moves with Enter to the same field of the next editable row', () => {
  expect(fieldInAdjacentRow(rows, { id: 0, day: 'wed', part: 'end' }, 1)).toEqual({ id: 7, day: 'wed', part: 'end' });
  expect(fieldInAdjacentRow(rows, { id: 9, day: 'wed', part: 'end' }, 1)).toBeUndefined();
});
