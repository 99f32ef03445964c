import { afterEach, describe, expect, it } from '@jest/globals';
import { type CellKey, parseCellKey } from './cells';
import { mergeCells } from './conflicts';
import {
  toRequestBody,
  changesNothing,
  type Edit,
  type Edits,
  isEdit,
  oldestEtag,
  readyEdits,
  rebaseEdit,
} from './edits';
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
  ['the original without an override', 8, null, true],
  ['another value', 9, null, false],
  ['the current override', 9, 9, true],
  ['the original over an override, which clears it', 8, 9, false],
  ['the original over an override of the same value', 8, 8, false],
])('detects whether an edit changes anything: %s', (_, hours, override, nothing) => {
  const stored = { original: 8 * HOUR, override: override === null ? null : override * HOUR };
  expect(changesNothing({ seconds: hours * HOUR }, stored)).toBe(nothing);
});

describe('rebasing an edit on a later read', () => {
  const later = { etag: '"5"', turn: 2 };

  it('rebases the edit when nobody changed the override, also after a recalculation', () => {
    const stored = { original: 7 * HOUR, override: null };
    expect(rebaseEdit(anEdit(), stored, later)).toEqual(anEdit({ stored, read: later }));
  });

  it('keeps the old version when someone changed it, so that the server names them', () => {
    expect(rebaseEdit(anEdit(), { original: 8 * HOUR, override: HOUR }, later)).toEqual(anEdit());
  });

  it('drops the edit when both values are equal', () => {
    expect(rebaseEdit(anEdit(), { original: 8 * HOUR, override: 9 * HOUR }, later)).toBeUndefined();
  });
});

it('groups the body by provider and date and leaves out invalid edits', () => {
  const edits: Edits = new Map([
    [KIMS, anEdit()],
    ['7.2026-11-03.available_hours', anEdit({ entry: { seconds: 0 } })],
    [ANAS, anEdit({ entry: { text: 'x', problem: 'not-a-number' } })],
  ]);
  expect(toRequestBody(edits)).toEqual({
    7: { '2026-11-03': { date: '2026-11-03', employee_id: 7, worked_hours: 32_400, available_hours: 0 } },
  });
});

it('saves on the oldest version read', () => {
  const edits: Edits = new Map([
    [KIMS, anEdit({ read: { etag: '"9"', turn: 4 } })],
    [ANAS, anEdit({ read: { etag: '"2"', turn: 3 } })],
  ]);
  expect(oldestEtag(edits)).toBe('"2"');
  expect(oldestEtag(new Map())).toBeUndefined();
});

describe('a cleared override', () => {
  const cleared = (override: number | null) => anEdit({ entry: { clear: true }, stored: { original: HOUR, override } });

  it('sends a cleared override as null', () => {
    const body = toRequestBody(new Map([[KIMS, cleared(2 * HOUR)]]));
    expect(Object.values(Object.values(body)[0] ?? {})).toMatchObject([{ worked_hours: null }]);
  });

  it('keeps a cleared override when the original changes', () => {
    const stored = { original: 3 * HOUR, override: 2 * HOUR };
    expect(rebaseEdit(cleared(2 * HOUR), stored, { etag: '"7"', turn: 9 })).toMatchObject({ entry: { clear: true } });
  });

  it('stages nothing without an override', () => {
    expect(changesNothing({ clear: true }, { original: HOUR, override: null })).toBe(true);
  });

  it('accepts a cleared override as a stored edit', () => {
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

  it('reports cells that others changed, with author and time, and rebases the rest', () => {
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

  it('names the edits of a provider who left', () => {
    expect(mergeCells(new Map([[KIMS, anEdit()]]), conflict, () => undefined)).toMatchObject({
      removed: [KIMS],
      conflicts: [],
    });
  });
});

describe('restoredEdits', () => {
  afterEach(() => sessionStorage.clear());

  it('restores edits only for the same person and practice', () => {
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
  ])('ignores invalid stored edits: %j', (stored) => {
    saveStoredEdits(storedName(4), 'u-1', stored);
    expect(restoredEdits('u-1', 4).size).toBe(0);
  });

  it('leaves out edits that wait for a correction', () => {
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

  it('distinguishes an edit from other values', () => {
    expect(isEdit(anEdit())).toBe(true);
    expect(isEdit('text')).toBe(false);
    expect(parseCellKey('7.2026-11-03.free_hours')).toBeUndefined();
  });
});
