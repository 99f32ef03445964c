// @ts-check
import { afterAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newestStored, writeModuleFolder } from './releases.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'earlier-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('newestStored', () => {
  const command = (/** @type {string[]} */ ...args) =>
    Promise.resolve(
      args[1] === 'versions'
        ? '1.1.0+today    2026-11-03 10:00  local build\n1.1.0+before   2026-11-02 10:00  CI\n1.0.0  2026-11-01 10:00  CI\n'
        : JSON.stringify({ exported: args.slice(2) }),
    );

  it('returns the newest version other than today’s build', async () => {
    expect(await newestStored('mf-hours', '1.1.0+today', command)).toEqual({ exported: ['mf-hours', '1.1.0+before'] });
    expect(await newestStored('mf-hours', '1.1.0+other', command)).toEqual({ exported: ['mf-hours', '1.1.0+today'] });
  });

  it('returns null if only today’s build is stored', async () => {
    expect(await newestStored('mf-hours', '1.0.0', () => Promise.resolve('1.0.0  2026-11-01 10:00  CI\n'))).toBeNull();
    expect(await newestStored('mf-hours', '1.0.0', () => Promise.resolve(''))).toBeNull();
  });
});

describe('writeModuleFolder', () => {
  it('replaces the folder with the version’s files', () => {
    fs.writeFileSync(path.join(folder, 'former'), '');
    const content = Buffer.from('code').toString('base64');
    writeModuleFolder(folder, {
      declaration: { name: 'mf-hours' },
      build: { version: '1.0.0' },
      contents: { 'parts/page.js': content },
    });
    expect(fs.readdirSync(folder).sort()).toEqual(['dist', 'module.json']);
    expect(fs.readFileSync(path.join(folder, 'dist/parts/page.js'), 'utf8')).toBe('code');
    expect(JSON.parse(fs.readFileSync(path.join(folder, 'dist/build.json'), 'utf8'))).toEqual({ version: '1.0.0' });
  });
});
