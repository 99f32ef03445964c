// @ts-check
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repositoryPath } from '../steps.mjs';

const program = path.join(__dirname, '../bin/practice-console.mjs');
const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'practice-console-add-')));
const root = path.join(home, 'mf-recalls');

/** @param {string[]} args */
function type(...args) {
  const cwd = fs.existsSync(root) ? root : home;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8' });
  // The test's own run may force colors.
  return { code: status, stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) };
}

/** The module's files with their texts. @returns {[string, string][]} */
const sources = () =>
  fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => [file, fs.readFileSync(file, 'utf8')]);

beforeAll(() => {
  fs.symlinkSync(repositoryPath('node_modules'), path.join(home, 'node_modules'));
  expect(type('create', 'mf-recalls').code).toBe(0);
});
afterAll(() => fs.rmSync(home, { recursive: true }));

describe('practice-console add', () => {
  it.each([
    ['page', 'due-recalls', ['module.json', 'src/App.tsx'], 'src/due-recalls/DueRecallsPage.tsx'],
    ['contribution', 'due', ['module.json'], 'src/contributions/due.ts'],
    ['flag', 'beta_reports', ['module.json', 'src/overview/OverviewPage.tsx'], 'src/beta-reports/BetaReports.tsx'],
    ['call', 'campaigns', ['src/api.ts', 'src/standalone.ts', 'package.json'], 'src/calls/campaigns.ts'],
  ])('prints the added and changed files for a %s', (kind, name, changed, added) => {
    const before = new Map(sources());
    const { code, stdout } = type('add', kind, name);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`  new      ${added}\n`)]);
    const differ = sources().filter(([file, text]) => before.get(file) !== text);
    const printed = [...stdout.matchAll(/^ {2}(?:new|changed) +(.+)$/gm)].map(([, file = '']) => path.join(root, file));
    expect(printed.sort()).toEqual(differ.map(([file]) => file).sort());
    for (const file of changed) expect(stdout).toContain(`  changed  ${file}\n`);
  });

  it('leaves a module that passes its checks and builds', () => {
    const check = type('check');
    expect([check.stderr, check.code]).toEqual([expect.stringContaining('Tests:       7 passed, 7 total'), 0]);
    expect(type('build').code).toBe(0);
    expect(JSON.parse(fs.readFileSync(path.join(root, 'dist/build.json'), 'utf8'))).toMatchObject({
      pages: { '/settings/:practice/recalls/due-recalls': {} },
      contributions: { due: {} },
      calls: expect.arrayContaining(['GET /api/modules/mf-recalls/campaigns/']),
    });
  }, 120_000);

  it.each([
    ['a page that is there', 1, ['page', 'due-recalls'], 'recalls/due-recalls exists already.'],
    ['a page whose folder is there', 1, ['page', 'contributions'], 'src/contributions exists already.'],
    ['a contribution that is there', 1, ['contribution', 'due'], 'contribution due exists already.'],
    ['a flag that is there', 1, ['flag', 'beta_reports'], 'feature flag beta_reports exists already.'],
    ['a flag named like what the page imports', 1, ['flag', 'page'], 'A component Page exists already.'],
    ['a flag named like the page', 1, ['flag', 'overview_page'], 'A component OverviewPage exists already.'],
    ['a flag named like what its component imports', 1, ['flag', 'empty_state'], 'A component EmptyState exists'],
    ['a call that is there', 1, ['call', 'practice'], 'call readPractice exists already.'],
    ['a name that nothing can have', 2, ['page', 'Due'], '"Due" can\'t be the name of a page.'],
    ['a name that no flag can have', 2, ['flag', 'beta-reports'], 'Use words in lower case: beta_reports.'],
    ['no name', 2, ['call'], 'Missing: NAME.'],
    ['something else', 2, ['table', 'due'], 'Say what to add: page, contribution, call, flag.'],
  ])('refuses %s and changes nothing', (_what, expected, args, message) => {
    const before = sources();
    const { code, stderr } = type('add', ...args);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
    expect(sources()).toEqual(before);
  });

  it.each([
    ['page', 'src/App.tsx', 'export const App = remoteApp(api, pages);\n'],
    ['flag', 'src/overview/OverviewPage.tsx', 'export const OverviewPage = () => null;\n'],
    ['call', 'src/api.ts', 'export const api = createApi(options);\n'],
    ['call', 'src/standalone.ts', 'export const handlers = all();\n'],
  ])('adds no %s to a module with a custom %s', (kind, file, text) => {
    const full = path.join(root, file);
    const own = fs.readFileSync(full, 'utf8');
    fs.writeFileSync(full, text);
    const before = sources();
    const { code, stderr } = type('add', kind, 'more');
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} isn't laid out as`)]);
    expect(sources()).toEqual(before);
    fs.writeFileSync(full, own);
  });

  it('adds a call to a list that spans several lines', () => {
    for (const name of ['rooms', 'texts', 'tags']) expect(type('add', 'call', name).code).toBe(0);
    const text = () => fs.readFileSync(path.join(root, 'src/api.ts'), 'utf8');
    expect(text()).toContain('useReadTagsQuery } =\n');
    expect(type('add', 'call', 'notes').stderr).toBe('');
    expect(text()).toContain('useReadNotesQuery');
  });
});
