// @ts-check
import { describe, expect, it } from '@jest/globals';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { compileArguments, endProcess, forgetDeletedOutput } from './steps.mjs';

/** @param {number} pid */
function runs(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('endProcess', () => {
  it('ends a process and its child', async () => {
    const waiting = 'setInterval(() => {}, 1000)';
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(waiting)}], { stdio: 'inherit' });
      process.stdout.write(String(child.pid) + '\\n');`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(parent.stdout, 'data');
    const grandchild = Number(String(line));
    expect([runs(parent.pid ?? 0), runs(grandchild)]).toEqual([true, true]);
    // The output is closed when both have ended, because both write to it.
    const closed = once(parent, 'close');
    endProcess(parent);
    await closed;
    expect(parent.signalCode).toBe('SIGTERM');
  });

  it('does nothing for an ended process', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    expect(() => endProcess(child)).not.toThrow();
    expect(child.signalCode).toBeNull();
  });
});

describe('forgetDeletedOutput', () => {
  it('lets tsc compile again what was deleted', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'deleted-output-'));
    fs.mkdirSync(path.join(folder, 'src'));
    fs.writeFileSync(path.join(folder, 'src/one.ts'), 'export const one = 1;');
    const compilerOptions = { composite: true, rootDir: 'src', outDir: 'dist' };
    fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    const compile = () => {
      forgetDeletedOutput([folder]);
      execFileSync(process.execPath, compileArguments(folder));
      return fs.existsSync(path.join(folder, 'dist/one.js'));
    };
    const first = compile();
    fs.rmSync(path.join(folder, 'dist'), { recursive: true });
    expect([first, compile()]).toEqual([true, true]);
    fs.rmSync(folder, { recursive: true });
  });
});

describe('command', () => {
  it.each(['publish-packages.mjs', 'api-report.mjs'])(
    'returns 2 for an unknown option of %s, without a stack',
    (program) => {
      const { status, stderr } = spawnSync(process.execPath, [path.join(__dirname, program), '--unknown'], {
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([2, "Unknown option '--unknown'.\n"]);
    },
  );
});
