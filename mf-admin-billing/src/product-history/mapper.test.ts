import { describe, expect, it } from '@jest/globals';
import { productChangeTypes } from 'shared-api/contracts';
import { changeTypeText } from './change-type';
import { comparisonsOf } from './comparisons';
import { historyCsv, historyFileName } from './csv';
import { historyMessages } from './messages';
import { aChange, FIRST_AT } from './testing/history-server';
import { additionalDataOf, toHistoryEntry, valueText } from './mapper';

describe('additionalDataOf', () => {
  const compared = { before: { bundles: ['Core'], seats: 1 }, after: { bundles: ['Core', 'Growth'] }, ticket: 'OPS-7' };
  const read = {
    comparisons: [
      { what: 'Bundles', before: 'Core', after: 'Core, Growth' },
      { what: 'Seats', before: '1', after: null },
    ],
    facts: [{ name: 'Ticket', value: 'OPS-7' }],
    unreadable: null,
  };
  const nothing = { comparisons: [], facts: [], unreadable: null };

  it.each<[string, unknown, unknown]>([
    ['an object', compared, read],
    ['the text of an object', JSON.stringify(compared), read],
    ['nothing', null, nothing],
    ['an empty text', '', nothing],
    ['absent', undefined, nothing],
    ['an empty object', {}, nothing],
    ['broken text', '{"source": "legacy", [', { ...nothing, unreadable: '{"source": "legacy", [' }],
    ['plain words', 'moved by hand', { ...nothing, unreadable: 'moved by hand' }],
    ['the text of a number', '7', { ...nothing, unreadable: '7' }],
    ['a list', ['a'], { ...nothing, unreadable: '["a"]' }],
    [
      'lists before and after',
      { before: ['Core'], after: [] },
      { ...nothing, comparisons: [{ what: '', before: 'Core', after: '' }] },
    ],
    [
      'an after alone',
      { after: { plan: { name: 'pro', display_name: 'Pro' } } },
      { ...nothing, comparisons: [{ what: 'Plan', before: null, after: 'Pro' }] },
    ],
    ['null before and after', { before: null, after: null }, nothing],
  ])('reads %s', (_, data, expected) => expect(additionalDataOf(data)).toEqual(expected));

  it.each<[unknown, string]>([
    [null, ''],
    ['x', 'x'],
    [true, 'true'],
    [[{ name: 'a' }, 'b'], 'a, b'],
    [{ deep: 1 }, '{"deep":1}'],
  ])('formats %j as %s', (value, text) => expect(valueText(value)).toBe(text));
});

describe('entryOf', () => {
  it.each([
    ['from seconds', { created_at: FIRST_AT }],
    ['from milliseconds', { created_at: FIRST_AT * 1000 }],
    ['from its other name', { created_at: undefined, change_date: FIRST_AT }],
  ])('reads the instant in seconds %s', (_, over) => {
    expect(toHistoryEntry({ ...aChange(), ...over } as never).created_at).toBe(FIRST_AT);
  });

  it.each([
    ['ADD_BUNDLE', 'Added Bundle', 'addition'],
    ['REMOVE_BUNDLE', 'Removed Bundle', 'removal'],
    ['ADD_FEATURE', 'Added Feature', 'addition'],
    ['REMOVE_FEATURE', 'Removed Feature', 'removal'],
    ['TRIAL_START', 'Trial Started', 'addition'],
    ['TRIAL_END', 'Trial Ended', 'removal'],
    ['TRIAL_CANCEL', 'Trial Cancelled', 'removal'],
  ] as const)('labels the type %s as %s and classifies it as %s', (type, label, kind) => {
    expect(productChangeTypes).toContain(type);
    expect([historyMessages.types[type], changeTypeText(type)]).toEqual([label, kind]);
  });
});

describe('comparisonsOf', () => {
  it.each([
    ['ADD_BUNDLE', 'Not available', 'Available'],
    ['REMOVE_FEATURE', 'Available', 'Not available'],
    ['TRIAL_START', 'No trial', 'On trial'],
    ['TRIAL_CANCEL', 'On trial', 'No trial'],
  ] as const)('derives before and after of %s from the type when the entry has none', (change_type, before, after) => {
    expect(comparisonsOf(toHistoryEntry(aChange({ change_type })))).toEqual([{ what: 'growth', before, after }]);
  });

  it("uses the entry's own before and after", () => {
    const entry = toHistoryEntry(aChange({ additional_data: { before: { seats: 1 }, after: { seats: 2 } } }));
    expect(comparisonsOf(entry)).toEqual([{ what: 'Seats', before: '1', after: '2' }]);
  });
});

describe('the CSV file', () => {
  it("writes a line per entry in the practice's time zone and escapes formulas", () => {
    const change = aChange({
      product_name: '=cmd()',
      user: { name: 'Iris, MD', email: null },
      trial_start_date: FIRST_AT,
      notes: '-1',
      additional_data: { before: { plan: 'A' }, after: { plan: 'B' }, ticket: 'OPS-7' },
    });
    const broken = aChange({ feature_name: 'chat', bundle_name: null, additional_data: '{' });
    expect(historyCsv([change, broken].map(toHistoryEntry), 'America/Chicago')).toBe(
      [
        '\uFEFFDate,Type,Product,Bundle,Feature,User,Email,Trial start,Trial end,Notes,Before,After,More data',
        `2026-11-20 09:42,Added Bundle,'=cmd(),growth,,"Iris, MD",,2026-11-20,,'-1,Plan: A,Plan: B,Ticket: OPS-7`,
        '2026-11-20 09:42,Added Bundle,Growth,,chat,Iris Okafor,iris@console.example,,,,chat: Not available,chat: Available,{',
        '',
      ].join('\r\n'),
    );
    expect(historyFileName(7, '2026-11-20')).toBe('product-change-history-7-2026-11-20.csv');
  });

  it('writes midnight as the start of its day', () => {
    const midnight = Date.UTC(2026, 10, 20, 6) / 1000;
    expect(historyCsv([toHistoryEntry(aChange({ created_at: midnight }))], 'America/Chicago')).toContain(
      '2026-11-20 00:00,',
    );
  });
});
