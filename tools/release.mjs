// @ts-check
/**
 * `npm run release`: `lerna version` (lerna.json) gives the packages changed since the last release their next versions
 * and changelog entries, from the commits (0113), in one commit with a tag for each. It asks first (`-- --yes`
 * doesn't), pushes nothing and publishes nothing.
 */
import { isShallow, restoreTags } from './release-history.mjs';
import { command, installMissing, repositoryPath, run, StepError } from './steps.mjs';

/** Lerna builds links from the remote's address without its host. They would be wrong, so a changelog has none. */
const WITHOUT_REMOTE = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'remote.origin.url', GIT_CONFIG_VALUE_0: '' };

await command(async () => {
  await installMissing();
  if (isShallow()) throw new StepError('This clone lacks older commits. Run "git fetch --unshallow".');
  restoreTags();
  const lerna = [repositoryPath('node_modules/lerna/dist/cli.js'), 'version', ...process.argv.slice(2)];
  process.exitCode = await run(process.execPath, lerna, {
    stdio: 'inherit',
    env: { ...process.env, ...WITHOUT_REMOTE },
  });
});
