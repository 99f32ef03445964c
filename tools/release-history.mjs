// @ts-check
/**
 * Releases in Git: a release is a commit `chore: release`, whose message lists its packages as ` - name@version`, as
 * Lerna writes it. Tags aren't needed, because a clone may have none.
 */
import { spawnSync } from 'node:child_process';
import { repository } from './repository.mjs';

/** @param {string} root @param {string[]} args @returns {string} empty without Git or a repository */
const git = (root, ...args) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 200_000_000 }).stdout ?? '';

/** @param {string} text */
const lines = (text) => text.split('\n').filter(Boolean);

/** The commits of the releases, newest first. @param {string} [root] @returns {string[]} */
export const releaseCommits = (root = repository) => lines(git(root, 'log', '--format=%H', '--grep=^chore: release$'));

/** Creates missing release tags in a clone, because Lerna reads them. @param {string} [root] */
export function restoreTags(root = repository) {
  const present = new Set(lines(git(root, 'tag')));
  for (const commit of releaseCommits(root)) {
    for (const [, tag = ''] of git(root, 'show', '-s', '--format=%b', commit).matchAll(/^ - (\S+@\d\S*)$/gm)) {
      if (!present.has(tag)) git(root, 'tag', '-a', tag, '-m', tag, commit);
      present.add(tag);
    }
  }
}

/** Whether the clone lacks older commits. @param {string} [root] */
export const isShallow = (root = repository) => git(root, 'rev-parse', '--is-shallow-repository').trim() === 'true';

/** The newest release in which a folder differs from today; undefined if there was none. @param {string} folder */
export const earlierRelease = (folder) =>
  releaseCommits().find((commit) => git(repository, 'diff', '--name-only', commit, 'HEAD', '--', folder) !== '');
