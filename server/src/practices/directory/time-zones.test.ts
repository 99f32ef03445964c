import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, daysBetween } from 'shared-api/contracts';
import { type Zones, startOfZonedDay, zonedDay } from './time-zones.js';

const first = '2026-01-01';
const zone = fc.constantFrom(
  ...['America/Los_Angeles', 'America/New_York', 'Pacific/Auckland', 'Europe/London', 'Asia/Kathmandu'],
  // The farthest apart: 25 hours.
  ...['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
);
const day = fc.integer({ min: 0, max: 364 }).map((days) => addDays(first, days));
const zones: fc.Arbitrary<Zones> = fc.record({
  current: zone,
  former: fc
    .uniqueArray(fc.record({ until: day, time_zone: zone }), { selector: ({ until }) => until, maxLength: 5 })
    .map((former) => former.sort((one, other) => (one.until < other.until ? -1 : 1))),
});

describe('days of a practice with former time zones', () => {
  it('begin when the day before ends, in the order of the calendar', () => {
    fc.assert(
      fc.property(zones, (generated) => {
        const starts = Array.from({ length: 366 }, (_, days) => startOfZonedDay(generated, addDays(first, days)));
        expect(starts).toEqual(starts.toSorted((one, other) => one - other));
      }),
      { numRuns: 50 },
    );
  });

  it('contain each instant once', () => {
    const instant = fc.date({ min: new Date('2026-01-03'), max: new Date('2026-12-28'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, instant, (generated, at) => {
        const date = zonedDay(generated, at);
        expect(startOfZonedDay(generated, date)).toBeLessThanOrEqual(at.getTime());
        expect(startOfZonedDay(generated, addDays(date, 1))).toBeGreaterThan(at.getTime());
      }),
      { numRuns: 500 },
    );
  });

  it('stay when the current zone changes, up to the day before', () => {
    fc.assert(
      fc.property(zones, zone, day, (before, current, date) => {
        const last = before.former.at(-1)?.until ?? first;
        const until = date > last ? date : addDays(last, 1);
        const after: Zones = { current, former: [...before.former, { time_zone: before.current, until }] };
        for (let at = first; daysBetween(at, until) >= 1; at = addDays(at, 1)) {
          expect(startOfZonedDay(after, at)).toBe(startOfZonedDay(before, at));
        }
      }),
      { numRuns: 100 },
    );
  });
});
