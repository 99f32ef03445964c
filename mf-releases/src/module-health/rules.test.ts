import { describe, expect, it } from '@jest/globals';
import { durationText, failingTitles, needsAttention, shareText, vitalText } from './figures';
import { moduleHealthMessages } from './messages';
import { viewParams } from './view-params';
import { isCanaryPercent, availableChanges, isStillCurrent } from './release-change';
import { aCanary, aModule, aService, aVersion, shell, withCanary } from './testing/health-server';

describe('figures', () => {
  it.each([
    [0, '0 ms'],
    [849.6, '850 ms'],
    [999.6, '1.0 s'],
    [12_340, '12.3 s'],
  ])('formats %d milliseconds as %s', (milliseconds, text) => expect(durationText(milliseconds)).toBe(text));

  it('formats a layout shift without a unit', () => {
    expect(vitalText('CLS', 0.104)).toBe('0.10');
    expect(vitalText('LCP', 2500)).toBe('2.5 s');
  });

  it.each([
    [0, 10, ''],
    [1, 0, ''],
    [1, 240, '0.4%'],
    [1, 25, '4%'],
    [2, 3, '67%'],
  ])('formats %d of %d as "%s"', (part, of, text) => expect(shareText(part, of)).toBe(text));

  it('lists the modules whose live version or canary failed for someone', () => {
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

  it('finds the modules that need attention', () => {
    const poor = { LCP: { p75: 9000, count: 3, rating: 'poor' } } as const;
    const loads = { name: 'charges', version: '1.2.0', loads: 9, average_ms: 20, slowest_ms: 90 };
    const remarkable = [
      withCanary(),
      aModule({ versions: [aVersion({ errors: 1 })] }),
      aModule({ versions: [aVersion({ vitals: poor })] }),
      aModule({ service: aService({ failed: 0, not_sent: 2 }) }),
      aModule({ contributions: [{ ...loads, failed: 1 }] }),
    ];
    const fine = [
      shell,
      aModule({ versions: [aVersion(), aVersion({ role: 'former', errors: 8, vitals: poor })] }),
      aModule({ service: aService({ failed: 0 }), contributions: [{ ...loads, failed: 0 }] }),
    ];
    expect(remarkable.map(needsAttention)).toEqual(remarkable.map(() => true));
    expect(fine.map(needsAttention)).toEqual(fine.map(() => false));
  });
});

describe('the address', () => {
  it.each(['', '?days=30', '?module=mf-hours', '?days=1&module=mf-hours'])(
    'reads and writes "%s" unchanged',
    (search) => expect(viewParams.write('', viewParams.parse(search))).toBe(search),
  );

  it('falls back to the defaults for an invalid range', () =>
    expect(viewParams.parse('?days=400')).toEqual({ days: 7, module: '' }));
});

describe('changes of a module', () => {
  it('offers the changes of a canary, or the rollback of a live version that failed', () => {
    expect(availableChanges(withCanary())).toEqual(['percent', 'withdraw', 'promote']);
    expect(availableChanges(aModule())).toEqual([]);
    expect(availableChanges(aModule({ versions: [aVersion({ errors: 1 })] }))).toEqual(['rollback']);
    expect(availableChanges({ ...shell, versions: [aVersion({ errors: 1 })] })).toEqual([]);
  });

  it.each([
    ['the running canary', withCanary(), true],
    ['a withdrawn canary', aModule(), false],
    ['another canary', withCanary({ canary: aCanary({ version: '1.4.0' }) }), false],
    ['a removed module', undefined, false],
  ])('checks whether the canary still runs: %s', (_, now, holds) => expect(isStillCurrent('1.3.0', now)).toBe(holds));

  it.each([
    [1, true],
    [99, true],
    [0, false],
    [100, false],
    [12.5, false],
    [null, false],
  ])('validates the percentage %s: %s', (percent, taken) => expect(isCanaryPercent(percent)).toBe(taken));
});

describe('canary rule', () => {
  it.each([
    [5, 5, 'fails 5 points more people than the live version, once 5 people have opened it'],
    [1, 1, 'fails 1 point more people than the live version, once 1 person has opened it'],
  ])('describes a rule of %d people and %d percentage points', (min_people, max_failing_percent, text) =>
    expect(moduleHealthMessages.canary.rule({ min_people, max_failing_percent })).toContain(text),
  );
});

it.each([
  [{ people: ['ana@clinic.example'] }, 'ana@clinic.example'],
  [{ internal: true }, 'internal staff'],
  [{ percent: 10 }, '10% of people'],
  [
    { people: ['ana@clinic.example'], internal: true, percent: 5 },
    'ana@clinic.example, internal staff and 5% of people',
  ],
])('names the people that a canary reaches: %j', (over, reached) => {
  const canary = aCanary({ percent: 0, ...over });
  expect(moduleHealthMessages.canary.title('1.3.0', canary)).toBe(`1.3.0 goes to ${reached}`);
});
