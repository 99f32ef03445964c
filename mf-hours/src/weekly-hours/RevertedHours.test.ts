import { describe, expect, it, jest } from '@jest/globals';
import type { ActivityRevert } from 'shared-api/contracts/activity';
import { type Action, draftOf, type Loaded, reduce } from './draft';
import { scheduleOfEtag, stageHours } from './RevertedHours';
import { rowOf } from './rows';
import { anOffice, aProvider } from './testing/builders';

const office = anOffice({ fri_beg: '8:00 AM', fri_end: '2:00 PM' });
const own = aProvider({ provider_id: 7, 'first-name': 'Elena', 'last-name': 'Duarte' });
const loaded: Loaded = { records: [office, own], etag: '"3.12"' };

const revertOf = (rows: Extract<ActivityRevert, { kind: 'weekly_hours' }>['rows'], valid_from: string | null = null) =>
  ({ kind: 'weekly_hours', valid_from, rows }) as const;
const friday = { provider_id: 0, follows_office: null, times: { fri_beg: '8:00 AM', fri_end: '5:00 PM' } };

function stage(revert: ActivityRevert, { reason, from = loaded }: { reason?: string; from?: Loaded } = {}) {
  const dispatch = jest.fn<(action: Action) => void>();
  const draft = draftOf(from);
  const result = stageHours(revert, draft, { dispatch, reason });
  const rows = dispatch.mock.calls.reduce((state, [action]) => reduce(state, action), draft);
  return { result, rows: rows.rows, done: rows.done };
}

describe('stageHours', () => {
  it('stages a day’s former times as one step', () => {
    const { result, rows, done } = stage(revertOf([friday]));
    expect(result).toMatchObject({ staged: 1, skipped: [], others: [] });
    expect(rowOf(rows, 0)).toMatchObject({ fri_beg: '8:00 AM', fri_end: '5:00 PM' });
    expect(done).toHaveLength(1);
  });

  it('names providers with unsaved edits, and drops those edits', () => {
    const edited = reduce(draftOf(loaded), { type: 'typed', id: 7, day: 'mon', part: 'beg', text: '9:00 AM' });
    const dispatch = jest.fn<(action: Action) => void>();
    const { staged, others, dropOthers } = stageHours(revertOf([friday]), edited, { dispatch, reason: undefined });
    dropOthers?.();
    const { rows } = dispatch.mock.calls.reduce((state, [action]) => reduce(state, action), edited);
    expect([staged, others]).toEqual([1, ['Elena Duarte']]);
    expect([rowOf(rows, 0)?.fri_end, rowOf(rows, 7)?.mon_beg]).toEqual(['5:00 PM', own.mon_beg]);
  });

  it('lets a provider follow the office again', () => {
    const { rows } = stage(revertOf([{ provider_id: 7, follows_office: true, times: {} }]));
    expect(rowOf(rows, 7)).toMatchObject({ 'same-as-office-hours': true, fri_end: '2:00 PM' });
  });

  it('names providers who have left', () => {
    expect(stage(revertOf([{ ...friday, provider_id: 99 }])).result).toEqual({
      staged: 0,
      skipped: ['provider 99, who has left'],
    });
  });

  it('stages nothing in another schedule', () => {
    expect(stage(revertOf([friday], '2026-12-07')).result).toEqual({
      staged: 0,
      skipped: ['the schedule that was in effect then'],
    });
  });

  it('stages nothing for users who may not change hours', () => {
    const { result, rows } = stage(revertOf([friday]), { reason: 'Ask an owner' });
    expect([result.staged, rows]).toEqual([0, loaded.records]);
  });
});

describe('scheduleOfEtag', () => {
  it.each([
    ['"3.12"', null],
    ['W/"3.12.20261207"', '2026-12-07'],
    [undefined, null],
  ])('reads the schedule of %s', (etag, schedule) => {
    expect(scheduleOfEtag(etag)).toBe(schedule);
  });
});
