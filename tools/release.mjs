// @ts-check
/**
 * `npm run release`: gives the packages that have changed since their last release their next versions and the entries of
 * their changelogs, from the commits (0046), in one commit with a tag for each. It pushes and publishes nothing.
 *
 * `npm run release -- --list [--json]` shows what would be released, and why.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { format } from './format.mjs';
import {
  command,
  compileArguments,
  installMissing,
  repositoryPath,
  run,
  runOrThrow,
  say,
  StepError,
} from './steps.mjs';

/** @param {string[]} args @returns {string} */
const git = (...args) => execFileSync('git', args, { cwd: repositoryPath(), encoding: 'utf8' });

/** @param {import('./release/plan.mjs').Change} change */
function describe({ name, version, next, files, updates, commits }) {
  const what = [...files, ...updates];
  const more = what.length > 3 ? ` and ${what.length - 3} more` : '';
  const count = commits.length === 1 ? '1 commit' : `${commits.length} commits`;
  return `${name} ${version} → ${next}: ${count}, ${what.slice(0, 3).join(', ')}${more}`;
}

async function makePlan() {
  await installMissing();
  const [{ API_PACKAGES, neededLevel }, { releasePlan }] = await Promise.all([
    import('./api-report/packages.mjs'),
    import('./release/plan.mjs'),
  ]);
  // The reports read compiled types.
  await runOrThrow('Compiling the types', process.execPath, compileArguments(...API_PACKAGES));
  const levels = API_PACKAGES.flatMap((name) => {
    const level = neededLevel(name);
    return level === null ? [] : [[name, level]];
  });
  return releasePlan(repositoryPath(), Object.fromEntries(levels));
}

/** @param {import('./release/plan.mjs').Change[]} plan */
async function release(plan) {
  const { writeRelease } = await import('./release/write.mjs');
  const date = new Date().toISOString().slice(0, 10);
  const written = writeRelease(repositoryPath(), plan, date);
  for (const { name, folder } of plan) {
    const { scripts } = JSON.parse(fs.readFileSync(repositoryPath(folder, 'package.json'), 'utf8'));
    if (scripts?.version === undefined) continue;
    await runOrThrow(`The script "version" of ${name}`, 'npm', ['run', '--silent', 'version', '-w', folder]);
  }
  await format(repositoryPath(), written);
  git('add', '--', ...written);
  const names = plan.map(({ name, next }) => `${name}@${next}`);
  git('commit', '--quiet', '-m', 'chore: release', '-m', names.map((name) => ` - ${name}`).join('\n'));
  for (const name of names) {
    if ((await run('git', ['tag', '-a', name, '-m', name])) !== 0) say(`The tag ${name} exists already.`);
  }
  return names;
}

await command(async () => {
  const { values } = parseArgs({ options: { list: { type: 'boolean' }, json: { type: 'boolean' } } });
  if (!values.list && git('status', '--porcelain').trim() !== '') {
    throw new StepError(
      'There are changes that are not committed. Commit or remove them first: a release is made of commits.',
    );
  }
  const plan = await makePlan();
  if (values.json) {
    const data = plan.map(({ commits, ...change }) => ({ ...change, commits: commits.map(({ hash }) => hash) }));
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
  } else if (plan.length === 0) say('Nothing has changed since the last release of each package.');
  else process.stdout.write(`${plan.map(describe).join('\n')}\n`);
  if (values.list || plan.length === 0) return;
  const names = await release(plan);
  say(`Released ${names.length} packages in one commit. Push it with: git push --follow-tags`);
});
