import { describe, expect, it } from '@jest/globals';
import { fieldBeside, moved, nextField } from './cursor';
import { aWeek } from './testing/builders';

const rows = aWeek();

describe('keys in the grid', () => {
  it.each([
    ['ArrowRight', false, { id: 3, column: 'tue' }],
    ['ArrowLeft', false, { id: 3, column: 'provider' }],
    ['ArrowUp', false, { id: 0, column: 'mon' }],
    ['ArrowDown', false, { id: 7, column: 'mon' }],
    ['Home', false, { id: 3, column: 'provider' }],
    ['End', false, { id: 3, column: 'week' }],
    ['Home', true, { id: 0, column: 'provider' }],
    ['End', true, { id: 9, column: 'week' }],
    ['ArrowDown', true, { id: 9, column: 'mon' }],
    ['PageDown', false, { id: 9, column: 'mon' }],
    ['PageUp', false, { id: 0, column: 'mon' }],
  ] as const)('%s (with control: %s)', (key, control, expected) => {
    expect(moved(rows, { id: 3, column: 'mon' }, key, control)).toEqual(expected);
  });

  it('stop at the edges, and other keys do not move', () => {
    expect(moved(rows, { id: 0, column: 'provider' }, 'ArrowUp')).toEqual({ id: 0, column: 'provider' });
    expect(moved(rows, { id: 9, column: 'week' }, 'ArrowRight')).toEqual({ id: 9, column: 'week' });
    expect(moved(rows, { id: 9, column: 'week' }, 'a')).toBeUndefined();
  });
});

describe('Tab', () => {
  it.each([
    [{ id: 7, day: 'mon', part: 'beg' }, 1, { id: 7, day: 'mon', part: 'end' }],
    [{ id: 7, day: 'mon', part: 'l_end' }, 1, { id: 7, day: 'tue', part: 'beg' }],
    [{ id: 7, day: 'tue', part: 'beg' }, -1, { id: 7, day: 'mon', part: 'l_end' }],
    [{ id: 7, day: 'sun', part: 'l_end' }, 1, { id: 9, day: 'mon', part: 'beg' }],
    [{ id: 0, day: 'sun', part: 'l_end' }, 1, { id: 7, day: 'mon', part: 'beg' }],
    [{ id: 7, day: 'mon', part: 'beg' }, -1, { id: 0, day: 'sun', part: 'l_end' }],
    [{ id: 9, day: 'sun', part: 'l_end' }, 1, undefined],
    [{ id: 0, day: 'mon', part: 'beg' }, -1, undefined],
  ] as const)('%j, step %d', (from, step, to) => {
    expect(nextField(rows, from, step)).toEqual(to);
  });

  it('goes on from a follower that shows its times', () => {
    expect(nextField(rows, { id: 3, day: 'sun', part: 'l_end' }, 1)).toEqual({ id: 7, day: 'mon', part: 'beg' });
  });
});

it('Enter goes to the same field of the next row that can be typed into', () => {
  expect(fieldBeside(rows, { id: 0, day: 'wed', part: 'end' }, 1)).toEqual({ id: 7, day: 'wed', part: 'end' });
  expect(fieldBeside(rows, { id: 9, day: 'wed', part: 'end' }, 1)).toBeUndefined();
});
