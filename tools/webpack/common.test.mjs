// @ts-check
import { expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import webpack from 'webpack';
import { repositoryPath } from '../steps.mjs';
import { commonConfig } from './common.mjs';

/** The file of Emotion's cache that a build of the kit contains. @param {boolean} development */
async function emotionCache(development) {
  const root = repositoryPath('shared-ui');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'conditions-'));
  const compiler = webpack({
    context: root,
    mode: 'none',
    entry: '@emotion/cache',
    resolve: { ...commonConfig({ root, development }).resolve },
    output: { path: folder },
  });
  /** @type {webpack.Stats} */
  const stats = await new Promise((resolve, reject) => {
    compiler?.run((error, result) => (error || !result ? reject(error) : resolve(result)));
  });
  fs.rmSync(folder, { recursive: true });
  const names = stats.toJson({ all: false, modules: true }).modules?.map(({ name }) => path.basename(name ?? '')) ?? [];
  return names.find((name) => name.startsWith('emotion-cache'));
}

it.each([
  [true, 'emotion-cache.browser.development.esm.js'],
  [false, 'emotion-cache.browser.esm.js'],
])('uses packages’ development builds only in development: %s', async (development, file) => {
  expect(await emotionCache(development)).toBe(file);
});
