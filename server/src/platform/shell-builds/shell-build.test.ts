import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { temporaryFolders } from '../../testing/temporary-folders.js';
import { type ShellBuild, shellBuildIn } from './shell-build.js';

const newFolder = temporaryFolders();

let file: string;
let build: ShellBuild;
let changes = 0;
beforeEach(async () => {
  const folder = await newFolder('console-shell');
  file = path.join(folder, 'shell.json');
  build = shellBuildIn(folder);
});

async function write(text: string): Promise<void> {
  await writeFile(file, text);
  changes += 1;
  // Gives each change a different time, so that quick changes are distinguishable.
  await utimes(file, changes, changes);
}

const shell = (version: string) =>
  JSON.stringify({ version, sharedUi: '1.0.0', scripts: [], preload: [], files: {}, shared: {} });

const refreshed = async () => {
  await build.refresh();
  return build.read();
};

it('notices a new build of the shell without a restart', async () => {
  expect(await build.read()).toBeUndefined();
  await write(shell('1.0.0'));
  expect((await refreshed())?.version).toBe('1.0.0');
  await write(shell('1.1.0'));
  expect((await refreshed())?.version).toBe('1.1.0');
  await rm(file);
  expect(await refreshed()).toBeUndefined();
});

it('serves from memory while the disk is slow', async () => {
  await write(shell('1.0.0'));
  await build.read();
  await write(shell('1.1.0'));
  expect((await build.read())?.version).toBe('1.0.0');
});

it('keeps the previous build while the file is being written', async () => {
  await write(shell('1.0.0'));
  await build.read();
  await write('{"version": "1.1');
  expect((await refreshed())?.version).toBe('1.0.0');
  await write(shell('1.1.0'));
  expect((await refreshed())?.version).toBe('1.1.0');
});

it('fails when the first build can’t be read', async () => {
  await write('{}');
  await expect(build.read()).rejects.toThrow('version');
});
