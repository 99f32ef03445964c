// @ts-check
/**
 * Checks the form of commit messages, which are Conventional Commits: `type(scope): imperative sentence`, at most 72 characters, no
 * period (CONTRIBUTING.md). Covers the commits after the last release.
 */
import { spawnSync } from 'node:child_process';
import { releaseCommits } from './release-history.mjs';
import { repository } from './repository.mjs';

const MAX_SUBJECT_LENGTH = 72;
const SUBJECT =
  /^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([a-z0-9]+(-[a-z0-9]+)*\))?!?: [a-z].*[^.\s]$/;

const { status, stdout } = spawnSync(
  'git',
  ['log', '--no-merges', '--format=%h %s', 'HEAD', '--not', ...releaseCommits().slice(0, 1)],
  { cwd: repository, encoding: 'utf8' },
);
if (status !== 0) process.stdout.write('Commit messages: not checked, this is no git repository\n');
for (const line of stdout.split('\n').filter(Boolean)) {
  // A revert repeats the whole subject, which Lerna uses to find the commit to leave out of the changelogs.
  const subject = line.slice(line.indexOf(' ') + 1).replace(/^revert: /, '');
  if (subject.length <= MAX_SUBJECT_LENGTH && SUBJECT.test(subject)) continue;
  process.stderr.write(
    `${line}\n  Write "type(scope): imperative sentence" in at most ${MAX_SUBJECT_LENGTH} characters, e.g. "fix(billing): refund the proration".\n`,
  );
  process.exitCode = 1;
}
