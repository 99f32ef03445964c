// @ts-check
import { afterAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isShallow, releaseCommits, restoreTags } from './release-history.mjs';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'releases-'));
afterAll(() => fs.rmSync(root, { recursive: true }));

/** @param {string[]} args */
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], { cwd: root, encoding: 'utf8' });
/** @param {string[]} message @returns {string} its hash */
function commit(...message) {
  git('commit', '--quiet', '--allow-empty', ...message.flatMap((part) => ['-m', part]));
  return git('rev-parse', 'HEAD').trim();
}

git('init', '--quiet');
git('config', 'user.name', 'A');
git('config', 'user.email', 'a@b.example');
commit('feat(kit): add a button');
const first = commit('chore: release', ' - kit@1.0.0\n - shell@1.0.0');
commit('chore: release notes of the past', ' - kit@9.0.0');
const second = commit('chore: release', ' - kit@1.1.0');

describe('releases in the history', () => {
  it('finds the commits of releases, newest first', () => {
    expect(releaseCommits(root)).toEqual([second, first]);
  });

  it('adds missing tags to a clone, and keeps existing ones', () => {
    git('tag', 'shell@1.0.0', second);
    restoreTags(root);
    const tags = git('for-each-ref', '--format=%(refname:short) %(*objectname)%(objectname)', 'refs/tags').trim();
    expect(tags.split('\n').map((line) => line.slice(0, line.indexOf(' ') + 41))).toEqual([
      `kit@1.0.0 ${first}`,
      `kit@1.1.0 ${second}`,
      `shell@1.0.0 ${second}`,
    ]);
  });

  it('detects whether older commits are missing', () => {
    expect(isShallow(root)).toBe(false);
    const clone = path.join(root, 'clone');
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone]);
    expect(isShallow(clone)).toBe(true);
  });
});
