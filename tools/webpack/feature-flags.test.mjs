// @ts-check
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import webpack from 'webpack';
import { FeatureFlagsPlugin } from './feature-flags.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'feature-flags-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/**
 * The messages of a file's build.
 *
 * @param {string} page
 * @param {Partial<import('./feature-flags.mjs').Declaration>} declaration
 * @param {boolean} [development]
 * @returns {Promise<string[]>}
 */
async function problemsOf(page, declaration, development = false) {
  const module = fs.mkdtempSync(path.join(folder, 'module-'));
  const root = path.join(module, 'src');
  fs.mkdirSync(root);
  fs.writeFileSync(path.join(root, 'index.js'), `import { Page } from './page.js';\nPage();`);
  fs.writeFileSync(path.join(root, 'page.js'), page);
  // The kit reads flags on behalf of modules.
  fs.writeFileSync(
    path.join(module, 'kit.js'),
    'const hasFeatureFlag = console.log; export const useFeatureFlag = (name) => hasFeatureFlag({}, name);',
  );
  const compiler = webpack({
    mode: 'production',
    context: root,
    entry: './index.js',
    output: { path: path.join(root, 'dist') },
    plugins: [new FeatureFlagsPlugin({ name: 'mf-recalls', ...declaration }, { root, development })],
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error || !stats) reject(error);
      else resolve(stats.compilation.errors.map(({ message }) => message.replace(`${root}/`, '')));
      compiler.close(() => undefined);
    });
  });
}

const page = (/** @type {string} */ body) =>
  `import { useFeatureFlag } from '../kit.js';\nexport const Page = () => { ${body} };`;
const asks = page("return useFeatureFlag('smart_recall');");

describe('FeatureFlagsPlugin', () => {
  it('builds code that uses declared flags', async () => {
    expect(await problemsOf(asks, { feature_flags: ['smart_recall'] })).toEqual([]);
  });

  it('names a flag that module.json lacks', async () => {
    expect(await problemsOf(asks, { feature_flags: [] })).toEqual([
      'page.js asks for the feature flag "smart_recall". Add it to feature_flags in module.json.',
    ]);
  });

  it('refuses a flag whose name only the running page knows', async () => {
    const [problem] = await problemsOf(page('return useFeatureFlag(location.hash);'), {});
    expect(problem).toMatch(/^page\.js: Name the feature flag as a text/);
  });

  it('names an unused declared flag, unless a contribution needs it or in development', async () => {
    const declared = { feature_flags: ['smart_recall'] };
    const none = page('return 1;');
    expect(await problemsOf(none, declared)).toEqual([
      'module.json declares feature flags that nothing asks for: smart_recall.',
    ]);
    expect(await problemsOf(none, declared, true)).toEqual([]);
    expect(await problemsOf(none, { ...declared, contributions: [{ feature_flag: 'smart_recall' }] })).toEqual([]);
  });
});
