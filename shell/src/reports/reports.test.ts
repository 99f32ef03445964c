import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SLOW_CALL_MS } from 'shared-api/contracts';
import { createReports, ERRORS_OF_A_PAGE, type Reports, TIMES_AN_ERROR } from './reports';
import type { ReportSender } from './sender';
import { watchErrors } from './watch-page';

const hours = { name: 'mf-hours', version: '1.0.0', overridden: false };
const of = { module: 'mf-hours', version: '1.0.0' };

describe('reports', () => {
  let add: jest.Mock<ReportSender['add']>;
  let signedIn: jest.Mock<ReportSender['signedIn']>;
  let reports: Reports;

  beforeEach(() => {
    add = jest.fn();
    signedIn = jest.fn();
    reports = createReports('3.1.0', { add, signedIn, flush: jest.fn(), stop: jest.fn() } as ReportSender);
  });

  it('say how a visit turned out, within the bounds of the contract', () => {
    reports.visit(hours, 'running', 412.6);
    reports.visit(hours, 'crashed', 9_000_000);
    expect(add.mock.calls).toEqual([
      ['visits', { ...of, outcome: 'running', duration_ms: 413 }],
      ['visits', { ...of, outcome: 'crashed', duration_ms: 600_000 }],
    ]);
  });

  it('leave out what a developer’s own build does', () => {
    const own = { ...hours, overridden: true };
    reports.visit(own, 'crashed', 1);
    reports.vital(own, 'LCP', 1);
    reports.error(new Error('boom'), { of: own });
    reports.call(own, { name: 'readWeeklyHours', status: 500, durationMs: 1 });
    expect(add).not.toHaveBeenCalled();
  });

  it.each([
    ['slow', 200, SLOW_CALL_MS + 1, true],
    ['quick', 200, SLOW_CALL_MS, false],
    ['refused', 409, 20, false],
    ['failed', 503, 20, true],
    ['unanswered', 0, 20, true],
  ])('of a call that was %s', (_, status, durationMs, told) => {
    reports.call(hours, { name: 'saveWeeklyHours', status, durationMs });
    expect(add.mock.calls).toEqual(
      told ? [['calls', { ...of, call: 'saveWeeklyHours', status, duration_ms: durationMs }]] : [],
    );
  });

  it('hear from the calls whether somebody is signed in', () => {
    for (const status of [401, 503, 200]) reports.call(hours, { name: 'readWeeklyHours', status, durationMs: 5 });
    expect(signedIn.mock.calls).toEqual([[false], [true]]);
  });

  it('of an error name the shell where no module’s file is in its stack', () => {
    reports.error(new Error('boom'));
    expect(add).toHaveBeenCalledWith('errors', {
      module: 'shell',
      version: '3.1.0',
      message: 'Error: boom',
      source: expect.any(String),
    });
  });

  it('tell the same error a few times, and of a page only so many', () => {
    const boom = (text: string): void => {
      const error = new Error(text);
      error.stack = '';
      reports.error(error, { of: hours });
    };
    for (let at = 0; at < TIMES_AN_ERROR + 5; at += 1) boom('again');
    expect(add).toHaveBeenCalledTimes(TIMES_AN_ERROR);
    for (let at = 0; at < ERRORS_OF_A_PAGE + 5; at += 1) boom(`other ${at}`);
    expect(add).toHaveBeenCalledTimes(TIMES_AN_ERROR + ERRORS_OF_A_PAGE - 1);
  });

  it('tell an error once that the window and the module frame both heard of', () => {
    watchErrors(reports);
    const error = new Error('boom');
    window.dispatchEvent(new ErrorEvent('error', { error, message: 'boom' }));
    reports.error(error, { of: hours });
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('of the window: errors and rejections that nobody caught, and not its own notices', () => {
    watchErrors(reports);
    const rejection = Object.assign(new Event('unhandledrejection'), {
      reason: { status: 0, code: 'timeout', message: '' },
    });
    window.dispatchEvent(rejection);
    window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed', error: null }));
    expect(add.mock.calls.map(([, entry]) => entry)).toEqual([
      { module: 'shell', version: '3.1.0', message: 'ApiError: timeout (0)', source: '' },
    ]);
  });
});
