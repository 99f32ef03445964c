import { describe, expect, it } from '@jest/globals';
import { AT, anItem, someItems } from './fixtures';
import { activityParams, noActivityFilters, toActivityQuery } from './params';
import { activityCsv, daysOf, dayTitle, runsOf } from './text';

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

describe('runsOf', () => {
  const invited = (number: number, name: string) =>
    anItem(number, {
      sentence: [
        { kind: 'text', text: 'invited ' },
        { kind: 'name', text: name },
      ],
    });
  const lengths = (items: Parameters<typeof runsOf>[0]) => runsOf(items).map(({ length }) => length);

  it('groups four or more changes that differ only in names', () => {
    expect(lengths(['Ann', 'Ben', 'Cem', 'Dan'].map((name, at) => invited(at, name)))).toEqual([4]);
    expect(lengths(['Ann', 'Ben', 'Cem'].map((name, at) => invited(at, name)))).toEqual([1, 1, 1]);
  });

  it('starts a new run for another kind of change, person or practice', () => {
    const run = [0, 1, 2, 3].map((at) => invited(at, `Member ${at}`));
    const other = { kind: 'person', name: 'Olivia Marsh' } as const;
    expect(lengths([...run, anItem(4), ...run])).toEqual([4, 1, 4]);
    expect(lengths([...run, ...run.map((item) => ({ ...item, actor: other }))])).toEqual([4, 4]);
    expect(lengths([...run, ...run.map((item) => ({ ...item, practice_id: 2 }))])).toEqual([4, 4]);
  });
});

describe('runsOf within one minute', () => {
  const change = (at: number, verb: string) =>
    anItem(at, { at: 1_800_000_000 + at, sentence: [{ kind: 'text', text: verb }] });
  const turns = [0, 1, 2, 3].flatMap((at) => [change(2 * at, 'published '), change(2 * at + 1, 'granted ')]);

  it('groups alternating changes', () => {
    expect(runsOf(turns).map((run) => run.map(({ sentence }) => sentence[0]?.text))).toEqual([
      ['published ', 'published ', 'published ', 'published '],
      ['granted ', 'granted ', 'granted ', 'granted '],
    ]);
  });

  it('keeps the order of changes in different minutes', () => {
    const slow = turns.map((item, at) => ({ ...item, at: item.at + at * 60 }));
    expect(runsOf(slow)).toHaveLength(8);
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
