import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { bucket, getsCanary } from './bucket.js';

const people = Array.from({ length: 10_000 }, (_, index) => `person-${index}`);

describe('the people of a canary', () => {
  it('are the same at every time and on every machine', () => {
    // Written down: another answer would deal people out anew in the middle of a canary.
    expect(['ana', 'ben', 'chris'].map((person) => bucket(person, 'mf-hours', '1.1.0'))).toEqual([86, 98, 63]);
    const person = randomUUID();
    expect(bucket(person, 'mf-hours', '1.1.0')).toBe(bucket(person, 'mf-hours', '1.1.0'));
  });

  it.each([1, 10, 50, 99])('are about %i of a hundred', (percent) => {
    const got = people.filter((person) => getsCanary(person, 'mf-hours', { version: '1.1.0', percent })).length;
    // Four standard deviations, of a draw that is the same at every run.
    const deviation = Math.sqrt(people.length * (percent / 100) * (1 - percent / 100));
    expect(Math.abs(got - people.length * (percent / 100))).toBeLessThan(4 * deviation);
  });

  it('keep it when it becomes wider', () => {
    const at = (percent: number) =>
      people.filter((person) => getsCanary(person, 'mf-hours', { version: '1.1.0', percent }));
    const wider = new Set(at(30));
    expect(at(10).every((person) => wider.has(person))).toBe(true);
  });

  it('are others for another version, and for another module', () => {
    const of = (module: string, version: string) =>
      new Set(people.filter((person) => getsCanary(person, module, { version, percent: 10 })));
    const first = of('mf-hours', '1.1.0');
    for (const other of [of('mf-hours', '1.2.0'), of('mf-billing', '1.1.0')]) {
      const both = [...first].filter((person) => other.has(person)).length;
      // Of a tenth, a tenth by chance.
      expect(both / first.size).toBeLessThan(0.15);
    }
  });
});
