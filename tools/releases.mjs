// @ts-check
/**
 * The previous release: each package's version before the current one, built from the commit of its git tag
 * (`mf-hours@1.0.0`, as `npm run release` makes them), so that nothing is assumed to lie around.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import semver from 'semver';
import { inRepository, must, remoteFolders, say, StepError } from './steps.mjs';

const runFile = promisify(execFile);

/**
 * @typedef {object} Release
 * @property {string} name
 * @property {string} version
 * @property {string} commit
 */

/** @param {string[]} args */
async function git(...args) {
  const { stdout } = await runFile('git', args, { cwd: inRepository(), maxBuffer: 50_000_000 });
  return stdout;
}

/** `mf-hours@1.0.0` → its two parts. @param {string} text @param {string} commit @returns {Release[]} */
function releaseIn(text, commit) {
  const [, name, version] = /^([a-z-]+)@(\d\S*)$/.exec(text.trim()) ?? [];
  return name !== undefined && version !== undefined ? [{ name, version, commit }] : [];
}

/** @returns {Promise<Release[]>} */
async function fromTags() {
  const lines = (
    await git('for-each-ref', '--format=%(refname:short) %(*objectname) %(objectname)', 'refs/tags')
  ).split('\n');
  return lines.flatMap((line) => {
    // A tag with a message is an object of its own that leads to the commit; a plain one is the commit.
    const [tag = '', ...objects] = line.split(' ');
    return releaseIn(tag, objects.find((object) => object !== '') ?? '');
  });
}

/** A clone may come without tags; the commits that `npm run release` makes list them too. @returns {Promise<Release[]>} */
async function fromReleaseCommits() {
  const log = await git('log', '--grep=^chore: release', '--format=%H%n%b%x00');
  return log.split('\0').flatMap((entry) => {
    const [commit = '', ...body] = entry.trim().split('\n');
    return body.flatMap((line) => releaseIn(line.replace(/^ - /, ''), commit));
  });
}

/**
 * The previous version of each package; packages without one are left out.
 *
 * @param {string[]} names
 * @returns {Promise<Release[]>}
 */
export async function previousReleases(names) {
  const tagged = await fromTags();
  const all = tagged.length > 0 ? tagged : await fromReleaseCommits();
  return names.flatMap((name) => {
    const { version } = JSON.parse(fs.readFileSync(inRepository(name, 'package.json'), 'utf8'));
    const own = all.filter((release) => release.name === name).sort((a, b) => semver.rcompare(a.version, b.version));
    // While the next version is being written, the last one released is the one before.
    const before = own.find((release) => semver.lt(release.version, version)) ?? own[0];
    return before ? [before] : [];
  });
}

/**
 * The whole repository at a commit, installed and built. Cached for the next time.
 *
 * @param {string} commit
 * @returns {Promise<string>} its folder
 */
async function builtAt(commit) {
  const folder = path.join(os.tmpdir(), `practice-console-${commit.slice(0, 12)}`);
  const done = path.join(folder, '.built');
  if (fs.existsSync(done)) return folder;
  say(`Building what was released from ${commit.slice(0, 12)}…`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const archive = `${folder}.tar`;
  await git('archive', `--output=${archive}`, commit);
  await must('Unpacking a release', 'tar', ['-xf', archive, '-C', folder]);
  fs.rmSync(archive);
  await must('Building a release', process.execPath, ['tools/build.mjs'], { cwd: folder });
  fs.writeFileSync(done, '');
  return folder;
}

/**
 * Builds of the previous release: folders that the server takes as `LOCAL_MODULES` and `SHELL_DIR`. A remote that was never
 * released is there as it is today.
 *
 * @returns {Promise<{shell: string, remotes: string[], described: string}>}
 */
export async function buildPrevious() {
  const remotes = remoteFolders();
  const previous = await previousReleases(['shell', ...remotes.map((root) => path.basename(root))]);
  const shell = previous.find(({ name }) => name === 'shell');
  if (!shell) throw new StepError('Nothing was released before: there is neither a tag nor a commit of a release.');
  /** @type {Map<string, string>} */
  const folders = new Map();
  for (const { commit } of previous) if (!folders.has(commit)) folders.set(commit, await builtAt(commit));
  /** @param {Release} release */
  const folderOf = ({ name, commit }) => path.join(folders.get(commit) ?? '', name);
  return {
    shell: path.join(folderOf(shell), 'dist'),
    remotes: remotes.map((root) => {
      const release = previous.find(({ name }) => name === path.basename(root));
      return release ? folderOf(release) : root;
    }),
    described: previous.map(({ name, version }) => `${name} ${version}`).join(', '),
  };
}
