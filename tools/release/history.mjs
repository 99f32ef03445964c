// @ts-check
/** What git knows of releases. Tags are not needed: a clone may have none. */
import { execFileSync } from 'node:child_process';
import { StepError } from '../steps.mjs';
import { readCommit } from './commits.mjs';

/** @typedef {{ name: string, version: string, commit: string }} Release */

/** @param {string} root of a repository */
export function historyOf(root) {
  /** @param {string[]} args @param {string} [input] */
  const bytesOf = (args, input = '') =>
    execFileSync('git', args, { cwd: root, input, maxBuffer: 200_000_000, stdio: ['pipe', 'pipe', 'pipe'] });

  /** @param {string[]} args */
  const git = (...args) => bytesOf(args).toString('utf8');

  /**
   * The texts of files at commits, read by one process.
   *
   * @param {string[]} places each `commit:path`
   * @returns {(string | null)[]} null where there is no such file
   */
  function textsAt(places) {
    const output = bytesOf(['cat-file', '--batch'], places.map((place) => `${place}\n`).join(''));
    let next = 0;
    /** @param {number} end */
    const textUntil = (end) => {
      const text = output.toString('utf8', next, end);
      next = end + 1;
      return text;
    };
    return places.map(() => {
      const [, size] = /^\S+ blob (\d+)$/.exec(textUntil(output.indexOf('\n', next))) ?? [];
      return size === undefined ? null : textUntil(next + Number(size));
    });
  }

  /** @type {Map<string, string> | undefined} */
  let listed;
  /** The commits of the releases that `npm run release` has made, by `name@version`. */
  function listedReleases() {
    if (listed !== undefined) return listed;
    listed = new Map();
    for (const entry of git('log', '--grep=^chore: release', '--format=%x01%H%n%b').split('\u0001')) {
      const [commit = '', ...lines] = entry.split('\n');
      for (const line of lines) {
        const [, release] = /^ - (\S+@\d\S*)$/.exec(line) ?? [];
        if (release !== undefined && !listed.has(release)) listed.set(release, commit);
      }
    }
    return listed;
  }

  /**
   * @param {string} manifest path of a package.json from the root
   * @returns {{ present: string | undefined, releases: Release[] }} the present version, and the releases, newest first
   */
  function versionsOf(manifest) {
    const commits = git('log', '--format=%H', '--', manifest).split('\n').filter(Boolean);
    const [present = {}, ...former] = textsAt(['HEAD', ...commits].map((commit) => `${commit}:${manifest}`)).map(
      (text) => JSON.parse(text ?? '{}'),
    );
    /** @type {Release[]} */
    const releases = [];
    /** @type {Release | null} the oldest commit so far that has the version */
    let current = null;
    // Before the first commit, there was no version.
    for (const [index, { name, version }] of [...former, {}].entries()) {
      if (current !== null && version !== current.version) {
        const listed = listedReleases().get(`${current.name}@${current.version}`);
        // Without a version before it, the package was created with it.
        if (listed !== undefined || version !== undefined)
          releases.push({ ...current, commit: listed ?? current.commit });
      }
      current = version === undefined ? null : { name, version, commit: commits[index] ?? '' };
    }
    return { present: present.version, releases };
  }

  return {
    /**
     * The text of a file at a commit; null where it isn't.
     * @param {string} commit
     * @param {string} file
     */
    textAt: (commit, file) => textsAt([`${commit}:${file}`])[0] ?? null,

    /** @throws StepError in a clone that lacks the commits of earlier releases */
    assertComplete() {
      if (git('rev-parse', '--is-shallow-repository').trim() === 'true') {
        throw new StepError(
          'This clone lacks older commits, which tell what was released. Run "git fetch --unshallow".',
        );
      }
    },

    /**
     * The releases of a package, newest first. A version's release is the commit whose message lists it, as `npm run release`
     * writes it, or that changed the version in package.json to it. A version that came with the package is no release.
     *
     * @param {string} manifest path of a package.json from the root
     * @returns {Release[]}
     */
    releasesOf: (manifest) => versionsOf(manifest).releases,

    /**
     * The commit that released the present version.
     *
     * @param {string} manifest path of a package.json from the root
     * @returns {string | null} null for a package whose present version was never released
     */
    releaseOf(manifest) {
      const { present, releases } = versionsOf(manifest);
      const [newest] = releases;
      return newest !== undefined && newest.version === present ? newest.commit : null;
    },

    /**
     * Files that differ from a commit; all files for null.
     *
     * @param {string | null} commit
     * @param {string[]} [ignored] patterns of files
     * @returns {string[]} paths from the root
     */
    changedSince(commit, ignored = []) {
      const where = ['--', '.', ...ignored.map((pattern) => `:(exclude,glob)${pattern}`)];
      const names =
        commit === null
          ? git('ls-files', '-z', ...where)
          : git('diff', '--name-only', '-z', '--no-renames', commit, 'HEAD', ...where);
      return names.split('\0').filter(Boolean);
    },

    /**
     * The commits after a release, newest first, without merges and releases; all commits for null.
     *
     * @param {string | null} commit
     * @returns {import('./commits.mjs').Commit[]}
     */
    commitsSince(commit) {
      const range = commit === null ? 'HEAD' : `${commit}..HEAD`;
      const log = git('log', '--no-merges', '--name-only', '--no-renames', '--format=%x01%H%x02%B%x02', range);
      return log
        .split('\u0001')
        .filter(Boolean)
        .map((entry) => {
          const [hash = '', message = '', files = ''] = entry.split('\u0002');
          return readCommit(hash, message, files.split('\n').filter(Boolean));
        })
        .filter(({ subject }) => !/^chore: release\b/.test(subject));
    },
  };
}
