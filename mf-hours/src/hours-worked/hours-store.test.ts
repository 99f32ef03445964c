import { describe, expect, it } from '@jest/globals';
import type { CellKey } from './cells';
import { HoursStore } from './hours-store';
import type { Loaded } from './range-view';
import { HoursServer, people } from './testing/hours-server';
import { entryOf } from './typed-hours';

const HOUR = 3600;
const TODAY = '2026-11-20';
const KIMS: CellKey = '7.2026-11-16.worked_hours';
const MARIAS: CellKey = '9.2026-11-16.worked_hours';

/** Saves the staged edits, and rereads the week. */
class Practice {
  readonly server = new HoursServer(people, TODAY);
  readonly store = new HoursStore();

  constructor() {
    this.store.load(this.read());
  }

  read(): Loaded {
    return { hours: this.server.range({ type: 'week', offset: 0 }), etag: `"${this.server.version}"` };
  }

  type(key: CellKey, text: string): void {
    const cellRef = this.store.view().cellRef(key);
    if (!cellRef) throw new Error(`${key} is out of view`);
    const { row, column } = cellRef;
    this.store.stage([[row, column, entryOf(text, this.store.view().stored(cellRef))]]);
  }

  save(): void {
    const sent = this.store.edits();
    this.server.version += 1;
    for (const [key, { entry }] of sent) {
      if ('seconds' in entry) this.server.overrides.set(key, { ...someone, seconds: entry.seconds });
      else this.server.overrides.delete(key);
    }
    this.store.saved(sent, `"${this.server.version}"`);
  }

  /** The text of a cell: hours, or the problem. */
  shown(key: CellKey): string | number | undefined {
    const cellRef = this.store.view().cellRef(key);
    const { edit, seconds } = this.store.cell(cellRef?.row ?? -1, cellRef?.column ?? -1);
    return edit && 'text' in edit.entry ? edit.entry.text : (seconds ?? NaN) / HOUR;
  }
}

const someone = { by: 'Olivia Owner', at: 0, version: 1 };

describe('a response that is older than a save', () => {
  it('shows the saved values, and keeps the undo step', () => {
    const practice = new Practice();
    const before = practice.read();
    practice.type(KIMS, '9');
    practice.save();
    practice.store.load(before);
    expect(practice.shown(KIMS)).toBe(9);
    practice.store.undo();
    expect(practice.shown(KIMS)).toBe(6.5);
    expect(practice.store.status()).toMatchObject({ changes: 1, restored: 1 });
    practice.store.load({ ...practice.read() });
    expect(practice.shown(KIMS)).toBe(6.5);
    practice.store.redo();
    expect(practice.shown(KIMS)).toBe(9);
    expect(practice.store.status().changes).toBe(0);
  });

  it('may be older than several saves', () => {
    const practice = new Practice();
    const before = practice.read();
    practice.type(KIMS, '9');
    practice.save();
    practice.type(KIMS, '4');
    practice.type(MARIAS, '2');
    practice.save();
    practice.store.load(before);
    expect([practice.shown(KIMS), practice.shown(MARIAS)]).toEqual([4, 2]);
    for (const value of [8, 9, 6.5]) {
      practice.store.undo();
      if (value !== 8) expect(practice.shown(KIMS)).toBe(value);
    }
  });

  it('doesn’t show a save over someone else’s later save', () => {
    const practice = new Practice();
    practice.type(KIMS, '9');
    practice.save();
    practice.server.set(KIMS, HOUR);
    practice.store.load(practice.read());
    expect(practice.shown(KIMS)).toBe(1);
    expect(practice.store.status().canUndo).toBe(false);
  });
});

describe('undo after a save', () => {
  it('restores the stored value instead of a refused text', () => {
    const practice = new Practice();
    practice.type(KIMS, '25');
    practice.type(KIMS, '9');
    practice.save();
    practice.store.undo();
    expect(practice.shown(KIMS)).toBe(6.5);
    expect(practice.store.status()).toMatchObject({ changes: 1, wrong: [], canUndo: false });
  });

  it('restores the last valid value before a refused one', () => {
    const practice = new Practice();
    for (const text of ['8', '25', '9']) practice.type(KIMS, text);
    practice.save();
    practice.store.undo();
    expect(practice.shown(KIMS)).toBe(8);
    practice.store.undo();
    expect(practice.shown(KIMS)).toBe(6.5);
    practice.store.redo();
    practice.store.redo();
    expect(practice.shown(KIMS)).toBe(9);
  });

  it('skips a value refused by the server', () => {
    const practice = new Practice();
    practice.type(KIMS, '8.5');
    practice.store.refuse({ [KIMS]: 'Not on this day' });
    practice.type(KIMS, '9');
    practice.save();
    practice.store.undo();
    expect(practice.shown(KIMS)).toBe(6.5);
  });

  it('doesn’t redo a refused value either', () => {
    const practice = new Practice();
    practice.type(MARIAS, '3');
    practice.type(KIMS, '25');
    practice.store.undo();
    practice.save();
    expect(practice.store.status().canRedo).toBe(false);
  });
});

describe('a conflict', () => {
  /** Someone else has saved 1 hour for Kim, and 2 for Maria, over the edits of this page. */
  function inConflict(...later: string[]): Practice {
    const practice = new Practice();
    practice.type(KIMS, '9');
    for (const text of ['4', ...later]) practice.type(MARIAS, text);
    practice.server.set(KIMS, HOUR);
    practice.server.set(MARIAS, 2 * HOUR);
    const { etag } = practice.read();
    const now = practice.store.withSaves(practice.read());
    practice.store.merge({ changed_by: 'Sam Staff', changed_at: 1 }, (key) => {
      const cellRef = now.cellRef(key);
      return cellRef && { stored: now.stored(cellRef), read: { etag, turn: 2 } };
    });
    practice.store.load(practice.read());
    return practice;
  }
  const left = ({ store }: Practice): CellKey[] => store.status().conflicts.map(({ key }) => key);

  it('ends when its edit is undone', () => {
    const practice = inConflict();
    expect(left(practice)).toEqual([KIMS, MARIAS]);
    practice.store.undo();
    expect(left(practice)).toEqual([KIMS]);
    practice.store.undo();
    expect(left(practice)).toEqual([]);
    expect([practice.shown(KIMS), practice.shown(MARIAS)]).toEqual([1, 2]);
  });

  it.each<[string, (practice: Practice) => void]>([
    ['reverted', ({ store }) => store.revert([Object.values(store.view().cellRef(KIMS) ?? {}) as [number, number]])],
    ['typed like theirs', (practice) => practice.type(KIMS, '1')],
    ['discarded', ({ store }) => store.discard()],
    [
      'saved by someone else',
      (practice) => {
        practice.server.set(KIMS, 9 * HOUR);
        practice.store.load(practice.read());
      },
    ],
  ])('ends when its edit is %s', (_, act) => {
    const practice = inConflict();
    act(practice);
    expect(left(practice)).not.toContain(KIMS);
  });

  it('reopens when the choice of their version is undone, but not when redone', () => {
    const practice = inConflict();
    practice.store.choose('theirs', [KIMS]);
    expect(practice.shown(KIMS)).toBe(1);
    practice.store.undo();
    expect(practice.store.status().conflicts[0]).toMatchObject({ key: KIMS, choice: null });
    practice.store.redo();
    expect(practice.store.status().conflicts[0]).toMatchObject({ key: KIMS, choice: 'theirs' });
    expect(practice.shown(KIMS)).toBe(1);
  });

  it('reopens when an edit undone in it is redone', () => {
    const practice = inConflict();
    practice.store.undo();
    practice.store.undo();
    expect(left(practice)).toEqual([]);
    practice.store.redo();
    expect(practice.store.status().conflicts).toMatchObject([{ key: KIMS, choice: null }]);
  });

  it('isn’t decided by undoing to an earlier edit of the same cell', () => {
    const practice = inConflict('5');
    practice.store.undo();
    expect(practice.store.status().conflicts).toContainEqual(expect.objectContaining({ key: MARIAS, choice: null }));
  });

  it.each(['mine', 'theirs'] as const)('unmarks its cell when %s is chosen', (side) => {
    const { store } = inConflict();
    const { row = -1, column = -1 } = store.view().cellRef(KIMS) ?? {};
    expect(store.cell(row, column).inConflict).toBe(true);
    const before = store.rowState(row);
    store.choose(side, [KIMS]);
    expect(store.cell(row, column).inConflict).toBe(false);
    expect(store.rowState(row)).not.toBe(before);
  });

  it('stays available when their version is chosen in the notice', () => {
    const practice = inConflict();
    practice.store.choose('theirs', [KIMS]);
    expect(left(practice)).toEqual([KIMS, MARIAS]);
    practice.store.load(practice.read());
    expect(left(practice)).toEqual([KIMS, MARIAS]);
  });
});
