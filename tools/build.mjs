// @ts-check
/** `npm run build`: everything that runs, where its sources have changed. */
import { buildStale, checkNode, command, compileServer, installMissing, remoteFolders } from './steps.mjs';

await command(async () => {
  checkNode();
  await installMissing();
  await compileServer();
  await buildStale(remoteFolders());
});
