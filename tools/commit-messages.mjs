// @ts-check
/**
 * Checks the form of commit messages: `scope: imperative sentence`, at most 72 characters, no period (CONTRIBUTING.md).
 * Covers the commits after both the last release and the commit that introduced this check.
 */
import { spawnSync } from 'node:child_process';
import { repository } from './source-version.mjs';

const MAX_LENGTH = 72;
const FORM = /^[a-z0-9]+(-[a-z0-9]+)*: [a-z].*[^.\s]$/;

/** @param {string[]} args @returns {string[] | null} lines; null without git or a repository */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : null;
}

const release = git('log', '-1', '--format=%H', '--grep=^chore: release') ?? [];
const introduction = git('log', '--diff-filter=A', '--format=%H', '--', 'tools/commit-messages.mjs') ?? [];
const commits = git('log', '--no-merges', '--format=%h %s', 'HEAD', '--not', ...release, ...introduction);
if (commits === null) process.stdout.write('Commit messages: not checked, this is no git repository\n');

const wrong = (commits ?? []).filter((line) => {
  const subject = line.slice(line.indexOf(' ') + 1);
  return subject.length > MAX_LENGTH || !FORM.test(subject);
});
for (const line of wrong) process.stderr.write(`${line}\n`);
if (wrong.length > 0) {
  process.stderr.write(
    `Write "scope: imperative sentence" in at most ${MAX_LENGTH} characters, e.g. "billing: refund the proration".\n`,
  );
  process.exitCode = 1;
}
