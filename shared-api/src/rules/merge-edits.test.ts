import { describe, expect, it } from '@jest/globals';
import { mergeEdits } from './merge-edits.js';

type Edit = { kind: 'set'; value: number } | { kind: 'clear' };
type Stored = number | null;

const valueOf = (edit: Edit): Stored => (edit.kind === 'clear' ? null : edit.value);
const set = (value: number): Edit => ({ kind: 'set', value });
const clear: Edit = { kind: 'clear' };

const merge = (edit: Edit, base: Stored, theirs: Stored | undefined) =>
  mergeEdits({
    edits: new Map([['field', edit]]),
    base: () => base,
    theirs: () => theirs,
    sameValue: Object.is,
    changesNothing: (mine, value) => valueOf(mine) === value,
  });

describe('mergeEdits', () => {
  it.each<[string, Edit, Stored, Stored | undefined, object]>([
    ['keeps an edit of a field that nobody else changed', set(2), 1, 1, { conflicts: [], removed: [] }],
    ['reports a conflict when both sides set different values', set(2), 1, 3, { conflicts: ['field'] }],
    ['reports a conflict when one side clears what the other sets', clear, 1, 3, { conflicts: ['field'] }],
    ['reports a conflict when one side sets what the other clears', set(2), 1, null, { conflicts: ['field'] }],
    ['reports the edit of a field that no longer exists', set(2), 1, undefined, { removed: ['field'] }],
  ])('%s', (_, edit, base, theirs, expected) => {
    expect(merge(edit, base, theirs)).toMatchObject(expected);
  });

  it.each<[string, Edit, Stored]>([
    ['the same value', set(3), 3],
    ['the same clearing', clear, null],
  ])('drops an edit when the other side saved %s', (_, edit, theirs) => {
    expect(merge(edit, 1, theirs)).toEqual({ edits: new Map(), conflicts: [], removed: [] });
  });

  it('never loses an edit without a conflict, and never adds one', () => {
    const values: Stored[] = [null, 0, 1, 2];
    for (const mine of values) {
      const edit: Edit = mine === null ? clear : set(mine);
      for (const base of values) {
        for (const theirs of values) {
          const { edits, conflicts } = merge(edit, base, theirs);
          expect([...edits.values()]).toEqual(mine === theirs ? [] : [edit]);
          expect(conflicts).toEqual(mine === theirs || base === theirs ? [] : ['field']);
        }
      }
    }
  });
});
