/** The consoles of tests and measurements, which run on every machine and must leave nothing behind. */
import fs from 'node:fs';
import { startConsole } from 'tools/console-process';
import { expect, test } from '../../support/test';

/** Running processes that this process started. */
const programs = (): number => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

test('ends the sandbox and removes the data of a console that does not start', { tag: '@verify' }, async () => {
  const folder = test.info().outputPath('data');
  fs.mkdirSync(folder, { recursive: true });
  const before = { programs: programs(), folder: process.env['TMPDIR'] };
  process.env['TMPDIR'] = folder;
  try {
    const started = startConsole({ sandbox: true, environment: { LOG_LEVEL: 'nonsense' } });
    await expect(started).rejects.toThrow(/The server ended with 1/);
    await expect.poll(programs).toBe(before.programs);
    expect(fs.readdirSync(folder)).toEqual([]);
  } finally {
    if (before.folder === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before.folder;
  }
});
