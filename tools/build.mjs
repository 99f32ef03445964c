// @ts-check
/** `npm run build`: builds the server, the sandbox, the shell and the remotes if their sources have changed. */
import { buildStale, command, compileServer, installMissing, remoteFolders } from './steps.mjs';

await command(async () => {
  await installMissing();
  await compileServer();
  await buildStale(remoteFolders());
});
