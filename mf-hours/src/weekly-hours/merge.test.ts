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

describe('a day', () => {
  it.each([
    ['changed by me alone stays mine', {}, mine, {}, mine],
    ['changed by them alone is taken over', {}, {}, theirs, theirs],
    ['changed by both in the same way is no clash', {}, theirs, theirs, theirs],
    ['changed by nobody stays', mine, mine, mine, mine],
  ])('%s', (_, base, own, other, expected) => {
    const merged = merge(week(base), week(own), week(other));
    expect(rowOf(merged.rows, KIM)).toMatchObject(expected);
    expect(merged.clashes).toEqual([]);
  });

  it('changed by both, each in their own way, keeps mine and shows both', () => {
    const merged = merge(week({}), week(mine), week(theirs));
    expect(rowOf(merged.rows, KIM)).toMatchObject(mine);
    expect(merged.clashes).toMatchObject([{ id: KIM, unit: 'mon', mine, theirs, choice: null }]);
  });

  it('is merged as a whole: my end and their lunch of one day are a clash', () => {
    const base = aDay('mon', ['8:00 AM', '5:00 PM']);
    const merged = merge(
      week(base),
      week({ ...base, mon_end: '4:00 PM' }),
      week({ ...base, mon_l_beg: '12:00 PM', mon_l_end: '1:00 PM' }),
    );
    expect(merged.clashes).toHaveLength(1);
  });

  it('of mine and another day of theirs come together', () => {
    const tuesday = aDay('tue', ['7:00 AM', '3:00 PM']);
    const merged = merge(week({}), week(mine), week(tuesday));
    expect(rowOf(merged.rows, KIM)).toMatchObject({ ...mine, ...tuesday });
    expect(merged).toMatchObject({ clashes: [], taken: 1 });
  });
});

describe('whose hours a provider has', () => {
  const own = aFollower({ 'same-as-office-hours': false, ...mine });

  it('stays as I ticked it when they touched other rows', () => {
    const before = aWeek(anOffice(), aFollower());
    const merged = merge(before, aWeek(anOffice(), own), before);
    expect(rowOf(merged.rows, 3)).toEqual(own);
    expect(merged.clashes).toEqual([]);
  });

  it('clashes as a whole when I made the row follow and they changed its days', () => {
    const merged = merge(week({}), aWeek(anOffice(), aFollower({ provider_id: KIM })), week(theirs));
    expect(merged.clashes).toMatchObject([{ id: KIM, unit: 'hours-of' }]);
    expect(rowOf(merged.rows, KIM)?.['same-as-office-hours']).toBe(true);
  });

  it('is theirs when they made the row follow and I left it alone', () => {
    const merged = merge(week({}), week({}), aWeek(anOffice(), aFollower({ provider_id: KIM })));
    expect(rowOf(merged.rows, KIM)?.['same-as-office-hours']).toBe(true);
    expect(merged.clashes).toEqual([]);
  });

  it('and a follower takes over the merged office', () => {
    const before = aWeek(anOffice(), aFollower());
    const merged = merge(
      before,
      aWeek(anOffice(mine), aFollower()),
      aWeek(anOffice({ fri_end: '3:00 PM' }), aFollower()),
    );
    expect(rowOf(merged.rows, 3)).toMatchObject({ ...mine, fri_end: '3:00 PM' });
    expect(merged.clashes).toEqual([]);
  });
});

describe('providers who came and went', () => {
  it('are taken as they are now, and my edits of someone who left are named', () => {
    const merged = merge(week({}), week(mine), aWeek(anOffice(), aProvider({ provider_id: 8, 'last-name': 'New' })));
    expect(merged.rows.map((row) => row.provider_id)).toEqual([0, 8]);
    expect(merged.gone).toMatchObject([{ provider_id: KIM, ...mine }]);
  });

  it('names come from the server, also on rows that I edited', () => {
    const merged = merge(week({}), week(mine), week({ 'last-name': 'Osei-Mensah' }));
    expect(rowOf(merged.rows, KIM)).toMatchObject({ ...mine, 'last-name': 'Osei-Mensah' });
  });
});

it('a clash that nobody decided stays open through another merge, and a decided one does not come back', () => {
  const first = merge(week({}), week(mine), week(theirs));
  const second = merge(week(theirs), first.rows, week(theirs), first.clashes);
  expect(second.clashes).toMatchObject([{ id: KIM, unit: 'mon', choice: null }]);
  const decided = first.clashes.map((clash) => ({ ...clash, choice: 'mine' as const }));
  expect(merge(week(theirs), first.rows, week(theirs), decided).clashes).toEqual([]);
});
