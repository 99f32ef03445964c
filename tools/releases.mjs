// @ts-check
/**
 * Builds the previous release: the version of each package before the current one, at the commit of its git tag
 * (`mf-hours@1.0.0`, created by `npm run release`). It needs no existing builds.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import semver from 'semver';
import { repositoryPath, runOrThrow, remoteFolders, say, StepError } from './steps.mjs';

const runFile = promisify(execFile);

/**
 * @typedef {object} Release
 * @property {string} name
 * @property {string} version
 * @property {string} commit
 */

/** @param {string[]} args */
async function git(...args) {
  const { stdout } = await runFile('git', args, { cwd: repositoryPath(), maxBuffer: 50_000_000 });
  return stdout;
}

/**
 * Parses `mf-hours@1.0.0`; returns no release for other texts.
 *
 * @param {string} text
 * @param {string} commit
 * @returns {Release[]}
 */
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
    // The first object is the commit: an annotated tag has the commit and itself, a lightweight tag only the commit.
    const [tag = '', ...objects] = line.split(' ');
    return releaseIn(tag, objects.find((object) => object !== '') ?? '');
  });
}

/**
 * For clones without tags: the commits that `npm run release` creates also list the releases.
 *
 * @returns {Promise<Release[]>}
 */
async function fromReleaseCommits() {
  const log = await git('log', '--grep=^chore: release', '--format=%H%n%b%x00');
  return log.split('\0').flatMap((entry) => {
    const [commit = '', ...body] = entry.trim().split('\n');
    return body.flatMap((line) => releaseIn(line.replace(/^ - /, ''), commit));
  });
}

/**
 * The previous version of each package. Packages that were never released are omitted.
 *
 * @param {string[]} names
 * @returns {Promise<Release[]>}
 */
export async function previousReleases(names) {
  const tagged = await fromTags();
  const all = tagged.length > 0 ? tagged : await fromReleaseCommits();
  return names.flatMap((name) => {
    const { version } = JSON.parse(fs.readFileSync(repositoryPath(name, 'package.json'), 'utf8'));
    const own = all.filter((release) => release.name === name).sort((a, b) => semver.rcompare(a.version, b.version));
    // Without an older release, the newest one counts: package.json keeps its version until the next release.
    const before = own.find((release) => semver.lt(release.version, version)) ?? own[0];
    return before ? [before] : [];
  });
}

/**
 * Installs and builds the whole repository at a commit, in a temporary folder. Reuses an earlier build.
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
  await runOrThrow('Unpacking a release', 'tar', ['-xf', archive, '-C', folder]);
  fs.rmSync(archive);
  await runOrThrow('Building a release', process.execPath, ['tools/build.mjs'], { cwd: folder });
  fs.writeFileSync(done, '');
  return folder;
}

/**
 * Builds the previous release. Returns the folders for the server's `LOCAL_MODULES` and `SHELL_DIR`. A remote that was
 * never released is included in its current state.
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
