import { afterEach, describe, expect, it } from '@jest/globals';
import { type Draft, draftOf, reduce } from './draft';
import { rowOf } from './rows';
import { restoredDraft, storedEdits, storedName } from './stored-draft';
import { saveStoredEdits } from 'shared-ui/versioned';
import { aDay, aWeek } from './testing/builders';

const loaded = { records: aWeek(), etag: '"1.4"' };
const edited = (): Draft => reduce(draftOf(loaded), { type: 'typed', id: 7, day: 'tue', part: 'beg', text: '9' });

describe('restoredDraft', () => {
  const store = (): void => saveStoredEdits(storedName(4), 'u-1', storedEdits(edited()));

  afterEach(() => sessionStorage.clear());

  it('merges stored edits into the refetched hours after a reload', () => {
    store();
    const records = aWeek().map((row) =>
      row.provider_id === 9 ? { ...row, ...aDay('sat', ['9:00 AM', '1:00 PM']) } : row,
    );
    const restored = restoredDraft('u-1', storedName(4), { records, etag: '"2.4"' });
    expect(rowOf(restored.rows, 7)?.tue_beg).toBe('9:00 AM');
    expect(rowOf(restored.rows, 9)?.sat_beg).toBe('9:00 AM');
    expect(restored.base.etag).toBe('"2.4"');
  });

  it('restores a text that is longer than a time', () => {
    const text = 'half past nine in the morning';
    const typed = reduce(edited(), { type: 'typed', id: 7, day: 'wed', part: 'beg', text });
    saveStoredEdits(storedName(4), 'u-1', storedEdits(typed));
    const { rows } = restoredDraft('u-1', storedName(4), loaded);
    expect(rowOf(rows, 7)).toMatchObject({ tue_beg: '9:00 AM', wed_beg: text });
  });

  it('restores edits only for the same person and practice', () => {
    store();
    expect(restoredDraft('u-2', storedName(4), loaded)).toEqual(draftOf(loaded));
    expect(restoredDraft('u-1', storedName(5), loaded)).toEqual(draftOf(loaded));
  });

  it('stores nothing without unsaved edits', () => {
    expect(storedEdits(draftOf(loaded))).toBeNull();
  });

  it('returns undefined until the hours have loaded', () => {
    expect(storedEdits(null)).toBeUndefined();
  });

  it.each(['text', {}, { base: [{}], rows: [{}] }, null])('ignores invalid stored edits: %j', (stored) => {
    saveStoredEdits(storedName(4), 'u-1', stored);
    expect(restoredDraft('u-1', storedName(4), loaded)).toEqual(draftOf(loaded));
  });
});
