import { describe, expect, it } from '@jest/globals';
import { AT, anItem, someItems } from './fixtures';
import { activityParams, noActivityFilters, toActivityQuery } from './params';
import { activityCsv, daysOf, dayTitle } from './text';

const ZONE = 'America/Chicago';

describe('daysOf', () => {
  it('groups changes by day in the time zone', () => {
    expect(daysOf(someItems, ZONE).map(({ date, items }) => [date, items.length])).toEqual([
      ['2026-11-20', 2],
      ['2026-11-19', 1],
    ]);
    const lateAtNight = anItem(1, { at: Date.parse('2026-11-20T05:59:59Z') / 1000 });
    expect(daysOf([lateAtNight], ZONE).map(({ date }) => date)).toEqual(['2026-11-19']);
  });
});

describe('dayTitle', () => {
  it.each([
    ['2026-11-20', 'Today'],
    ['2026-11-19', 'Yesterday'],
    ['2026-11-18', 'Wednesday, Nov 18, 2026'],
  ])('names %s', (date, title) => {
    expect(dayTitle(date, '2026-11-20')).toBe(title);
  });
});

describe('activityCsv', () => {
  it('names the time zone and lists values that the sentence leaves out', () => {
    const [head, , second] = activityCsv(someItems, ZONE, true).replace('\uFEFF', '').split('\r\n');
    expect(head).toBe('Date and time (America/Chicago),Practice,Person,Area,Change,Details');
    expect(second).toBe(
      '2026-11-20 08:12,Bright Smiles Dental,Sam Ortiz,Settings,Sam Ortiz changed 2 settings,"Baseline date: none → Nov 1, 2026; Send task emails: Off → On"',
    );
  });

  it('lists added or removed names without an arrow', () => {
    const item = anItem(1, {
      changes: [
        { label: 'Added', before: null, after: 'Core and Phones', names: true },
        { label: 'Removed', before: 'Call Log, Data Export and Texting', after: null, names: true },
      ],
    });
    expect(activityCsv([item], ZONE, false)).toContain(
      '"Added Core and Phones; Removed Call Log, Data Export and Texting"',
    );
  });

  it('escapes CSV formulas', () => {
    const item = anItem(1, { actor: { kind: 'person', name: '@cmd' } });
    expect(activityCsv([item], ZONE, false)).toContain(",'@cmd,Hours,'@cmd changed");
  });
});

describe('toActivityQuery', () => {
  const now = new Date(AT * 1000);

  it.each([
    ['all', {}],
    ['today', { from_date: '2026-11-20' }],
    ['week', { from_date: '2026-11-14' }],
    ['month', { from_date: '2026-10-22' }],
    ['dates', { from_date: '2026-11-01' }],
  ] as const)('converts the period %s to dates', (period, query) => {
    expect(toActivityQuery({ ...noActivityFilters, period, from: '2026-11-01' }, ZONE, now)).toEqual(query);
  });

  it('ignores unknown filters in the URL', () => {
    expect(activityParams.parse('?area=nope&period=year&from=yesterday')).toEqual(noActivityFilters);
  });
});
