import { describe, expect, it } from '@jest/globals';
import { changesOf } from './changes';
import { type Action, type Draft, draftOf, openMerge, reduce, undecided } from './draft';
import { type Row, rowOf } from './rows';
import { aDay, aWeek, officeTimes } from './testing/builders';

const OFFICE = 0;
const ANA = 3;
const KIM = 7;
const MARIA = 9;
const everyone = new Set([OFFICE, ANA, KIM, MARIA]);

const start = (): Draft => draftOf({ records: aWeek(), etag: '"1"' });
const after = (...actions: Action[]): Draft => actions.reduce(reduce, start());
const row = (draft: Draft, id: number): Row => rowOf(draft.rows, id) as Row;
const changes = (draft: Draft): unknown[] => changesOf(draft.base.records, draft.rows);

describe('typing a time', () => {
  it('normalizes times and counts one change per day', () => {
    const draft = after(
      { type: 'typed', id: KIM, day: 'tue', part: 'beg', text: '9' },
      { type: 'typed', id: KIM, day: 'tue', part: 'end', text: '5' },
    );
    expect(row(draft, KIM)).toMatchObject(aDay('tue', ['9:00 AM', '5:00 PM']));
    expect(changes(draft)).toEqual([{ id: KIM, unit: 'tue' }]);
  });

  it('updates every follower when the office changes, as one change', () => {
    const draft = after({ type: 'typed', id: OFFICE, day: 'mon', part: 'beg', text: '7' });
    expect(row(draft, ANA).mon_beg).toBe('7:00 AM');
    expect(row(draft, KIM).mon_beg).toBe('9:00 AM');
    expect(changes(draft)).toEqual([{ id: OFFICE, unit: 'mon' }]);
  });

  it('changes nothing in a follower', () => {
    const draft = after({ type: 'typed', id: ANA, day: 'mon', part: 'beg', text: '7' });
    expect(draft.rows).toEqual(start().rows);
  });

  it("keeps the row objects of others, so that they don't rerender", () => {
    const before = start();
    const draft = reduce(before, { type: 'typed', id: KIM, day: 'tue', part: 'beg', text: '9' });
    expect(row(draft, MARIA)).toBe(row(before, MARIA));
    expect(row(draft, ANA)).toBe(row(before, ANA));
  });
});

describe('undoing after a merge', () => {
  const typed = (part: 'beg' | 'end', text: string): Action => ({ type: 'typed', id: KIM, day: 'mon', part, text });
  /** Somebody else saves a different start of Kim's Monday. */
  const theirs = (beg: string): Action => {
    const records = aWeek().map((one) => (one.provider_id === KIM ? { ...one, mon_beg: beg } : one));
    return { type: 'read', loaded: { records, etag: '"2"' }, by: null };
  };
  const monday = (draft: Draft): string[] => [row(draft, KIM).mon_beg, row(draft, KIM).mon_end];
  const saved = monday(start())[1] ?? '';

  it.each([
    ['both have changed', [typed('beg', '10'), typed('end', '2p')]],
    ['others have changed', [typed('end', '2p')]],
  ])('falls back to the current value where %s a time', (_, edits) => {
    const merged = after(...edits, theirs('7:00 AM'));
    const undone = reduce(merged, { type: 'undo' });
    expect(monday(undone)).toEqual(['7:00 AM', saved]);
    expect(changes(undone)).toEqual([]);
    expect(undecided(undone)).toEqual([]);
    expect(monday(reduce(undone, { type: 'redo' }))).toEqual(monday(merged));
  });

  it('keeps an earlier value of one’s own', () => {
    const merged = after({ type: 'follow', id: MARIA, on: true }, typed('beg', '10'), theirs('7:00 AM'));
    const undone = reduce(merged, { type: 'undo' });
    expect([row(undone, MARIA)['same-as-office-hours'], row(undone, KIM).mon_beg]).toEqual([true, '7:00 AM']);
    expect(changes(reduce(undone, { type: 'undo' }))).toEqual([]);
  });
});

describe('undoing a choice between versions', () => {
  const type = (text: string): Action => ({ type: 'typed', id: KIM, day: 'mon', part: 'beg', text });
  const records = aWeek().map((one) => (one.provider_id === KIM ? { ...one, mon_beg: '7:00 AM' } : one));
  const theirs: Action = { type: 'read', loaded: { records, etag: '"2"' }, by: null };
  const choose = (side: 'mine' | 'theirs'): Action => ({
    type: 'choose',
    side,
    fields: [{ id: KIM, field: 'mon_beg' }],
  });
  const shown = (draft: Draft) => [row(draft, KIM).mon_beg, undecided(draft).length];

  it('reopens the conflict, and redoing restores their version', () => {
    const chosen = after(type('10'), theirs, choose('theirs'));
    expect(shown(chosen)).toEqual(['7:00 AM', 0]);
    const undone = reduce(chosen, { type: 'undo' });
    expect(shown(undone)).toEqual(['10:00 AM', 1]);
    expect(shown(reduce(undone, { type: 'redo' }))).toEqual(['7:00 AM', 0]);
  });

  it('reopens the conflict for an edit that is undone and redone', () => {
    const undone = reduce(after(type('10'), theirs), { type: 'undo' });
    expect([shown(undone), openMerge(undone.merge)]).toEqual([['7:00 AM', 0], null]);
    expect(shown(reduce(undone, { type: 'redo' }))).toEqual(['10:00 AM', 1]);
  });
});

describe('undoing after a save', () => {
  const typed = (text: string): Action => ({ type: 'typed', id: KIM, day: 'mon', part: 'beg', text });
  const save = (draft: Draft): Draft => reduce(draft, { type: 'saved', loaded: { records: draft.rows, etag: '"2"' } });
  const theirs = (draft: Draft, over: Partial<Row>): Draft =>
    reduce(draft, {
      type: 'read',
      loaded: {
        records: draft.base.records.map((one) => (one.provider_id === KIM ? { ...one, ...over } : one)),
        etag: '"3"',
      },
      by: null,
    });
  const undo = (draft: Draft): Draft => reduce(draft, { type: 'undo' });
  const redo = (draft: Draft): Draft => reduce(draft, { type: 'redo' });
  const stored = row(start(), KIM).mon_beg;

  it('stages the values before the save, and counts them', () => {
    const saved = save(after(typed('10'), { type: 'follow', id: MARIA, on: true }));
    expect(changes(saved)).toEqual([]);
    const once = undo(saved);
    expect(changes(once)[0]).toEqual({ id: MARIA, unit: 'hours-of' });
    // The days on which Maria’s hours differ from the office’s.
    expect(once.outcome).toEqual({ kind: 'restored', days: changes(once).length - 1 });
    const twice = undo(once);
    expect(twice.rows).toEqual(start().rows);
    const back = redo(redo(twice));
    expect(changes(back)).toEqual([]);
    expect(back.outcome).toBeNull();
  });

  it('starts a new step when a saved day is edited again', () => {
    const draft = reduce(save(after(typed('10'))), typed('11'));
    expect(row(undo(draft), KIM).mon_beg).toBe('10:00 AM');
    expect(row(undo(undo(draft)), KIM).mon_beg).toBe(stored);
  });

  it('survives two saves', () => {
    const draft = save(reduce(save(after(typed('10'))), typed('11')));
    expect(row(undo(undo(draft)), KIM).mon_beg).toBe(stored);
  });

  it('drops a saved step if someone else has changed its day since', () => {
    const draft = theirs(save(after(typed('10'))), { mon_beg: '7:00 AM' });
    expect(draft.done).toEqual([]);
    expect(row(undo(draft), KIM).mon_beg).toBe('7:00 AM');
  });

  it('keeps others’ changes next to the restored time', () => {
    const draft = undo(theirs(save(after(typed('10'))), { mon_end: '11:00 AM' }));
    expect([row(draft, KIM).mon_beg, row(draft, KIM).mon_end]).toEqual([stored, '11:00 AM']);
    expect(changes(draft)).toEqual([{ id: KIM, unit: 'mon' }]);
  });

  it('drops a saved step of a provider who now follows the office', () => {
    const draft = theirs(save(after(typed('10'))), { ...officeTimes, 'same-as-office-hours': true });
    expect(draft.done).toEqual([]);
  });

  it('survives a refetch that changes nothing', () => {
    expect(row(undo(theirs(save(after(typed('10'))), {})), KIM).mon_beg).toBe(stored);
  });
});

describe('a response that is older than a save', () => {
  const typed: Action = { type: 'typed', id: KIM, day: 'mon', part: 'beg', text: '10' };

  it('changes nothing, and keeps the undo step', () => {
    const before = start();
    const saved = reduce(reduce(before, typed), {
      type: 'saved',
      loaded: { records: reduce(before, typed).rows, etag: '"2.4"' },
    });
    const read = reduce(saved, { type: 'read', loaded: { ...before.base, etag: '"1.4"' }, by: null });
    expect(row(read, KIM).mon_beg).toBe('10:00 AM');
    expect(read.base.etag).toBe('"2.4"');
    const undone = reduce(read, { type: 'undo' });
    expect(undone.rows).toEqual(before.rows);
    expect(undone.outcome).toEqual({ kind: 'restored', days: 1 });
  });
});

describe('undoing invalid hours after a save', () => {
  const typed = (day: 'mon' | 'wed', part: 'beg' | 'end', text: string): Action => ({
    ...{ type: 'typed', id: KIM, day, part, text },
  });
  const save = (draft: Draft): Draft => reduce(draft, { type: 'saved', loaded: { records: draft.rows, etag: '"2"' } });
  const undo = (draft: Draft): Draft => reduce(draft, { type: 'undo' });
  const monday = (draft: Draft): string => row(draft, KIM).mon_beg;
  const stored = monday(start());

  it('restores the stored hours', () => {
    const saved = save(after(typed('mon', 'beg', '25x'), typed('wed', 'beg', '7'), typed('mon', 'beg', '10')));
    expect(monday(undo(saved))).toBe(stored);
    expect(row(undo(saved), KIM).wed_beg).toBe('7:00 AM');
    expect(undo(undo(saved)).rows).toEqual(start().rows);
    expect(undo(undo(saved)).done).toEqual([]);
  });

  it('restores the last valid hours', () => {
    const edits = [typed('mon', 'beg', '8'), typed('wed', 'beg', '7'), typed('mon', 'beg', '25x')];
    const saved = save(after(...edits, typed('wed', 'end', '4p'), typed('mon', 'beg', '10')));
    expect(monday(undo(saved))).toBe('8:00 AM');
    expect(monday(undo(undo(undo(undo(saved)))))).toBe(stored);
  });

  it('skips hours refused by the server', () => {
    const field = 'mon_beg' as const;
    const refusal = { id: KIM, day: 'mon', field, message: 'Too early', text: '6:00 AM' } as const;
    const edits = [typed('mon', 'beg', '6'), { type: 'refused', refusals: [refusal] } as const];
    const saved = save(after(...edits, typed('wed', 'beg', '7'), typed('mon', 'beg', '10')));
    expect(monday(undo(saved))).toBe(stored);
  });

  it('doesn’t redo invalid hours either', () => {
    const draft = undo(after(typed('wed', 'beg', '7'), typed('mon', 'beg', '25x')));
    expect(save(draft).undone).toEqual([]);
  });
});

describe('a save that left out a provider who has left', () => {
  const typed = (id: number, text: string): Action => ({ type: 'typed', id, day: 'mon', part: 'beg', text });

  it('undoes the saved edits, without waiting for the next read', () => {
    const edited = after(typed(MARIA, '7'), typed(KIM, '10'));
    const saved = reduce(edited, { type: 'saved', loaded: { records: edited.rows, etag: '"2"' }, removed: [KIM] });
    expect(rowOf(saved.rows, KIM)).toBeUndefined();
    expect(saved.providers.removed).toMatchObject([{ row: { mon_beg: '10:00 AM' }, units: ['mon'] }]);
    const undone = reduce(saved, { type: 'undo' });
    expect(changes(undone)).toEqual([{ id: MARIA, unit: 'mon' }]);
    expect(row(undone, MARIA).mon_beg).toBe(row(start(), MARIA).mon_beg);
    expect(undone.done).toEqual([]);
  });

  it('names edits made for them during the save', () => {
    const edited = after(typed(KIM, '10'));
    const later = reduce(edited, typed(KIM, '11'));
    const saved = reduce(later, { type: 'saved', loaded: { records: edited.rows, etag: '"2"' }, removed: [KIM] });
    expect(saved.providers.removed).toMatchObject([{ row: { mon_beg: '11:00 AM' } }]);
  });
});

describe('undoing typed times', () => {
  const typed = (part: 'beg' | 'end', text: string): Action => ({ type: 'typed', id: KIM, day: 'tue', part, text });

  it('undoes all keystrokes of a day as one step', () => {
    const draft = after(typed('beg', '9'), typed('beg', '9:3'), typed('beg', '9:30'), typed('end', '5'));
    expect(draft.done).toHaveLength(1);
    expect(reduce(draft, { type: 'undo' }).rows).toEqual(start().rows);
  });

  it('leaves no undo step when the day equals the saved one', () => {
    const draft = after(typed('beg', '9'), { type: 'times', id: KIM, day: 'tue', times: aDay('tue', ['', '']) });
    expect(draft.done).toEqual([]);
  });

  it('clears the redo steps on the next edit', () => {
    const draft = after(typed('beg', '9'), { type: 'undo' }, typed('beg', '10'));
    expect(reduce(draft, { type: 'redo' })).toBe(draft);
  });
});

describe('Use Office Hours', () => {
  it('copies all office times when on and restores the own times on Undo', () => {
    const draft = after({ type: 'follow', id: KIM, on: true });
    expect(row(draft, KIM)).toMatchObject({ ...officeTimes, 'same-as-office-hours': true });
    expect(changes(draft)).toEqual([{ id: KIM, unit: 'hours-of' }]);
    expect(reduce(draft, { type: 'undo' }).rows).toEqual(start().rows);
  });

  it('keeps the times as own hours when off, and stops following the office', () => {
    const draft = after(
      { type: 'follow', id: ANA, on: false },
      { type: 'typed', id: OFFICE, day: 'mon', part: 'beg', text: '7' },
    );
    expect(row(draft, ANA)).toMatchObject({ ...officeTimes, 'same-as-office-hours': false });
  });
});

describe('copying a day', () => {
  const copy: Action = { type: 'copy-day', from: 'mon', to: ['tue', 'thu'], ids: everyone };

  it('sets the other days of rows with own hours, and updates the followers of the office', () => {
    const draft = after(copy);
    expect(row(draft, KIM)).toMatchObject({ ...aDay('tue', ['9:00 AM', '12:00 PM']), ...aDay('fri', ['', '']) });
    expect(row(draft, OFFICE)).toMatchObject(aDay('tue', ['8:00 AM', '5:00 PM'], ['12:00 PM', '1:00 PM']));
    expect(draft.done.at(-1)?.edit).toMatchObject({ kind: 'copied-day', from: 'mon', days: 2 });
  });

  it('undoes the copy after a later edit, and redoes it', () => {
    const typed = { type: 'typed', id: KIM, day: 'thu', part: 'beg', text: '10' } as const;
    const once = after(copy, typed, { type: 'undo' });
    expect(row(once, KIM)).toMatchObject(aDay('thu', ['9:00 AM', '12:00 PM']));
    const twice = reduce(once, { type: 'undo' });
    expect(twice.rows).toEqual(start().rows);
    const redone = reduce(reduce(twice, { type: 'redo' }), { type: 'redo' });
    expect(redone.rows).toEqual(after(copy, typed).rows);
    expect(redone.undone).toEqual([]);
  });

  it('offers no Undo when the copy changes nothing', () => {
    expect(after({ type: 'copy-day', from: 'mon', to: ['tue'], ids: new Set([OFFICE]) }).done).toEqual([]);
  });
});

describe('copying a week', () => {
  it('copies the times to other providers, and followers get own hours', () => {
    const draft = after({ type: 'copy-week', from: KIM, ids: new Set([ANA, MARIA]) });
    for (const id of [ANA, MARIA]) {
      expect(row(draft, id)).toMatchObject({ ...aDay('mon', ['9:00 AM', '12:00 PM']), 'same-as-office-hours': false });
    }
    expect(reduce(draft, { type: 'undo' }).rows).toEqual(start().rows);
  });

  it('makes providers follow when the source follows', () => {
    const draft = after({ type: 'copy-week', from: ANA, ids: new Set([KIM]) });
    expect(row(draft, KIM)).toMatchObject({ ...officeTimes, 'same-as-office-hours': true });
  });

  it('keeps followers of the office unchanged when the source is the office', () => {
    const draft = after({ type: 'copy-week', from: OFFICE, ids: new Set([ANA, KIM]) });
    expect(row(draft, ANA)['same-as-office-hours']).toBe(true);
    expect(row(draft, KIM)).toMatchObject({ ...officeTimes, 'same-as-office-hours': false });
  });
});

describe('reverting', () => {
  it('restores one day and keeps the other edits', () => {
    const draft = after(
      { type: 'typed', id: KIM, day: 'mon', part: 'beg', text: '10' },
      { type: 'typed', id: KIM, day: 'wed', part: 'beg', text: '10' },
      { type: 'revert', units: [{ id: KIM, unit: 'mon' }] },
    );
    expect(changes(draft)).toEqual([{ id: KIM, unit: 'wed' }]);
  });

  it('restores the own hours of a provider switched to follow', () => {
    const draft = after(
      { type: 'follow', id: KIM, on: true },
      { type: 'revert', units: [{ id: KIM, unit: 'hours-of' }] },
    );
    expect(draft.rows).toEqual(start().rows);
  });

  it('restores everything on discard', () => {
    const draft = after({ type: 'follow', id: KIM, on: true }, { type: 'discard' });
    expect(draft).toEqual(start());
  });
});

describe('saving', () => {
  it('keeps edits made during the save as a new change', () => {
    const sent = after({ type: 'typed', id: KIM, day: 'mon', part: 'beg', text: '10' });
    const typed = reduce(sent, { type: 'typed', id: KIM, day: 'mon', part: 'end', text: '1' });
    const saved = reduce(typed, { type: 'saved', loaded: { records: sent.rows, etag: '"2"' } });
    expect(row(saved, KIM)).toMatchObject(aDay('mon', ['10:00 AM', '1:00 PM']));
    expect(changes(saved)).toEqual([{ id: KIM, unit: 'mon' }]);
    expect(saved.base.etag).toBe('"2"');
  });

  it('keeps a refused field until it is edited', () => {
    const refusal = { id: KIM, day: 'mon', field: 'mon_beg', message: 'Too early', text: '9:00 AM' } as const;
    const refused = after({ type: 'refused', refusals: [refusal] });
    expect(refused.refusals).toEqual([refusal]);
    const elsewhere = reduce(refused, { type: 'typed', id: KIM, day: 'mon', part: 'end', text: '1' });
    expect(elsewhere.refusals).toEqual([refusal]);
    expect(reduce(elsewhere, { type: 'typed', id: KIM, day: 'mon', part: 'beg', text: '10' }).refusals).toEqual([]);
  });
});

describe("a merge with someone else's save", () => {
  const by = { changed_by: 'Sam Staff', changed_at: 1 };
  const theirs = aWeek().map((record) =>
    record.provider_id === KIM ? { ...record, ...aDay('mon', ['7:00 AM', '3:00 PM']) } : record,
  );
  const merged = (): Draft =>
    after(
      { type: 'typed', id: KIM, day: 'mon', part: 'beg', text: '10' },
      { type: 'read', loaded: { records: theirs, etag: '"9"' }, by },
    );
  const field = { id: KIM, field: 'mon_beg' } as const;

  it('shows my version under the new etag until one is chosen', () => {
    expect(row(merged(), KIM).mon_beg).toBe('10:00 AM');
    expect(undecided(merged())).toMatchObject([field]);
    expect(merged().base.etag).toBe('"9"');
  });

  it('applies their other field of the same day', () => {
    expect(row(merged(), KIM).mon_end).toBe('3:00 PM');
  });

  it('applies either version, one after the other', () => {
    const taken = reduce(merged(), { type: 'choose', side: 'theirs', fields: [field] });
    expect(row(taken, KIM)).toMatchObject(aDay('mon', ['7:00 AM', '3:00 PM']));
    expect(changes(taken)).toEqual([]);
    const kept = reduce(taken, { type: 'choose', side: 'mine', fields: [field] });
    expect(row(kept, KIM)).toMatchObject(aDay('mon', ['10:00 AM', '3:00 PM']));
    expect(undecided(kept)).toEqual([]);
  });

  it('chooses my version when the field is edited', () => {
    const typed = reduce(merged(), { type: 'typed', id: KIM, day: 'mon', part: 'beg', text: '11' });
    expect(typed.merge?.conflicts).toMatchObject([{ choice: 'mine', mine: { mon_beg: '11:00 AM' } }]);
  });

  it.each<[string, Action]>([
    ['undone', { type: 'undo' }],
    ['reverted', { type: 'revert', units: [{ id: KIM, unit: 'mon' }] }],
    ['typed like theirs', { type: 'typed', id: KIM, day: 'mon', part: 'beg', text: '7:00 AM' }],
    ['discarded', { type: 'discard' }],
  ])('ends the conflict once my edit is %s', (_, action) => {
    const back = reduce(merged(), action);
    expect(openMerge(back.merge)).toBeNull();
    expect(row(back, KIM)).toMatchObject(aDay('mon', ['7:00 AM', '3:00 PM']));
    expect(changes(back)).toEqual([]);
  });

  it('keeps a version that is chosen in the notice available until the row is edited', () => {
    const taken = reduce(merged(), { type: 'choose', side: 'theirs', fields: [field] });
    expect(taken.merge?.conflicts).toMatchObject([{ choice: 'theirs', mine: { mon_beg: '10:00 AM' } }]);
  });

  it('reports no conflict when only other days changed', () => {
    const draft = after(
      { type: 'typed', id: MARIA, day: 'sat', part: 'beg', text: '9' },
      { type: 'read', loaded: { records: theirs, etag: '"9"' }, by },
    );
    expect(draft.merge).toBeNull();
    expect(row(draft, MARIA).sat_beg).toBe('9:00 AM');
    expect(row(draft, KIM).mon_beg).toBe('7:00 AM');
  });

  it('keeps the edits when the same version is refetched', () => {
    const draft = after({ type: 'typed', id: KIM, day: 'mon', part: 'beg', text: '10' });
    const again = reduce(draft, { type: 'read', loaded: { records: aWeek(), etag: '"1"' }, by: null });
    expect(again.rows).toEqual(draft.rows);
    expect(again.merge).toBeNull();
  });

  it('shows a provider added by a sync, also under the same version', () => {
    const records = aWeek(...aWeek(), { ...row(start(), ANA), provider_id: 20 });
    const draft = after(
      { type: 'typed', id: KIM, day: 'tue', part: 'beg', text: '9' },
      { type: 'read', loaded: { records, etag: '"1"' }, by: null },
    );
    expect(row(draft, 20)['same-as-office-hours']).toBe(true);
    expect(row(draft, KIM).tue_beg).toBe('9:00 AM');
  });

  it('names my edits of a provider removed by a sync', () => {
    const records = aWeek().filter((record) => record.provider_id !== KIM);
    const draft = after(
      { type: 'typed', id: KIM, day: 'tue', part: 'beg', text: '9' },
      { type: 'read', loaded: { records, etag: '"1"' }, by: null },
    );
    expect(draft.merge).toBeNull();
    expect(draft.providers.removed).toMatchObject([{ row: { provider_id: KIM, tue_beg: '9:00 AM' }, units: ['tue'] }]);
  });
});
