import { expect, it } from '@jest/globals';
import { aDay, anOffice, aProvider } from './testing/builders';
import { weekText } from './week-text';

it('groups days with the same hours', () => {
  const office = anOffice();
  expect(weekText(office)).toBe('Mon–Thu 8–5, Fri 8–2');
  expect(weekText({ ...office, ...aDay('wed', ['12:00 PM', '8:00 PM']) })).toBe('Mon, Tue, Thu 8–5, Wed 12–8, Fri 8–2');
});

it('is empty for a week without hours, and shows a day without its end', () => {
  const off = aProvider();
  expect(weekText(off)).toBe('');
  expect(weekText({ ...off, mon_beg: '8:00 AM' })).toBe('Mon 8–…');
});
