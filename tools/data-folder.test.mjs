// @ts-check
import { afterAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { assertDataFolderIsFree } from './data-folder.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'data-folder-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** @param {number} pid */
const lock = (pid) => fs.writeFileSync(path.join(folder, 'database.lock'), `${pid}\n`);

describe('assertDataFolderIsFree', () => {
  it('refuses a folder that a running process has locked', () => {
    lock(process.ppid);
    expect(() => assertDataFolderIsFree({ DATA_DIR: folder })).toThrow(`is in use by process ${process.ppid}`);
  });

  it('accepts a lock of a process that has ended, and a folder without a lock', () => {
    lock(spawnSync(process.execPath, ['--version']).pid);
    assertDataFolderIsFree({ DATA_DIR: folder });
    assertDataFolderIsFree({ DATA_DIR: path.join(folder, 'new') });
  });

  it('ignores the folder when the console uses PostgreSQL', () => {
    lock(process.ppid);
    assertDataFolderIsFree({ DATA_DIR: folder, DATABASE_URL: 'postgres://localhost/console' });
  });
});
