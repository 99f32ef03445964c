// @ts-check
/**
 * `npm run dev`: the server, the shell and every remote with hot reload, at the console's own address.
 * `npm run dev -w mf-name` (`--standalone mf-name`): one remote in a standalone host, and as an override for a console.
 */
import { assertDataFolderIsFree } from './data-folder.mjs';
import { command, exitOnStop, installMissing } from './steps.mjs';

await command(async () => {
  const standalone = process.argv.indexOf('--standalone');
  if (standalone === -1) assertDataFolderIsFree(process.env);
  exitOnStop(0);
  await installMissing();
  const { runAll, runStandalone } = await import('./dev/servers.mjs');
  await (standalone === -1 ? runAll() : runStandalone(process.argv[standalone + 1] ?? ''));
});
