import { describe, expect, it } from '@jest/globals';
import {
  blockOf,
  fillCopies,
  isInBlock,
  clampToBlock,
  cellAfterKey,
  pastedBlock,
  pasteTargets,
  blockSize,
  type CellRef,
  cellsOf,
  cellAfterTab,
} from './selection';

const extent = { rows: 8, columns: 7, span: 2 };
const at = (row: number, column: number): CellRef => ({ row, column });

describe('moving by key', () => {
  it.each<[string, boolean, CellRef, CellRef]>([
    ['ArrowRight', false, at(2, 3), at(2, 4)],
    ['ArrowRight', false, at(2, 6), at(2, 6)],
    ['ArrowRight', true, at(2, 3), at(2, 6)],
    ['ArrowLeft', false, at(2, 0), at(2, -1)],
    ['ArrowLeft', true, at(2, 5), at(2, 0)],
    ['ArrowDown', false, at(2, 3), at(3, 3)],
    ['ArrowDown', false, at(7, 3), at(7, 3)],
    ['ArrowDown', true, at(2, 3), at(7, 3)],
    ['ArrowDown', false, at(3, -1), at(4, -1)],
    ['ArrowUp', false, at(3, -1), at(0, -1)],
    ['ArrowUp', false, at(0, 3), at(0, 3)],
    ['ArrowUp', true, at(5, 3), at(0, 3)],
    ['Home', false, at(2, 3), at(2, 0)],
    ['Home', true, at(2, 3), at(0, 0)],
    ['End', false, at(2, 3), at(2, 6)],
    ['End', true, at(2, 3), at(7, 6)],
    ['PageDown', false, at(1, 3), at(6, 3)],
    ['PageUp', false, at(3, 3), at(0, 3)],
  ])('moves with %s (far: %s) from %j to %j', (key, far, from, to) =>
    expect(cellAfterKey(extent, from, key, far, 5)).toEqual(to),
  );

  it('ignores other keys', () => expect(cellAfterKey(extent, at(0, 0), 'a', false, 5)).toBeUndefined());

  it('moves with Tab along the row and leaves the grid at its ends', () => {
    expect(cellAfterTab(extent, at(2, 5), 1)).toEqual(at(2, 6));
    expect(cellAfterTab(extent, at(2, 6), 1)).toBeUndefined();
    expect(cellAfterTab(extent, at(2, 0), -1)).toBeUndefined();
  });
});

describe('blockOf', () => {
  it('spans two corners in any direction, without the providers', () => {
    const block = { top: 1, left: 2, bottom: 4, right: 5 };
    expect(blockOf(at(4, 2), at(1, 5))).toEqual(block);
    expect(blockOf(at(1, -1), at(0, 2))).toEqual({ top: 0, left: 0, bottom: 1, right: 2 });
    expect(blockSize(block)).toBe(16);
    expect([isInBlock(block, at(4, 5)), isInBlock(block, at(0, 3)), isInBlock(block, at(2, 6))]).toEqual([
      true,
      false,
      false,
    ]);
    expect([...cellsOf({ top: 0, left: 1, bottom: 1, right: 2 })]).toEqual([at(0, 1), at(0, 2), at(1, 1), at(1, 2)]);
  });
});

describe('a grid with a trailing column', () => {
  const week = { rows: 4, columns: 8, trailing: 1 };

  it('allows the cursor in the trailing column and keeps blocks out of it', () => {
    expect(cellAfterKey(week, at(1, 6), 'ArrowRight', false, 5)).toEqual(at(1, 7));
    expect([clampToBlock(week, at(1, 7)), clampToBlock(week, at(1, -1))]).toEqual([at(1, 6), at(1, 0)]);
  });

  it('moves by one row from its own cells', () =>
    expect(cellAfterKey(week, at(1, -1), 'ArrowDown', false, 5)).toEqual(at(2, -1)));

  it('fills down from its first row', () =>
    expect(fillCopies({ top: 1, left: 0, bottom: 3, right: 0 }, 'down')).toEqual([
      { to: at(2, 0), from: at(1, 0) },
      { to: at(3, 0), from: at(1, 0) },
    ]));
});

describe('pasting', () => {
  const block = { top: 1, left: 2, bottom: 2, right: 3 };

  it('pastes one text into the whole selection', () =>
    expect([...pasteTargets([['x']], block)].map(([cell]) => cell)).toEqual([at(1, 2), at(1, 3), at(2, 2), at(2, 3)]));

  it.each([[[['']]], [[[' ']]], [[[''], ['']]]])('ignores the blank text %j', (texts) => {
    expect([...pasteTargets(texts, block)]).toEqual([]);
    expect(pastedBlock(texts, block, extent)).toBeNull();
  });

  it('starts a block at the first selected cell, and selects what fits', () => {
    const texts = [['a', 'b'], ['c']];
    expect([...pasteTargets(texts, block)]).toEqual([
      [at(1, 2), 'a'],
      [at(1, 3), 'b'],
      [at(2, 2), 'c'],
    ]);
    expect(pastedBlock(texts, block, { rows: 2, columns: 4, trailing: 1 })).toEqual({ from: at(1, 2), to: at(1, 2) });
    expect(pastedBlock([['a']], block, extent)).toBeNull();
  });
});

describe('filling', () => {
  const pairs = (top: number, left: number, bottom: number, right: number, direction: 'down' | 'right'): string[] =>
    fillCopies({ top, left, bottom, right }, direction, 2).map(
      ({ to, from }) => `${from.row},${from.column}>${to.row},${to.column}`,
    );

  it.each<[string, string[], string[]]>([
    ['fills right from the first day', pairs(2, 1, 3, 3, 'right'), ['2,1>2,2', '2,1>2,3', '3,1>3,2', '3,1>3,3']],
    ['fills down, available and worked separately', pairs(0, 0, 3, 0, 'down'), ['0,0>2,0', '1,0>3,0']],
    ['fills down from a worked row', pairs(1, 0, 5, 0, 'down'), ['1,0>3,0', '2,0>4,0', '1,0>5,0']],
    ['fills down within one provider', pairs(2, 0, 3, 1, 'down'), ['2,0>3,0', '2,1>3,1']],
    ['changes nothing for one cell', pairs(2, 0, 2, 0, 'down'), []],
  ])('%s', (_, found, wanted) => expect(found).toEqual(wanted));
});
