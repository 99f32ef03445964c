import { describe, expect, it } from '@jest/globals';
import { durationText, failingTitles, shareText, vitalText } from './figures';
import { moduleHealthMessages } from './messages';
import { placeFrom, searchOf } from './place';
import { isCanaryPercent, offered, stillHolds } from './release-change';
import { aCanary, aModule, aVersion, shell, withCanary } from './testing/health-server';

describe('figures', () => {
  it.each([
    [0, '0 ms'],
    [849.6, '850 ms'],
    [999.6, '1.0 s'],
    [12_340, '12.3 s'],
  ])('%d milliseconds are %s', (milliseconds, text) => expect(durationText(milliseconds)).toBe(text));

  it('of a layout shift have no unit', () => {
    expect(vitalText('CLS', 0.104)).toBe('0.10');
    expect(vitalText('LCP', 2500)).toBe('2.5 s');
  });

  it.each([
    [0, 10, ''],
    [1, 0, ''],
    [1, 240, '0.4%'],
    [1, 25, '4%'],
    [2, 3, '67%'],
  ])('%d of %d is "%s"', (part, of, text) => expect(shareText(part, of)).toBe(text));

  it('name the modules whose live version or canary failed somebody', () => {
    const failed = (role: 'live' | 'former') => [aVersion({ role, failing_people: 1 })];
    expect(
      failingTitles([
        withCanary(),
        aModule({ title: 'Billing', versions: failed('live') }),
        aModule({ title: 'Settings', versions: failed('former') }),
        shell,
      ]),
    ).toEqual(['Hours', 'Billing']);
  });
});

describe('the address', () => {
  it.each(['', '?days=30', '?module=mf-hours', '?days=1&module=mf-hours'])('%s is read and written alike', (search) =>
    expect(searchOf(placeFrom(search))).toBe(search),
  );

  it('means the default where it is nonsense', () => expect(placeFrom('?days=400')).toEqual({ days: 7, module: '' }));
});

describe('what can be changed', () => {
  it('are a canary’s share and end, or the way back from a live version that failed', () => {
    expect(offered(withCanary())).toEqual(['percent', 'withdraw', 'promote']);
    expect(offered(aModule())).toEqual([]);
    expect(offered(aModule({ versions: [aVersion({ errors: 1 })] }))).toEqual(['rollback']);
    expect(offered({ ...shell, versions: [aVersion({ errors: 1 })] })).toEqual([]);
  });

  it.each([
    ['a canary that runs', withCanary(), true],
    ['a canary that was withdrawn', aModule(), false],
    ['another canary', withCanary({ canary: aCanary({ version: '1.4.0' }) }), false],
    ['a module that is gone', undefined, false],
  ])('is asked of %s only while it holds', (_, now, holds) => expect(stillHolds('1.3.0', now)).toBe(holds));

  it.each([
    [1, true],
    [99, true],
    [0, false],
    [100, false],
    [12.5, false],
    [null, false],
  ])('a share of %s is taken: %s', (percent, taken) => expect(isCanaryPercent(percent)).toBe(taken));
});

describe('the rule of a canary in words', () => {
  it.each([
    [5, 5, 'fails 5 points more people than the live version, once 5 people have opened it'],
    [1, 1, 'fails 1 point more people than the live version, once 1 person has opened it'],
  ])('%d people, %d points', (min_people, max_failing_percent, text) =>
    expect(moduleHealthMessages.canary.rule({ min_people, max_failing_percent })).toContain(text),
  );
});
