import { expect, it } from '@jest/globals';
import { timeKeys, weeklyHoursRecord } from 'shared-api/contracts';
import { aFollower, anOffice, aProvider } from './testing/builders';
import { rowsFromWire } from './mapper';

it('sorts the office first and gives followers its times', () => {
  const rows = rowsFromWire([aFollower({ mon_beg: '6:00 AM' }), anOffice()]);
  expect(rows.map((row) => row.provider_id)).toEqual([0, 3]);
  expect(rows[1]?.mon_beg).toBe('8:00 AM');
});

it('creates an empty office when the practice has none', () => {
  const [office] = rowsFromWire([aProvider()]);
  expect(office?.provider_id).toBe(0);
  expect(timeKeys.every((key) => office?.[key] === '')).toBe(true);
});

it('normalizes times and keeps invalid ones for the person to see', () => {
  const [, row] = rowsFromWire([anOffice(), aProvider({ mon_beg: '08:00 am', mon_end: 'late' })]);
  expect(row).toMatchObject({ mon_beg: '8:00 AM', mon_end: 'late' });
});

it('keeps only the documented keys and reads null as no time', () => {
  const [, row] = rowsFromWire([anOffice(), { ...aProvider(), mon_beg: null, color: 'green' }]);
  expect(weeklyHoursRecord.parse(row)).toEqual(row);
  expect(row?.mon_beg).toBe('');
});

it.each([undefined, 'soon', { 0: anOffice() }])('throws for %p', (message) => {
  expect(() => rowsFromWire(message)).toThrow(TypeError);
});
