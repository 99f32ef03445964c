import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SLOW_CALL_MS } from 'shared-api/contracts';
import { createReports, MAX_ERRORS_PER_PAGE, type Reports, MAX_REPORTS_PER_ERROR } from './reports';
import type { ReportSender } from './sender';
import { watchErrors } from './watch-page';

const hours = { name: 'mf-hours', version: '1.0.0', overridden: false };
const of = { module: 'mf-hours', version: '1.0.0' };

describe('createReports', () => {
  let add: jest.Mock<ReportSender['add']>;
  let signedIn: jest.Mock<ReportSender['signedIn']>;
  let reports: Reports;

  beforeEach(() => {
    add = jest.fn();
    signedIn = jest.fn();
    reports = createReports('3.1.0', { add, signedIn, flush: jest.fn(), stop: jest.fn() } as ReportSender, (report) =>
      report(),
    );
  });

  it('doesn’t report faults of a page that is being left', () => {
    const leaving = createReports(
      '3.1.0',
      { add, signedIn, flush: jest.fn(), stop: jest.fn() } as ReportSender,
      () => undefined,
    );
    leaving.visit(hours, 'crashed', 12);
    leaving.error(new Error('Failed integrity metadata check'));
    leaving.call(hours, { name: 'readWeeklyHours', status: 0, durationMs: 5 });
    expect(add).not.toHaveBeenCalled();
    leaving.vital(hours, 'LCP', 1);
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('reports the outcome of a visit within the limits of the contract', () => {
    reports.visit(hours, 'running', 412.6);
    reports.visit(hours, 'crashed', 9_000_000);
    expect(add.mock.calls).toEqual([
      ['visits', { ...of, outcome: 'running', duration_ms: 413 }],
      ['visits', { ...of, outcome: 'crashed', duration_ms: 600_000 }],
    ]);
  });

  it('ignores a developer’s own build', () => {
    const own = { ...hours, overridden: true };
    reports.visit(own, 'crashed', 1);
    reports.vital(own, 'LCP', 1);
    reports.error(new Error('boom'), { of: own });
    reports.call(own, { name: 'readWeeklyHours', status: 500, durationMs: 1 });
    expect(add).not.toHaveBeenCalled();
  });

  it.each([
    ['reports a slow call', 200, SLOW_CALL_MS + 1, true],
    ['ignores a quick call', 200, SLOW_CALL_MS, false],
    ['ignores a refused call', 409, 20, false],
    ['reports a failed call', 503, 20, true],
    ['reports an unanswered call', 0, 20, true],
  ])('%s', (_, status, durationMs, isReported) => {
    reports.call(hours, { name: 'saveWeeklyHours', status, durationMs });
    expect(add.mock.calls).toEqual(
      isReported ? [['calls', { ...of, call: 'saveWeeklyHours', status, duration_ms: durationMs }]] : [],
    );
  });

  it('reports the first response to each of a page’s first calls, even a fast one', () => {
    const answered = { name: 'readWeeklyHours', path: '/api/:practice/provider-hours/', status: 200, durationMs: 42 };
    const firstCalls = ['/api/:practice/provider-hours/?view=week', '/api/:practice/members/'];
    reports.call(hours, { ...answered, status: 409 }, firstCalls);
    reports.call(hours, answered, firstCalls);
    reports.call(hours, answered, firstCalls);
    reports.call(hours, { ...answered, name: 'listExceptions', path: '/api/:practice/exceptions/' }, firstCalls);
    reports.call({ ...hours, overridden: true }, { ...answered, path: '/api/:practice/members/' }, firstCalls);
    expect(add.mock.calls).toEqual([
      ['calls', { ...of, call: 'readWeeklyHours', status: 200, duration_ms: 42, first: true }],
    ]);
  });

  it('detects from calls whether somebody is signed in', () => {
    for (const status of [401, 503, 200]) reports.call(hours, { name: 'readWeeklyHours', status, durationMs: 5 });
    expect(signedIn.mock.calls).toEqual([[false], [true]]);
  });

  it('names the shell for an error without a module file in its stack', () => {
    reports.error(new Error('boom'));
    expect(add).toHaveBeenCalledWith('errors', {
      module: 'shell',
      version: '3.1.0',
      message: 'Error: boom',
      source: expect.any(String),
    });
  });

  it('limits repeats of one error and the errors of one page', () => {
    const boom = (text: string): void => {
      const error = new Error(text);
      error.stack = '';
      reports.error(error, { of: hours });
    };
    for (let at = 0; at < MAX_REPORTS_PER_ERROR + 5; at += 1) boom('again');
    expect(add).toHaveBeenCalledTimes(MAX_REPORTS_PER_ERROR);
    for (let at = 0; at < MAX_ERRORS_PER_PAGE + 5; at += 1) boom(`other ${at}`);
    expect(add).toHaveBeenCalledTimes(MAX_REPORTS_PER_ERROR + MAX_ERRORS_PER_PAGE - 1);
  });

  it('reports an error once when both the window and React report it', () => {
    watchErrors(reports);
    const error = new Error('boom');
    window.dispatchEvent(new ErrorEvent('error', { error, message: 'boom' }));
    reports.error(error, { of: hours });
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('reports unhandled rejections and ignores ResizeObserver notices', () => {
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
