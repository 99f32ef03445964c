import { afterEach, describe, expect, it } from '@jest/globals';
import { type CellKey, fieldOf } from './cells';
import { mergeCells } from './conflicts';
import { bodyOf, changesNothing, type Edit, type Edits, isEdit, oldestEtag, readyEdits, rebased } from './edits';
import { restoredEdits, storedName } from './stored-edits';
import { saveStoredEdits } from 'shared-ui/versioned';

const HOUR = 3600;
const anEdit = (over: Partial<Edit> = {}): Edit => ({
  entry: { seconds: 9 * HOUR },
  stored: { original: 8 * HOUR, override: null },
  read: { etag: '"1"', turn: 1 },
  ...over,
});
const KIMS: CellKey = '7.2026-11-03.worked_hours';
const ANAS: CellKey = '3.2026-11-03.available_hours';

it.each([
  ['the original where nobody changed it', 8, null, true],
  ['another figure', 9, null, false],
  ['the override that is there', 9, 9, true],
  ['the original over an override, which clears it', 8, 9, false],
  ['the original over an override of the same figure', 8, 8, false],
])('%s: nothing to save is %#', (_, hours, override, nothing) => {
  const stored = { original: 8 * HOUR, override: override === null ? null : override * HOUR };
  expect(changesNothing({ seconds: hours * HOUR }, stored)).toBe(nothing);
});

describe('an edit over a later read', () => {
  const later = { etag: '"5"', turn: 2 };

  it('stands on it when nobody changed the override, also after a recalculation', () => {
    const stored = { original: 7 * HOUR, override: null };
    expect(rebased(anEdit(), stored, later)).toEqual(anEdit({ stored, read: later }));
  });

  it('keeps its own reading when someone did, so that the server says who', () => {
    expect(rebased(anEdit(), { original: 8 * HOUR, override: HOUR }, later)).toEqual(anEdit());
  });

  it('is gone when both agree', () => {
    expect(rebased(anEdit(), { original: 8 * HOUR, override: 9 * HOUR }, later)).toBeUndefined();
  });
});

it('the body is by provider and date, both figures of a day together, without what waits to be corrected', () => {
  const edits: Edits = new Map([
    [KIMS, anEdit()],
    ['7.2026-11-03.available_hours', anEdit({ entry: { seconds: 0 } })],
    [ANAS, anEdit({ entry: { text: 'x', problem: 'not-a-number' } })],
  ]);
  expect(bodyOf(edits)).toEqual({
    7: { '2026-11-03': { date: '2026-11-03', employee_id: 7, worked_hours: 32_400, available_hours: 0 } },
  });
});

it('is saved on the version of the earliest reading', () => {
  const edits: Edits = new Map([
    [KIMS, anEdit({ read: { etag: '"9"', turn: 4 } })],
    [ANAS, anEdit({ read: { etag: '"2"', turn: 3 } })],
  ]);
  expect(oldestEtag(edits)).toBe('"2"');
  expect(oldestEtag(new Map())).toBeUndefined();
});

describe('a cleared override', () => {
  const cleared = (override: number | null) => anEdit({ entry: { clear: true }, stored: { original: HOUR, override } });

  it('is sent as null', () => {
    const body = bodyOf(new Map([[KIMS, cleared(2 * HOUR)]]));
    expect(Object.values(Object.values(body)[0] ?? {})).toMatchObject([{ worked_hours: null }]);
  });

  it('stays an edit when the original changes', () => {
    const stored = { original: 3 * HOUR, override: 2 * HOUR };
    expect(rebased(cleared(2 * HOUR), stored, { etag: '"7"', turn: 9 })).toMatchObject({ entry: { clear: true } });
  });

  it('stages nothing where there is no override', () => {
    expect(changesNothing({ clear: true }, { original: HOUR, override: null })).toBe(true);
  });

  it('survives a reload', () => {
    expect(isEdit(cleared(2 * HOUR))).toBe(true);
  });
});

describe('after a refused save', () => {
  const conflict = {
    changed_by: 'Sam',
    changed_at: 5,
    changes: [{ field: KIMS, changed_by: 'Toni', changed_at: 7 }],
  };
  const read = { etag: '"5"', turn: 9 };

  it('reports cells that others changed, with who and when, and rebases the rest', () => {
    const now = new Map([
      [KIMS, { stored: { original: 8 * HOUR, override: HOUR }, read }],
      [ANAS, { stored: { original: 8 * HOUR, override: null }, read }],
    ]);
    const merged = mergeCells(
      new Map([
        [KIMS, anEdit()],
        [ANAS, anEdit()],
      ]),
      conflict,
      (key) => now.get(key),
    );
    expect(merged.conflicts).toMatchObject([{ key: KIMS, by: { changed_by: 'Toni', changed_at: 7 }, choice: null }]);
    expect(merged.edits.get(ANAS)?.read).toEqual(read);
  });

  it('names the edits of a provider who has left', () => {
    expect(mergeCells(new Map([[KIMS, anEdit()]]), conflict, () => undefined)).toMatchObject({
      removed: [KIMS],
      conflicts: [],
    });
  });
});

describe('restoredEdits', () => {
  afterEach(() => sessionStorage.clear());

  it('restores for the same person and practice alone', () => {
    const edits: Edits = new Map([[KIMS, anEdit()]]);
    saveStoredEdits(storedName(4), 'u-1', [...edits]);
    expect(restoredEdits('u-1', 4)).toEqual(edits);
    expect([restoredEdits('u-2', 4).size, restoredEdits('u-1', 5).size]).toEqual([0, 0]);
  });

  it.each([
    'not json',
    {},
    [['7.2026-11-03.worked_hours']],
    [['nowhere', {}]],
    [['7.2026-11-03.worked_hours', { entry: { seconds: 999_999 }, stored: { original: 0 }, read: { turn: 1 } }]],
    [['7.2026-11-03.worked_hours', { entry: null, stored: {}, read: {} }]],
  ])('ignores what cannot be read: %j', (stored) => {
    saveStoredEdits(storedName(4), 'u-1', stored);
    expect(restoredEdits('u-1', 4).size).toBe(0);
  });

  it('leaves out of a save what waits for a correction', () => {
    const waiting = anEdit({ entry: { text: 'x', problem: 'not-a-number' } } as Partial<Edit>);
    expect([
      ...readyEdits(
        new Map([
          [KIMS, anEdit()],
          [ANAS, waiting],
        ]),
      ).keys(),
    ]).toEqual([KIMS]);
  });

  it('knows an edit from anything else', () => {
    expect(isEdit(anEdit())).toBe(true);
    expect(isEdit('text')).toBe(false);
    expect(fieldOf('7.2026-11-03.free_hours')).toBeUndefined();
  });
});
