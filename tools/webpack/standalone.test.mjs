// @ts-check
import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';
import { repositoryPath } from '../steps.mjs';
import { standaloneConfig } from './standalone.mjs';

it('keeps the call schemas that the mock server validates with', async () => {
  const root = fs.mkdtempSync(path.join(repositoryPath('tools'), '.standalone-'));
  try {
    const code = `
      import { readPractice } from 'shared-api/contracts';
      console.log(JSON.stringify(['1', 'one'].map((practice) => readPractice.params.safeParse({ practice }).success)));`;
    fs.writeFileSync(path.join(root, 'index.ts'), code);
    const config = { ...standaloneConfig(root), entry: { main: './index.ts' }, plugins: [] };
    await new Promise((resolve, reject) => {
      webpack(config, (error, stats) =>
        error || stats?.hasErrors() ? reject(error ?? stats?.toString('errors-only')) : resolve(0),
      );
    });
    const said = execFileSync(process.execPath, [path.join(root, 'dist-standalone/main.js')], { encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual([true, false]);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
});
