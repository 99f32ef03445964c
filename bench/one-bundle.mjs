// @ts-check
/**
 * The deployed suite of modules against the same code (with single-spa) in one build with webpack's own chunks: bytes, and
 * the time from a cold link to content, for a page of each module, in one run. Run it with `node bench/one-bundle.mjs`.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { startConsole } from 'tools/console-process';
import { withResources } from 'tools/resources';
import { chromiumOptions, startPostgres } from 'tools/test-system';
import webpack from 'webpack';
import { hostConfig } from '../tools/webpack/host.mjs';
import { integrityOf } from '../tools/webpack/integrity.mjs';
import { repositoryPath, remoteFolders } from '../tools/steps.mjs';
import { atMost } from './budget.mjs';

const ROUNDS = 6;
/** An average laptop on an average connection. */
const SLOWER = 4;
const LINE = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 625_000 };

const clinic = 'owner@bright-smiles.example';
const internal = 'internal@console.example';
/** A page of each module. */
export const screens = [
  { what: 'hours', module: 'mf-hours', person: clinic, path: '/settings/1/practice/provider-hours' },
  { what: 'hours worked', module: 'mf-hours', person: clinic, path: '/settings/1/practice/provider-hours-worked' },
  { what: 'settings', module: 'mf-settings', person: clinic, path: '/settings/1/practice/general' },
  { what: 'subscriptions', module: 'mf-billing', person: clinic, path: '/settings/1/subscriptions/plans' },
  { what: 'all practices', module: 'mf-admin-billing', person: internal, path: '/internal/practices' },
  { what: 'phone numbers', module: 'mf-phone-transfer', person: internal, path: '/internal/practices/1/phone-numbers' },
];

/** Plugins that only make sense while modules are built by themselves. */
const OF_SEPARATE_BUILDS = ['ModuleFederationPlugin', 'KnownSourcesPlugin'];

/** Files of a named chunk and its dependencies. @param {webpack.Compilation} compilation @param {string} name */
function filesOf(compilation, name) {
  const files = new Set();
  for (const group of compilation.namedChunks.get(name)?.groupsIterable ?? [])
    for (const chunk of group.chunks) for (const file of chunk.files) if (file.endsWith('.js')) files.add(file);
  return [...files];
}

/**
 * Writes what replaces the shell's `registry/federation.ts` in the single build: modules and contributions are chunks.
 *
 * @param {string} file
 * @param {readonly Place[]} places
 */
function writeModules(file, places) {
  const importOf = (/** @type {string} */ source, /** @type {string} */ chunk) =>
    `() => import(/* webpackChunkName: ${JSON.stringify(chunk)} */ ${JSON.stringify(source)})`;
  const loaders = places.flatMap(({ name, root, contributions }) => [
    [name, importOf(path.join(root, 'src/index.ts'), name)],
    ...contributions.map((one) => [
      `${name}/${one}`,
      importOf(path.join(root, `src/contributions/${one}.ts`), `${name}-${one}`),
    ]),
  ]);
  fs.writeFileSync(
    file,
    `const loaders = {${loaders.map(([name, load]) => `${JSON.stringify(name)}: ${load}`).join(',\n')}};
// webpack's own loader fetches everything.
export const enforceIntegrity = () => undefined;
export const loadLifecycles = ({ name }) => loaders[name]();
export const loadContribution = ({ name }, contribution) => loaders[name + '/' + contribution]();
`,
  );
}

/** @typedef {{ name: string, root: string, contributions: string[] }} Place */

/**
 * Builds shell and modules as one bundle, and empty modules for the registry.
 *
 * @param {string} temporary receives the build
 * @returns {Promise<{ shell: string, modules: string[] }>} folders for `SHELL_DIR` and `LOCAL_MODULES`
 */
export async function buildOne(temporary) {
  const folder = path.join(temporary, 'shell');
  const places = remoteFolders().map((root) => {
    /** @type {{ contributions?: { name: string }[] }} */
    const { contributions = [] } = JSON.parse(fs.readFileSync(path.join(root, 'module.json'), 'utf8'));
    return { name: path.basename(root), root, contributions: contributions.map(({ name }) => name) };
  });
  const modules = path.join(temporary, 'modules.mjs');
  writeModules(modules, places);
  const shell = hostConfig(pathToFileURL(repositoryPath('shell/webpack.config.mjs')).href, { publicPath: '/shell/' });
  /** @type {webpack.Compilation | undefined} */
  let compilation;
  await new Promise((resolve, reject) => {
    webpack(
      {
        ...shell,
        devtool: false,
        output: { ...shell.output, path: folder },
        plugins: [
          ...(shell.plugins ?? []).filter((plugin) => !OF_SEPARATE_BUILDS.includes(plugin?.constructor.name ?? '')),
          new webpack.NormalModuleReplacementPlugin(/\/registry\/federation$/, modules),
        ],
      },
      (error, stats) => {
        compilation = stats?.compilation;
        if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
        else resolve(undefined);
      },
    );
  });
  const file = path.join(folder, 'shell.json');
  const described = JSON.parse(fs.readFileSync(file, 'utf8'));
  // The page preloads the shared files of the addressed module, which are its chunks here.
  described.shared = Object.fromEntries(
    places.map(({ name }) => [name, compilation ? filesOf(compilation, name) : []]),
  );
  fs.writeFileSync(file, JSON.stringify(described));
  const kit = JSON.parse(fs.readFileSync(repositoryPath('shared-ui/package.json'), 'utf8'));
  const entry = '/* in the bundle */';
  const roots = places.map(({ name, root: source, contributions }) => {
    const root = path.join(temporary, 'modules', name);
    fs.mkdirSync(path.join(root, 'dist'), { recursive: true });
    fs.cpSync(path.join(source, 'module.json'), path.join(root, 'module.json'));
    fs.writeFileSync(path.join(root, 'dist/remoteEntry.js'), entry);
    fs.writeFileSync(
      path.join(root, 'dist/build.json'),
      JSON.stringify({
        version: '1.0.0',
        entry: 'remoteEntry.js',
        shared_ui: `^${kit.version}`,
        files: { 'remoteEntry.js': integrityOf(entry) },
        preload: [],
        shared: [name],
        contributions: Object.fromEntries(contributions.map((one) => [one, { preload: [], shared: [] }])),
      }),
    );
    return root;
  });
  return { shell: folder, modules: roots };
}

/** @param {number[]} values */
const median = (values) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;

/**
 * Measures a cold link from its click to content: the module's heading, and nothing busy.
 *
 * @param {import('@playwright/test').Browser} browser @param {string} url @param {(typeof screens)[number]} screen
 */
export async function coldLink(browser, url, { person, path: where }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.request.post(`${url}/api/session/`, { data: { email: person, password: 'practice-console' } });
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', LINE);
    await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    /** @type {Set<string>} */
    const scripts = new Set();
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) scripts.add(request.url());
    });
    await page.addInitScript(() => {
      const look = () => {
        const module = document.querySelector('[data-module]');
        const busy = module?.querySelector('[aria-busy="true"]');
        if (module?.querySelector('h1') && !busy) Reflect.set(globalThis, 'contentAt', performance.now());
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(url + where, { waitUntil: 'commit' });
    await page.waitForFunction(() => Reflect.get(globalThis, 'contentAt') !== undefined);
    const time = await page.evaluate(() => Number(Reflect.get(globalThis, 'contentAt')));
    await page.waitForLoadState('load');
    return { time, scripts: [...scripts] };
  } finally {
    await context.close();
  }
}

/** Gzip bytes of scripts by their path, in kB. @param {string[]} scripts @param {string} cookie */
async function weights(scripts, cookie) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const script of scripts) {
    const body = Buffer.from(await (await fetch(script, { headers: { cookie } })).arrayBuffer());
    found.set(new URL(script).pathname, gzipSync(body, { level: 9 }).length / 1000);
  }
  /** @param {(path: string) => boolean} wanted */
  return (wanted) => [...found].reduce((sum, [path, size]) => (wanted(path) ? sum + size : sum), 0);
}

/** @param {string} url @param {string} person */
async function cookieOf(url, person) {
  const answer = await fetch(`${url}/api/session/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person, password: 'practice-console' }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/**
 * @param {number} [wanted] rounds, after the warm-up
 * @returns {Promise<import('./budget.mjs').Row[]>}
 */
export const measureOneBundle = (wanted = ROUNDS) =>
  withResources(async (resources) => {
    const folder = resources.keep(fs.mkdtempSync(path.join(os.tmpdir(), 'one-bundle-')), (path) =>
      fs.rmSync(path, { recursive: true, force: true }),
    );
    const one = await buildOne(folder);
    // The embedded database would answer in the servers' own process, and its work would delay the scripts.
    const postgres = resources.keep(await startPostgres(), (started) => started.stop());
    /** @param {Record<string, string>} [environment] */
    const start = async (environment = {}) =>
      resources.keep(await startConsole({ sandbox: true, environment, postgres: postgres.url }), (running) =>
        running.dispose(),
      );
    const modules = await start();
    const bundle = await start({ SHELL_DIR: one.shell, LOCAL_MODULES: one.modules.join(',') });
    const browser = resources.keep(await chromium.launch(chromiumOptions()), (launched) => launched.close());
    const rows = [];
    for (const screen of screens) {
      /** @type {{modules: number, bundle: number}[]} */
      const rounds = [];
      let fetched = { modules: /** @type {string[]} */ ([]), bundle: /** @type {string[]} */ ([]) };
      for (let round = 0; round <= wanted; round += 1) {
        // Each comes first in every other round.
        const bundleFirst = round % 2 === 1 ? await coldLink(browser, bundle.url, screen) : undefined;
        const apart = await coldLink(browser, modules.url, screen);
        const together = bundleFirst ?? (await coldLink(browser, bundle.url, screen));
        fetched = { modules: apart.scripts, bundle: together.scripts };
        // The first round is the warm-up of both servers.
        if (round > 0) rounds.push({ modules: apart.time, bundle: together.time });
      }
      const apart = await weights(fetched.modules, await cookieOf(modules.url, screen.person));
      const together = await weights(fetched.bundle, await cookieOf(bundle.url, screen.person));
      const all = () => true;
      // The scripts that the page starts with.
      const main = (/** @type {string} */ path) => /^\/shell\/(main|common|console|console-kit)\./.test(path);
      const entry = (/** @type {string} */ path) => path.endsWith('/remoteEntry.js');
      const own = (/** @type {string} */ path) => path.startsWith(`/modules/${screen.module}/`);
      // The bytes that federation adds: in the shell's script, and the whole entry.
      const runtime = apart(main) - together(main) + apart(entry);
      const code = apart(all) - runtime;
      const times = /** @type {const} */ (['modules', 'bundle']).map((which) =>
        median(rounds.map((round) => round[which])).toFixed(0),
      );
      rows.push(
        atMost(
          `cold link to ${screen.what}, against one bundle (${times.join(' and ')} ms)`,
          median(rounds.map((round) => round.modules / round.bundle)),
          1.05,
          'times',
        ),
        atMost(
          `  its scripts (${code.toFixed(0)} and ${together(all).toFixed(0)} kB), the federation runtime left out`,
          code / together(all),
          1.02,
          'times',
        ),
        atMost('  the federation runtime: in the shell, and the entry', runtime, 36, 'kB'),
        atMost(`  remoteEntry.js of ${screen.module}`, apart(entry), 10, 'kB'),
        atMost('  own code of the module on this screen', apart(own), 60, 'kB'),
      );
    }
    return rows;
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { what, measured, budget, holds } of await measureOneBundle())
    console.log(`${what.padEnd(70)} ${measured.padStart(12)} (${budget}) ${holds ? 'holds' : 'MISSED'}`);
}
