// @ts-check
import { afterEach, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack from 'webpack';
import { repositoryPath } from '../steps.mjs';
import { KnownSourcesPlugin } from './known-sources.mjs';
import { remoteConfig } from './remote.mjs';

const environment = process.env['NODE_ENV'];
afterEach(() => {
  process.env['NODE_ENV'] = environment;
});

/** @type {string[]} */
const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

/** Builds an entry that imports a source, and returns the errors. @param {(folder: string) => string[]} places */
async function errorsWith(places) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'known-sources-')));
  folders.push(folder);
  fs.mkdirSync(path.join(folder, 'src'));
  fs.writeFileSync(path.join(folder, 'entry.js'), "import './src/page.js';");
  fs.writeFileSync(path.join(folder, 'src/page.js'), 'globalThis.page = 1;');
  const compiler = webpack({
    context: folder,
    mode: 'production',
    entry: './entry.js',
    output: { path: path.join(folder, 'dist') },
    plugins: [new KnownSourcesPlugin(places(folder))],
  });
  const stats = await new Promise((resolve, reject) => {
    compiler?.run((error, result) => (error ? reject(error) : resolve(result)));
  });
  return stats.compilation.errors.map((/** @type {Error} */ { message }) => message);
}

describe('KnownSourcesPlugin', () => {
  it('accepts sources that the version lists, directly or by folder', async () => {
    expect(await errorsWith((folder) => ['entry.js', 'src'].map((name) => path.join(folder, name)))).toEqual([]);
  });

  it('fails a build with a source that the version doesn’t cover', async () => {
    expect(await errorsWith((folder) => [path.join(folder, 'entry.js'), path.join(folder, 'sr')])).toEqual([
      'src/page.js is part of the build, but not of its version.',
    ]);
  });

  it('checks a module’s builds, but not a development server’s', async () => {
    const isChecked = async (/** @type {string} */ mode) => {
      process.env['NODE_ENV'] = mode;
      const { plugins } = await remoteConfig(pathToFileURL(repositoryPath('mf-hours/webpack.config.mjs')).href);
      return (plugins ?? []).some((plugin) => plugin instanceof KnownSourcesPlugin);
    };
    expect([await isChecked('production'), await isChecked('development')]).toEqual([true, false]);
  });
});
