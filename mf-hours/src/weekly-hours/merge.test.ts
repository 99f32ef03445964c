import { describe, expect, it } from '@jest/globals';
import type { WeeklyHoursRecord } from 'shared-api/contracts';
import { merge } from './merge';
import { rowOf } from './rows';
import { aDay, aFollower, anOffice, aProvider, aWeek } from './testing/builders';

const KIM = 7;
const mine = aDay('mon', ['9:00 AM', '1:00 PM']);
const theirs = aDay('mon', ['10:00 AM', '2:00 PM']);
const week = (kim: Partial<WeeklyHoursRecord>, office: Partial<WeeklyHoursRecord> = {}): WeeklyHoursRecord[] =>
  aWeek(anOffice(office), aProvider(kim));

describe('merging a day', () => {
  it.each([
    ['keeps mine when only I changed it', {}, mine, {}, mine],
    ['applies theirs when only they changed it', {}, {}, theirs, theirs],
    ['reports no conflict when both made the same change', {}, theirs, theirs, theirs],
    ['keeps the day when nobody changed it', mine, mine, mine, mine],
  ])('%s', (_, base, own, other, expected) => {
    const merged = merge(week(base), week(own), week(other));
    expect(rowOf(merged.rows, KIM)).toMatchObject(expected);
    expect(merged.conflicts).toEqual([]);
  });

  it('keeps mine and reports each field when both changed it differently', () => {
    const merged = merge(week({}), week(mine), week(theirs));
    expect(rowOf(merged.rows, KIM)).toMatchObject(mine);
    expect(merged.conflicts).toMatchObject([
      { id: KIM, field: 'mon_beg', mine, theirs, choice: null },
      { id: KIM, field: 'mon_end', mine, theirs, choice: null },
    ]);
  });

  it('merges my end with their lunch of the same day', () => {
    const base = aDay('mon', ['8:00 AM', '5:00 PM']);
    const lunch = { mon_l_beg: '12:00 PM', mon_l_end: '1:00 PM' };
    const merged = merge(week(base), week({ ...base, mon_end: '4:00 PM' }), week({ ...base, ...lunch }));
    expect(merged.conflicts).toEqual([]);
    expect(rowOf(merged.rows, KIM)).toMatchObject({ ...base, ...lunch, mon_end: '4:00 PM' });
  });

  it('names who changed a field', () => {
    const by = { changed_by: 'Sam Staff', changed_at: 7 };
    const whoChanged = (id: number, field: string) => (`${id}.${field}` === `${KIM}.mon_end` ? by : undefined);
    const { conflicts } = merge(week({}), week(mine), week(theirs), { whoChanged });
    expect(conflicts.map(({ by: who }) => who)).toEqual([null, by]);
  });

  it('combines my day with their other day', () => {
    const tuesday = aDay('tue', ['7:00 AM', '3:00 PM']);
    const merged = merge(week({}), week(mine), week(tuesday));
    expect(rowOf(merged.rows, KIM)).toMatchObject({ ...mine, ...tuesday });
    expect(merged).toMatchObject({ conflicts: [], merged: 1 });
  });
});

describe('merging the office hours setting', () => {
  const own = aFollower({ 'same-as-office-hours': false, ...mine });

  it('keeps my setting when they changed other rows', () => {
    const before = aWeek(anOffice(), aFollower());
    const merged = merge(before, aWeek(anOffice(), own), before);
    expect(rowOf(merged.rows, 3)).toEqual(own);
    expect(merged.conflicts).toEqual([]);
  });

  it('reports one conflict when I made the row follow and they changed its days', () => {
    const merged = merge(week({}), aWeek(anOffice(), aFollower({ provider_id: KIM })), week(theirs));
    expect(merged.conflicts).toMatchObject([{ id: KIM, field: 'hours-of' }]);
    expect(rowOf(merged.rows, KIM)?.['same-as-office-hours']).toBe(true);
  });

  it('applies theirs when they made the row follow and I left it unchanged', () => {
    const merged = merge(week({}), week({}), aWeek(anOffice(), aFollower({ provider_id: KIM })));
    expect(rowOf(merged.rows, KIM)?.['same-as-office-hours']).toBe(true);
    expect(merged.conflicts).toEqual([]);
  });

  it('applies the merged office to a follower', () => {
    const before = aWeek(anOffice(), aFollower());
    const merged = merge(
      before,
      aWeek(anOffice(mine), aFollower()),
      aWeek(anOffice({ fri_end: '3:00 PM' }), aFollower()),
    );
    expect(rowOf(merged.rows, 3)).toMatchObject({ ...mine, fri_end: '3:00 PM' });
    expect(merged.conflicts).toEqual([]);
  });
});

describe('merging added and removed providers', () => {
  it('applies the current providers and names my edits of someone who left', () => {
    const merged = merge(week({}), week(mine), aWeek(anOffice(), aProvider({ provider_id: 8, 'last-name': 'New' })));
    expect(merged.rows.map((row) => row.provider_id)).toEqual([0, 8]);
    expect(merged.removed).toMatchObject([{ row: { provider_id: KIM, ...mine } }]);
  });

  it('applies names from the server, also on rows that I edited', () => {
    const merged = merge(week({}), week(mine), week({ 'last-name': 'Osei-Mensah' }));
    expect(rowOf(merged.rows, KIM)).toMatchObject({ ...mine, 'last-name': 'Osei-Mensah' });
  });
});

it('keeps an open conflict open through another merge, and a resolved one closed', () => {
  const first = merge(week({}), week(mine), week(theirs));
  const second = merge(week(theirs), first.rows, week(theirs), { open: first.conflicts });
  expect(second.conflicts).toMatchObject([
    { field: 'mon_beg', choice: null },
    { field: 'mon_end', choice: null },
  ]);
  const decided = first.conflicts.map((conflict) => ({ ...conflict, choice: 'mine' as const }));
  expect(merge(week(theirs), first.rows, week(theirs), { open: decided }).conflicts).toEqual([]);
});
