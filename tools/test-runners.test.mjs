// @ts-check
import { describe, expect, it } from '@jest/globals';
import { journeysIn, measured, tableOf } from './test-runners.mjs';

describe('measured', () => {
  it('returns the counts of a stage with its time', async () => {
    const row = await measured('types', async () => ({ passed: 2, failed: 1 }));
    expect(row).toMatchObject({ title: 'types', passed: 2, failed: 1 });
    expect(row.seconds).toBeGreaterThanOrEqual(0);
  });
});

describe('tableOf', () => {
  it('prints one line per stage, with CPU time where the system has it', () => {
    const table = tableOf([
      { title: 'types', passed: 1, failed: 0, seconds: 12.4, cpuSeconds: 21.6 },
      { title: 'journeys in Chromium', passed: 104, failed: 2, seconds: 300, cpuSeconds: undefined },
    ]);
    expect(table).toBe(
      'types                      1 passed     0 failed      12 s      22 s CPU\n' +
        'journeys in Chromium     104 passed     2 failed     300 s\n',
    );
  });
});

describe('journeysIn', () => {
  /** @param {('expected' | 'unexpected' | 'flaky' | 'skipped')[]} statuses */
  const specs = (...statuses) => statuses.map((status) => ({ tests: [{ status }] }));
  const report = {
    errors: [],
    suites: [
      {
        file: 'mf-hours/hours.spec.ts',
        specs: specs('expected', 'skipped'),
        suites: [{ file: 'mf-hours/hours.spec.ts', specs: specs('expected', 'unexpected', 'flaky') }],
      },
      { file: 'mf-hours-2/hours.spec.ts', specs: specs('unexpected') },
    ],
  };

  it('counts the journeys of a package in a report of several', () => {
    expect(journeysIn(report, 'mf-hours')).toEqual({ passed: 2, failed: 2 });
    expect(journeysIn(report, 'mf-billing')).toEqual({ passed: 0, failed: 0 });
  });

  it('counts a missing or incomplete report as a failure', () => {
    expect(journeysIn(undefined, 'mf-hours')).toEqual({ passed: 0, failed: 1 });
    expect(journeysIn({ ...report, errors: [{ message: 'No such file' }] }, 'mf-hours')).toEqual({
      passed: 0,
      failed: 1,
    });
  });
});
