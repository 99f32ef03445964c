// @ts-check
/** `npm run module -- …`: the command line of modules, also on a fresh clone. */
import { command, installMissing } from './steps.mjs';

await command(async () => {
  const needsPackages = ['create', 'add', 'dev', 'check', 'test', 'build', 'publish'].includes(process.argv[2] ?? '');
  if (needsPackages) await installMissing();
  // npm runs scripts in the folder of package.json, and passes the command's working directory.
  const { npm_lifecycle_event: script, INIT_CWD: typedIn } = process.env;
  if (script === 'module' && typedIn) process.chdir(typedIn);
  const { runCommandLine } = await import('./cli/main.mjs');
  process.exitCode = await runCommandLine(process.argv.slice(2));
});
