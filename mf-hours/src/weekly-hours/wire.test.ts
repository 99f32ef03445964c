import { expect, it } from '@jest/globals';
import { timeKeys, weeklyHoursRecord } from 'shared-api/contracts';
import { aFollower, anOffice, aProvider } from './testing/builders';
import { rowsFromWire } from './wire';

it('puts the office first, and gives its followers its times', () => {
  const rows = rowsFromWire([aFollower({ mon_beg: '6:00 AM' }), anOffice()]);
  expect(rows.map((row) => row.provider_id)).toEqual([0, 3]);
  expect(rows[1]?.mon_beg).toBe('8:00 AM');
});

it('makes an empty office where the practice has none yet', () => {
  const [office] = rowsFromWire([aProvider()]);
  expect(office?.provider_id).toBe(0);
  expect(timeKeys.every((key) => office?.[key] === '')).toBe(true);
});

it('writes times in the one form, and keeps what is no time for the person to see', () => {
  const [, row] = rowsFromWire([anOffice(), aProvider({ mon_beg: '08:00 am', mon_end: 'late' })]);
  expect(row).toMatchObject({ mon_beg: '8:00 AM', mon_end: 'late' });
});

it('keeps the documented keys alone, and reads null as no time', () => {
  const [, row] = rowsFromWire([anOffice(), { ...aProvider(), mon_beg: null, colour: 'green' }]);
  expect(weeklyHoursRecord.parse(row)).toEqual(row);
  expect(row?.mon_beg).toBe('');
});

it.each([undefined, 'soon', { 0: anOffice() }])('%p is no list of hours', (message) => {
  expect(() => rowsFromWire(message)).toThrow(TypeError);
});
