// @ts-check
/** `npm run module -- …`: the command line of modules, on a fresh clone too. */
import { command, installMissing } from './steps.mjs';

await command(async () => {
  const needsPackages = ['create', 'add', 'dev', 'check', 'test', 'build', 'publish'].includes(process.argv[2] ?? '');
  if (needsPackages) await installMissing();
  // npm runs its scripts in the folder of package.json, and tells in which folder the command was typed.
  const { npm_lifecycle_event: script, INIT_CWD: typedIn } = process.env;
  if (script === 'module' && typedIn) process.chdir(typedIn);
  const { runCommandLine } = await import('./cli/main.mjs');
  process.exitCode = await runCommandLine(process.argv.slice(2));
});
