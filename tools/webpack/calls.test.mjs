// @ts-check
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import webpack from 'webpack';
import { CallsPlugin } from './calls.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calls-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/**
 * The calls in a production build of these files, whose entry is `index.js`.
 *
 * @param {Record<string, string>} files
 * @returns {Promise<string[]>}
 */
async function callsOf(files) {
  const root = fs.mkdtempSync(path.join(folder, 'module-'));
  const all = {
    'package.json': '{ "sideEffects": ["./index.js"] }',
    'call.js': 'export const defineCall = (call) => call; export const send = (call) => console.log(call.path);',
    ...files,
  };
  for (const [name, text] of Object.entries(all)) fs.writeFileSync(path.join(root, name), text);
  const plugin = new CallsPlugin();
  const compiler = webpack({
    mode: 'production',
    context: root,
    entry: './index.js',
    output: { path: path.join(root, 'dist') },
    plugins: [plugin],
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(error);
      else if (stats === undefined || stats.hasErrors()) reject(new Error(stats?.toString('errors-only')));
      else resolve(plugin.calls(stats.compilation));
      compiler.close(() => undefined);
    });
  });
}

const header = "import { defineCall, send } from './call.js';\n";
/** @param {string} name @param {string} [start] */
const contract = (name, start = 'export const') =>
  `${start} ${name} = defineCall({ method: 'GET', path: '/api/${name}/' });\n`;

describe('CallsPlugin', () => {
  it('lists only the contracts that another file imports', async () => {
    const calls = await callsOf({
      'index.js': `import { listCampaigns } from './contracts.js';\nimport { send } from './call.js';\nsend(listCampaigns);`,
      'contracts.js': header + contract('listCampaigns') + contract('listSegments'),
    });
    expect(calls).toEqual(['GET /api/listCampaigns/']);
  });

  it.each([
    ['an exported contract', contract('listCampaigns'), 'export const load = () => send(listCampaigns);'],
    ['a contract of the file', contract('listCampaigns', 'const'), 'export const load = () => send(listCampaigns);'],
    [
      'a contract behind other names',
      contract('listCampaigns', 'const'),
      'const calls = { listCampaigns };\nfunction sendAll() { Object.values(calls).map(send); }\nexport { sendAll as load };',
    ],
    [
      'a contract of an unused result',
      contract('listCampaigns', 'const'),
      'const sent = send(listCampaigns);\nexport const load = () => 1;',
    ],
  ])('lists %s that only its own file uses', async (_, definition, use) => {
    const calls = await callsOf({
      'index.js': "import { load } from './campaigns.js';\nload();",
      'campaigns.js': header + definition + use,
    });
    expect(calls).toEqual(['GET /api/listCampaigns/']);
  });

  it('lists the contract of a default export, and of a statement that runs when the file loads', async () => {
    const calls = await callsOf({
      'index.js': `${header}import load from './campaigns.js';\n${contract('listSegments', 'const')}load();\nsend(listSegments);`,
      'campaigns.js': `${header}${contract('listCampaigns', 'const')}export default () => send(listCampaigns);`,
    });
    expect(calls).toEqual(['GET /api/listCampaigns/', 'GET /api/listSegments/']);
  });

  it('leaves out a contract that only unused code of its file uses', async () => {
    const calls = await callsOf({
      'index.js': "import { load } from './campaigns.js';\nimport { unused } from './segments.js';\nload();",
      'campaigns.js': `${header}${contract('listCampaigns')}${contract('listDrafts')}
        export const load = () => send(listCampaigns);
        export const loadDrafts = () => send(listDrafts);`,
      'segments.js': `${header}${contract('listSegments', 'const')}send(listSegments);\nexport const unused = 1;`,
    });
    expect(calls).toEqual(['GET /api/listCampaigns/']);
  });

  it('leaves out a contract whose schema another contract has', async () => {
    const calls = await callsOf({
      'index.js': "import { load } from './campaigns.js';\nload();",
      'campaigns.js': `${header}${contract('listCampaigns')}
        export const listDrafts = defineCall({ method: 'GET', path: '/api/listDrafts/', answer: listCampaigns.answer });
        export const load = () => send(listDrafts);`,
    });
    expect(calls).toEqual(['GET /api/listDrafts/']);
  });

  it('refuses a contract that isn’t a constant of the file', async () => {
    await expect(
      callsOf({
        'index.js': `${header}export const load = () => send(defineCall({ method: 'GET', path: '/api/x/' }));`,
      }),
    ).rejects.toThrow('A contract must be a constant of the file');
  });
});
