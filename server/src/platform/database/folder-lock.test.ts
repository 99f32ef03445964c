import { spawn } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolders } from '../../testing/temporary-folders.js';
import { FolderInUse, lockFolder } from './folder-lock.js';

describe('lockFolder', () => {
  const newFolder = temporaryFolders();
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await newFolder('console-lock');
    file = path.join(folder, 'database.lock');
  });

  it('writes its process id, and removes the file afterwards', async () => {
    const unlock = await lockFolder(folder);
    expect(await readFile(file, 'utf8')).toBe(`${process.pid}\n`);
    await unlock();
    expect(await readdir(folder)).toEqual([]);
  });

  it('creates a missing folder', async () => {
    await (
      await lockFolder(path.join(folder, 'deep', 'er'))
    )();
    expect(await readdir(folder)).toEqual(['deep']);
  });

  it('refuses a folder that a running process holds, and names the process', async () => {
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
    ['a process that has ended', '4194303999'],
    ['the same process id, as in a container after a crash', String(process.pid)],
    ['an unreadable process id', 'garbage'],
  ])('replaces a lock left by %s', async (_who, owner) => {
    await writeFile(file, owner);
    const unlock = await lockFolder(folder);
    expect(await readFile(file, 'utf8')).toBe(`${process.pid}\n`);
    expect(await readdir(folder)).toEqual(['database.lock']);
    await unlock();
  });

  it('keeps a lock that another process has taken since', async () => {
    const unlock = await lockFolder(folder);
    await writeFile(file, '1\n');
    await unlock();
    expect(await readFile(file, 'utf8')).toBe('1\n');
  });
});
