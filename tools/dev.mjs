// @ts-check
/**
 * `npm run dev`: the server, the shell and every remote with hot reload, at the console's own address.
 * `npm run dev -w mf-name` (`--alone mf-name`): one remote in a small host of its own, and as an override.
 */
import { command, checkNode, installMissing } from './steps.mjs';

await command(async () => {
  checkNode();
  await installMissing();
  const { runAll, runAlone } = await import('./dev/servers.mjs');
  const alone = process.argv.indexOf('--alone');
  await (alone === -1 ? runAll() : runAlone(process.argv[alone + 1] ?? ''));
});
