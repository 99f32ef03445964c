import { afterEach, describe, expect, it } from '@jest/globals';
import { type Draft, draftOf, reduce } from './draft';
import { rowOf } from './rows';
import { restoredDraft, storeDraft } from './stored-draft';
import { aDay, aWeek } from './testing/builders';

const loaded = { records: aWeek(), etag: '"1.4"' };
const edited = (): Draft => reduce(draftOf(loaded), { type: 'typed', id: 7, day: 'tue', part: 'beg', text: '9' });

describe('edits kept next to the page', () => {
  afterEach(() => sessionStorage.clear());

  it('come back over what is read after a reload', () => {
    storeDraft('u-1', 4, edited());
    const records = aWeek().map((row) =>
      row.provider_id === 9 ? { ...row, ...aDay('sat', ['9:00 AM', '1:00 PM']) } : row,
    );
    const restored = restoredDraft('u-1', 4, { records, etag: '"2.4"' });
    expect(rowOf(restored.rows, 7)?.tue_beg).toBe('9:00 AM');
    expect(rowOf(restored.rows, 9)?.sat_beg).toBe('9:00 AM');
    expect(restored.base.etag).toBe('"2.4"');
  });

  it('come back for the same person and practice alone', () => {
    storeDraft('u-1', 4, edited());
    expect(restoredDraft('u-2', 4, loaded)).toEqual(draftOf(loaded));
    expect(restoredDraft('u-1', 5, loaded)).toEqual(draftOf(loaded));
  });

  it('end when nothing is unsaved', () => {
    storeDraft('u-1', 4, edited());
    storeDraft('u-1', 4, draftOf(loaded));
    expect(sessionStorage).toHaveLength(0);
  });

  it.each(['not json', '{}', '{"base":[{}],"rows":[{}]}'])('are none when they cannot be read: %s', (text) => {
    sessionStorage.setItem('weekly-hours u-1 4', text);
    expect(restoredDraft('u-1', 4, loaded)).toEqual(draftOf(loaded));
  });
});
