// @ts-check
import { describe, expect, it } from '@jest/globals';
import { describeFailure, failuresOf } from './failures.mjs';
import { repositoryPath } from './steps.mjs';

const file = repositoryPath('mf-hours', 'src', 'WeeklyHoursPage.test.tsx');

describe('failuresOf', () => {
  it('returns the failed tests of jest, with their files', () => {
    const passed = { status: 'passed', fullName: 'WeeklyHoursPage shows the hours', failureMessages: [] };
    const failed = { status: 'failed', fullName: 'WeeklyHoursPage saves the hours', failureMessages: ['No button'] };
    const report = {
      testResults: [{ name: file, status: 'failed', message: 'All of it', assertionResults: [passed, failed] }],
    };
    expect(failuresOf(report)).toEqual([
      { title: 'mf-hours/src/WeeklyHoursPage.test.tsx › WeeklyHoursPage saves the hours', message: 'No button' },
    ]);
  });

  it('returns an unreadable test file', () => {
    const report = {
      testResults: [{ name: file, status: 'failed', message: 'Cannot find module', assertionResults: [] }],
    };
    expect(failuresOf(report)).toEqual([
      { title: 'mf-hours/src/WeeklyHoursPage.test.tsx', message: 'Cannot find module' },
    ]);
  });

  it('returns the failed journeys of Playwright, and its errors outside of them', () => {
    const spec = { file: 'mf-hours/hours.spec.ts', line: 12, title: 'saves the hours' };
    const attachments = [
      { name: 'screenshot', contentType: 'image/png' },
      { name: 'errors in the page', contentType: 'text/plain', body: Buffer.from('No element').toString('base64') },
    ];
    const failed = { ...spec, ok: false, tests: [{ results: [{ errors: [{ message: 'Timeout' }], attachments }] }] };
    const passed = { ...spec, ok: true, tests: [{ results: [{ errors: [], attachments: [] }] }] };
    const report = {
      suites: [{ specs: [passed], suites: [{ specs: [failed] }] }],
      errors: [{ message: 'No browser' }],
    };
    expect(failuresOf(report)).toEqual([
      { title: 'Playwright', message: 'No browser' },
      { title: 'mf-hours/hours.spec.ts:12 › saves the hours', message: 'Timeout\nerrors in the page:\nNo element' },
    ]);
  });

  it('returns none for a package’s count', () => {
    expect(failuresOf({ passed: 3, failed: 1, seconds: 2 })).toEqual([]);
  });
});

describe('describeFailure', () => {
  it('shortens a long message, and removes colors and empty lines', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
    const message = `\u001B[31mRed\u001B[39m\n\n${lines.join('\n')}`;
    const described = describeFailure({ title: 'a.test.ts › adds', message }).split('\n');
    expect(described.slice(0, 3)).toEqual(['✕ a.test.ts › adds', '    Red', '    line 1']);
    expect(described.slice(-3)).toEqual(['    line 29', '    …', '']);
  });

  it('leaves out lines of the stack in packages and in Node', () => {
    const own = '    at saved (/console/mf-hours/src/WeeklyHoursPage.test.tsx:12:3)';
    const message = [
      'No button',
      own,
      '    at Object.asyncJestTest (/console/node_modules/jest-jasmine2/build/jasmineAsyncInstall.js:91:9)',
      '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
      '    at node:internal/main/run_main_module:36:49',
    ].join('\n');
    expect(describeFailure({ title: 'a', message })).toBe(`✕ a\n    No button\n    ${own}\n`);
  });
});
