// @ts-check
/**
 * Checks the form of commit messages: `type(scope): imperative sentence`, at most 72 characters, no period, and
 * lines `Adds: …` and `BREAKING CHANGE: …` as releases read them (CONTRIBUTING.md).
 * Covers the commits after both the last release and the commit that introduced this check.
 */
import { spawnSync } from 'node:child_process';
import { isValidSubject, MAX_SUBJECT_LENGTH, mistypedTrailers } from './release/commits.mjs';
import { repository } from './source-version.mjs';

/** @param {string[]} args @returns {string | null} null without git or a repository */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  return status === 0 ? stdout : null;
}

/** @param {string[]} args @returns {string[]} */
const hashes = (...args) => (git('log', '--format=%H', ...args) ?? '').split('\n').filter(Boolean);

const release = hashes('-1', '--grep=^chore: release');
const introduction = hashes('--diff-filter=A', '--', 'tools/commit-messages.mjs');
const log = git('log', '--no-merges', '--format=%x01%h%x02%B', 'HEAD', '--not', ...release, ...introduction);
if (log === null) process.stdout.write('Commit messages: not checked, this is no git repository\n');

for (const entry of (log ?? '').split('\u0001').filter(Boolean)) {
  const [hash = '', message = ''] = entry.split('\u0002');
  const [subject = ''] = message.split('\n');
  const faults = [
    ...(isValidSubject(subject)
      ? []
      : [
          `Write "type(scope): imperative sentence" in at most ${MAX_SUBJECT_LENGTH} characters, e.g. "fix(billing): refund the proration".`,
        ]),
    ...mistypedTrailers(message).map((line) => `Write "Adds: …" or "BREAKING CHANGE: …" instead of "${line}".`),
  ];
  for (const fault of faults) process.stderr.write(`${hash} ${subject}\n  ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
