import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FolderInUse, lockFolder } from './folder-lock.js';

describe('the lock of a data folder', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'console-lock-'));
    file = path.join(folder, 'database.lock');
  });

  it('names its process, and is gone afterwards', async () => {
    const unlock = await lockFolder(folder);
    expect(await readFile(file, 'utf8')).toBe(`${process.pid}\n`);
    await unlock();
    expect(await readdir(folder)).toEqual([]);
  });

  it('makes the folder when it is not there', async () => {
    await (
      await lockFolder(path.join(folder, 'deep', 'er'))
    )();
    expect(await readdir(folder)).toEqual(['deep']);
  });

  it('is refused while another process lives that holds it, in words that say what to do', async () => {
    const other = spawn('sleep', ['30']);
    await writeFile(file, `${other.pid}\n`);
    const refused = await lockFolder(folder).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(FolderInUse);
    expect(String(refused)).toContain(`in use by process ${other.pid}`);
    expect(await readFile(file, 'utf8')).toBe(`${other.pid}\n`);
    await new Promise((resolve) => other.once('exit', resolve).kill());
    await (
      await lockFolder(folder)
    )();
  });

  it.each([
    ['a process that is gone', '4194303999'],
    ['this very process, as in a container after a crash', String(process.pid)],
    ['nobody that can be read', 'garbage'],
  ])('is recovered when it was left by %s', async (_who, owner) => {
    await writeFile(file, owner);
    const unlock = await lockFolder(folder);
    expect(await readFile(file, 'utf8')).toBe(`${process.pid}\n`);
    expect(await readdir(folder)).toEqual(['database.lock']);
    await unlock();
  });

  it('is not taken away from somebody who has it meanwhile', async () => {
    const unlock = await lockFolder(folder);
    await writeFile(file, '1\n');
    await unlock();
    expect(await readFile(file, 'utf8')).toBe('1\n');
  });
});
