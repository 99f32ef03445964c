import { describe, expect, it } from '@jest/globals';
import { UNREADABLE_DATE } from 'shared-ui/date-pickers';
import { type Draft, draftOf, reduce, restoredCount, shownSettings, undecidedConflicts } from './draft';
import { restoredDraft, storedDraftOf } from './stored-draft';
import { someSettings } from './testing/builders';

const opened = draftOf({ settings: someSettings(), etag: '"1"' });
const edited: Draft = [
  { type: 'changed', key: 'is_pediatric', value: true } as const,
  { type: 'changed', key: 'baseline_date', value: null } as const,
].reduce(reduce, opened);
/** A round trip through session storage, which stores text. */
const stored = (draft: Draft): unknown => JSON.parse(JSON.stringify(storedDraftOf(draft)));

describe('restoredDraft', () => {
  it('merges the stored edits with the loaded record', () => {
    const draft = restoredDraft(stored(edited), { settings: someSettings({ send_task_emails: true }), etag: '"2"' });
    expect(shownSettings(draft)).toMatchObject({ is_pediatric: true, baseline_date: null, send_task_emails: true });
    expect(draft).toMatchObject({ merge: null, base: { etag: '"2"' } });
    expect(restoredCount(draft)).toBe(2);
  });

  it('reports a conflict for a field changed since, and keeps the version that the edit is based on', () => {
    const loaded = { settings: someSettings({ baseline_date: '2026-02-02' }), etag: '"2"' };
    const draft = restoredDraft(stored(edited), loaded);
    expect(undecidedConflicts(draft, 'page')).toMatchObject([{ key: 'baseline_date', theirs: '2026-02-02', by: null }]);
    expect(draft.restoredFrom).toBe('"1"');
    // After a reload without a decision, the conflict is still open.
    expect(undecidedConflicts(restoredDraft(stored(draft), loaded), 'page')).toHaveLength(1);
  });

  it('counts restored edits until the person changes or reverts them', () => {
    const restored = restoredDraft(stored(edited), { settings: someSettings(), etag: '"1"' });
    const typed = reduce(restored, { type: 'changed', key: 'send_task_emails', value: true });
    expect(restoredCount(typed)).toBe(2);
    const reverted = reduce(typed, { type: 'revert', keys: ['is_pediatric'] });
    expect(restoredCount(reverted)).toBe(1);
    // A link of the activity stages a former value in place of the restored one.
    const former = { type: 'changed', key: 'baseline_date', value: '2026-01-01', from: 'Nov 28' } as const;
    expect(restoredCount(reduce(reverted, former))).toBe(0);
  });

  it('drops edits that were saved meanwhile', () => {
    const loaded = { settings: someSettings({ is_pediatric: true, baseline_date: null }), etag: '"2"' };
    const draft = restoredDraft(stored(edited), loaded);
    expect(draft.edits.size).toBe(0);
    expect(restoredCount(draft)).toBe(0);
  });

  it('restores an incomplete date as unreadable', () => {
    const part = reduce(edited, { type: 'changed', key: 'baseline_date', value: UNREADABLE_DATE });
    const draft = restoredDraft(stored(part), { settings: someSettings(), etag: '"1"' });
    expect([...draft.edits.keys()].sort()).toEqual(['baseline_date', 'is_pediatric']);
  });

  it.each([
    null,
    'x',
    7,
    [],
    {},
    { edits: 'x' },
    { edits: [['is_pediatric']] },
    { edits: [['gone', { kind: 'set' }]] },
  ])('ignores %j as a stored draft', (value) => {
    const loaded = { settings: someSettings(), etag: '"1"' };
    expect(restoredDraft(value, loaded)).toEqual(draftOf(loaded));
  });
});

it('stores nothing without edits', () => {
  expect(storedDraftOf(opened)).toBeNull();
});
