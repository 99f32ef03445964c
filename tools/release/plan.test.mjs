// @ts-check
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { releasePlan } from './plan.mjs';
import { writeRelease } from './write.mjs';

const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'release-'));

/** A repository that is made once. Each test changes a copy of it. */
const template = newFolder();
let root = template;
beforeAll(releasedRepository);
afterAll(() => fs.rmSync(template, { recursive: true }));
beforeEach(() => {
  root = newFolder();
  fs.cpSync(template, root, { recursive: true });
});
afterEach(() => fs.rmSync(root, { recursive: true }));

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

/** @param {Record<string, string | object | null>} files null removes a file */
function write(files) {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    if (content === null) fs.rmSync(file);
    else {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
    }
  }
}

/** @param {string} message @param {Record<string, string | object | null>} files */
function commit(message, files) {
  write(files);
  git('add', '--all');
  git('commit', '--quiet', '-m', message);
}

/** @param {string} name */
const read = (name) => fs.readFileSync(path.join(root, name), 'utf8');

/** @param {string} name @param {string} version */
const moduleFiles = (name, version, contract = 'readHours') => ({
  [`${name}/package.json`]: { name, version, dependencies: { 'shared-api': '^1.0.0', zod: '^4.0.0' } },
  [`${name}/module.json`]: { name },
  [`${name}/webpack.config.mjs`]: 'export default {};',
  [`${name}/src/index.ts`]: `import { ${contract} } from 'shared-api/contracts';\nimport './Page';\nexport { ${contract} };`,
  [`${name}/src/Page.tsx`]: "import { Button } from 'shared-ui';\nimport 'zod';\nexport const Page = Button;",
});

/** @param {Record<string, string>} [installed] @param {Record<string, string>} [versions] */
const lockfile = (installed = {}, versions = {}) => ({
  packages: {
    ...Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, { version }])),
    ...Object.fromEntries(Object.entries(installed).map(([name, version]) => [`node_modules/${name}`, { version }])),
  },
});

const INSTALLED = { zod: '4.0.0', react: '19.0.0', webpack: '5.0.0' };

/** A repository with two modules, whose packages have all been released. */
function releasedRepository() {
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.email', 'team@console.example');
  git('config', 'user.name', 'Team');
  // Otherwise each commit starts a process that looks for something to tidy up.
  git('config', 'maintenance.auto', 'false');
  const files = {
    'package.json': { workspaces: ['shared-api', 'shared-ui', 'server', 'shell', 'mf-*', 'e2e'] },
    'lerna.json': { command: { version: { ignoreChanges: ['e2e/**', '**/*.md', '**/*.test.*'] } } },
    'package-lock.json': lockfile(INSTALLED),
    'tools/webpack/build.mjs': '',
    'shared-api/package.json': {
      name: 'shared-api',
      version: '1.0.0',
      files: ['dist', 'src'],
      exports: { './contracts': { source: './src/contracts/index.ts' } },
    },
    'shared-api/src/contracts/index.ts':
      "export * from './hours.js';\nexport * from './cards.js';\nexport * from './session.js';",
    'shared-api/src/contracts/hours.ts': 'export const readHours = 1;',
    'shared-api/src/contracts/cards.ts': 'export const readCards = 1;',
    'shared-api/src/contracts/session.ts': 'export const readSession = 1;',
    'shared-ui/package.json': {
      name: 'shared-ui',
      version: '1.0.0',
      dependencies: { 'shared-api': '^1.0.0' },
      exports: { '.': { source: './src/index.ts' } },
    },
    'shared-ui/src/index.ts': 'export const Button = 1;',
    'server/package.json': { name: 'server', version: '1.0.0', dependencies: { 'shared-api': '^1.0.0' } },
    'server/src/main.ts': "import 'shared-api/contracts';",
    'shell/package.json': { name: 'shell', version: '1.0.0', dependencies: { 'shared-api': '^1.0.0' } },
    'shell/webpack.config.mjs': '',
    'shell/src/index.ts':
      "import 'shared-ui';\nimport { readSession } from 'shared-api/contracts';\nexport { readSession };",
    'e2e/package.json': { name: 'e2e', version: '1.0.0' },
    'e2e/journey.ts': '',
    ...moduleFiles('mf-hours', '1.0.0'),
    ...moduleFiles('mf-billing', '1.0.0', 'readCards'),
  };
  commit('chore: begin', files);
  release('1.1.0');
}

/** Raises the versions of all packages, as a release does. @param {string} version */
function release(version) {
  const names = ['shared-api', 'shared-ui', 'server', 'shell', 'e2e', 'mf-hours', 'mf-billing'];
  const files = names.map((name) => [`${name}/package.json`, { ...JSON.parse(read(`${name}/package.json`)), version }]);
  commit('chore: raise the versions', Object.fromEntries(files));
}

/** @param {Parameters<typeof releasePlan>[1]} [least] */
const planned = (least) => releasePlan(root, least).map(({ name, next }) => `${name}@${next}`);

describe('releasePlan', () => {
  it('releases nothing without changes, in a clone without tags', () => {
    expect(git('tag')).toBe('');
    expect(planned()).toEqual([]);
  });

  it('releases only the module whose page has changed', () => {
    commit('mf-hours: say more', {
      'mf-hours/src/Page.tsx': "import { Button } from 'shared-ui';\nexport const Page = [Button];",
    });
    expect(planned()).toEqual(['mf-hours@1.1.1']);
  });

  it('releases the contracts and the one module that uses the changed contract', () => {
    commit('shared-api: round hours', { 'shared-api/src/contracts/hours.ts': 'export const readHours = 2;' });
    expect(planned()).toEqual(['mf-hours@1.1.1', 'shared-api@1.1.1']);
  });

  it('releases the shell for a change of the kit, and no module', () => {
    commit('shared-ui: move the button', { 'shared-ui/src/index.ts': 'export const Button = 2;' });
    expect(planned()).toEqual(['shared-ui@1.1.1', 'shell@1.1.1']);
  });

  it('releases the shell for an export of a package that the kit passes on', () => {
    commit('shared-ui: pass on zod', { 'shared-ui/src/values/index.ts': "export * from 'zod';" });
    expect(planned()).toEqual(['shared-ui@1.1.1', 'shell@1.1.1']);
  });

  it('releases only a new module', () => {
    commit('mf-notes: add the module', {
      ...moduleFiles('mf-notes', '0.0.0'),
      'tsconfig.json': '{}',
      'package-lock.json': lockfile(INSTALLED, { 'mf-notes': '0.0.0' }),
    });
    expect(planned()).toEqual(['mf-notes@0.1.0']);
  });

  it('releases only the modules that contain an updated package', () => {
    commit('mf-hours: leave out zod', { 'mf-hours/src/Page.tsx': 'export const Page = 1;' });
    release('1.2.0');
    commit('tools: update zod', { 'package-lock.json': lockfile({ ...INSTALLED, zod: '4.1.0' }) });
    const [change, ...others] = releasePlan(root);
    expect([change?.name, change?.updates, others]).toEqual(['mf-billing', ['zod@4.1.0'], []]);
  });

  it.each([
    ['tests', { 'mf-hours/src/Page.test.tsx': 'test' }],
    ['documents', { 'mf-hours/README.md': 'text', 'docs/architecture.md': 'text' }],
    ['journeys', { 'e2e/journey.ts': 'test' }],
  ])('releases nothing for %s', (_what, files) => {
    commit('tests: add more', files);
    expect(planned()).toEqual([]);
  });

  it('releases what has changed since each package was released by itself', () => {
    const changed = {
      'mf-hours/src/Page.tsx': 'export const Page = 2;',
      'mf-billing/src/Page.tsx': 'export const Page = 2;',
    };
    commit('pages: say more', changed);
    const manifest = JSON.parse(read('mf-hours/package.json'));
    commit('chore: release', { 'mf-hours/package.json': { ...manifest, version: '1.1.1' } });
    expect(planned()).toEqual(['mf-billing@1.1.1']);
  });

  it.each([
    ['an addition', 'mf-hours: show notes\n\nAdds: Notes next to each day.', '1.2.0'],
    ['an incompatible change', 'mf-hours!: remove the former address', '2.0.0'],
    ['an incompatible change in a trailer', 'mf-hours: move\n\nBREAKING CHANGE: Links have changed.', '2.0.0'],
    ['any other change', 'mf-hours: correct the sum\n\nAdds nothing.', '1.1.1'],
  ])('raises the version for %s', (_what, message, version) => {
    commit(message, { 'mf-hours/src/Page.tsx': 'export const Page = 2;' });
    expect(planned()).toEqual([`mf-hours@${version}`]);
  });

  it('raises the module of a grown contract by the last part only', () => {
    commit('shared-api: read notes\n\nAdds: notes of hours', {
      'shared-api/src/contracts/hours.ts': 'export const readHours = 2;',
    });
    expect(planned()).toEqual(['mf-hours@1.1.1', 'shared-api@1.2.0']);
  });

  it('raises a package at least as its public API asks', () => {
    commit('shared-api: read notes', { 'shared-api/src/contracts/session.ts': 'export const readSession = 2;' });
    expect(planned({ 'shared-api': 'minor' })).toEqual(['shared-api@1.2.0', 'shell@1.1.1']);
  });

  it('releases every package whose range does not include the next version', () => {
    commit('shared-api!: remove notes', { 'shared-api/src/contracts/cards.ts': 'export const readCards = 2;' });
    expect(planned()).toEqual([
      'mf-billing@1.1.1',
      'mf-hours@1.1.1',
      'server@1.1.1',
      'shared-api@2.0.0',
      'shared-ui@1.1.1',
      'shell@1.1.1',
    ]);
  });

  it('takes the commit that lists a version for its release, not a later one that restores the number', () => {
    const manifest = JSON.parse(read('mf-hours/package.json'));
    const raise = (/** @type {string} */ message, /** @type {string} */ version) =>
      commit(message, { 'mf-hours/package.json': { ...manifest, version } });
    raise('chore: release\n\n - mf-hours@1.2.0', '1.2.0');
    raise('mf-hours: try another number', '1.3.0');
    commit('mf-hours: say more', { 'mf-hours/src/Page.tsx': 'export const Page = 2;' });
    raise('mf-hours: restore the number', '1.2.0');
    expect(planned()).toEqual(['mf-hours@1.2.1']);
  });

  it('refuses a clone without the older commits', () => {
    const clone = fs.mkdtempSync(path.join(os.tmpdir(), 'release-clone-'));
    try {
      execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone]);
      expect(() => releasePlan(clone)).toThrow('git fetch --unshallow');
    } finally {
      fs.rmSync(clone, { recursive: true });
    }
  });
});

describe('writeRelease', () => {
  it('writes versions, the lockfile and the changelog, after which nothing is left to release', () => {
    write({ 'package-lock.json': lockfile(INSTALLED, { 'mf-hours': '1.1.0', 'mf-billing': '1.1.0' }) });
    commit('mf-hours: show *all* days\n\nWhy.\n\nAdds: Notes next to\n  each day.\nAdds: A total.', {
      'mf-hours/src/Page.tsx': 'export const Page = 2;',
    });
    commit('mf-hours: correct the sum', { 'mf-hours/src/Page.tsx': 'export const Page = 3;' });
    const written = writeRelease(root, releasePlan(root), '2026-11-24');
    expect(written).toEqual(['package-lock.json', 'mf-hours/package.json', 'mf-hours/CHANGELOG.md']);
    expect(JSON.parse(read('mf-hours/package.json')).version).toBe('1.2.0');
    expect(JSON.parse(read('package-lock.json')).packages['mf-hours'].version).toBe('1.2.0');
    expect(read('mf-hours/CHANGELOG.md').replaceAll(/\([0-9a-f]{7}\)/g, '(hash)')).toBe(
      `# Changelog of mf-hours

\`npm run release\` writes this file from the commits.

## 1.2.0 (2026-11-24)

### Added

- Notes next to each day. (hash)
- A total. (hash)

### Changed

- Correct the sum (hash)
`,
    );
    commit('chore: release', {});
    expect(planned()).toEqual([]);

    commit('mf-hours: show <b>', { 'mf-hours/src/Page.tsx': 'export const Page = 4;' });
    writeRelease(root, releasePlan(root), '2026-11-25');
    const headings = [...read('mf-hours/CHANGELOG.md').matchAll(/^## .*$/gm)].map(([line]) => line);
    expect(headings).toEqual(['## 1.2.1 (2026-11-25)', '## 1.2.0 (2026-11-24)']);
    expect(read('mf-hours/CHANGELOG.md')).toContain('- Show \\<b> (');
  });

  it('raises ranges that do not include the next version, and no others', () => {
    commit('shared-api!: remove cards', { 'shared-api/src/contracts/cards.ts': 'export const readCards = 2;' });
    writeRelease(root, releasePlan(root), '2026-11-24');
    expect(JSON.parse(read('server/package.json')).dependencies).toEqual({ 'shared-api': '^2.0.0' });
    expect(JSON.parse(read('mf-hours/package.json')).dependencies).toEqual({ 'shared-api': '^2.0.0', zod: '^4.0.0' });
  });
});
