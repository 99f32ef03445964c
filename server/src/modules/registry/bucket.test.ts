import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { bucket, getsCanary } from './bucket.js';

const people = Array.from({ length: 10_000 }, (_, index) => `person-${index}`);
const visitor = (id: string, internal = false) => ({ id, flags: { internal } });
const share = (version: string, percent: number) => ({ version, percent, people: [], internal: false });

describe('canary selection', () => {
  it('always selects the same people, on every machine', () => {
    // Fixed values: a different result would redistribute people in the middle of a canary.
    expect(['ana', 'ben', 'chris'].map((personId) => bucket(personId, 'mf-hours', '1.1.0'))).toEqual([86, 98, 63]);
    const personId = randomUUID();
    expect(bucket(personId, 'mf-hours', '1.1.0')).toBe(bucket(personId, 'mf-hours', '1.1.0'));
  });

  it.each([1, 10, 50, 99])('selects about %i percent of people', (percent) => {
    const got = people.filter((personId) => getsCanary(visitor(personId), 'mf-hours', share('1.1.0', percent))).length;
    // Within four standard deviations. The people are the same in every run.
    const deviation = Math.sqrt(people.length * (percent / 100) * (1 - percent / 100));
    expect(Math.abs(got - people.length * (percent / 100))).toBeLessThan(4 * deviation);
  });

  it('keeps selected people when the canary is widened', () => {
    const at = (percent: number) =>
      people.filter((personId) => getsCanary(visitor(personId), 'mf-hours', share('1.1.0', percent)));
    const wider = new Set(at(30));
    expect(at(10).every((personId) => wider.has(personId))).toBe(true);
  });

  it('selects other people for another version or module', () => {
    const of = (module: string, version: string) =>
      new Set(people.filter((personId) => getsCanary(visitor(personId), module, share(version, 10))));
    const first = of('mf-hours', '1.1.0');
    for (const other of [of('mf-hours', '1.2.0'), of('mf-billing', '1.1.0')]) {
      const both = [...first].filter((personId) => other.has(personId)).length;
      // By chance, a tenth of the people in one canary are also in the other.
      expect(both / first.size).toBeLessThan(0.15);
    }
  });

  it('reaches named people and internal staff besides the percentage, and only them at 0 percent', () => {
    const reach = { ...share('1.1.0', 0), people: ['ana'], internal: true };
    const got = (id: string, internal: boolean) => getsCanary(visitor(id, internal), 'mf-hours', reach);
    expect([got('ana', false), got('ben', true), got('ben', false)]).toEqual([true, true, false]);
    expect(people.some((id) => getsCanary(visitor(id, true), 'mf-hours', share('1.1.0', 0)))).toBe(false);
    expect(people.filter((id) => getsCanary(visitor(id), 'mf-hours', { ...reach, percent: 10 }))).toEqual(
      people.filter((id) => getsCanary(visitor(id), 'mf-hours', share('1.1.0', 10))),
    );
  });
});
