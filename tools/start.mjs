// @ts-check
/**
 * `npm start`: installs missing packages, builds stale parts, and runs the server and the sandbox until it is stopped.
 */
import { spawn } from 'node:child_process';
import { assertDataFolderIsFree } from './data-folder.mjs';
import { isFree } from './ports.mjs';
import { startSandbox } from './sandbox-process.mjs';
import {
  buildStale,
  command,
  compileServer,
  exitOnStop,
  repositoryPath,
  installMissing,
  onNpmEnd,
  remoteFolders,
} from './steps.mjs';

/**
 * Starts a sandbox that replaces the external providers. Null in production, with SANDBOX=0, or if SANDBOX_URL names
 * another sandbox.
 * @param {NodeJS.ProcessEnv} env
 */
async function sandboxFor(env) {
  if (env['NODE_ENV'] === 'production' || env['SANDBOX'] === '0' || env['SANDBOX_URL'] !== undefined) return null;
  // Uses the same port at every start if it is free, so that open tabs and bookmarks keep working.
  const wished = Number(env['SANDBOX_PORT'] ?? Number(env['PORT'] ?? 8080) + 1);
  return startSandbox({ ...env, SANDBOX_PORT: (await isFree(wished)) ? String(wished) : '0' });
}

await command(async () => {
  assertDataFolderIsFree(process.env);
  const leaveStop = exitOnStop();
  await installMissing();
  const remotes = remoteFolders();
  await Promise.all([compileServer(), buildStale(remotes)]);
  const sandbox = await sandboxFor(process.env);
  const server = spawn(process.execPath, ['--enable-source-maps', repositoryPath('server/dist/main.js')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(sandbox && { SANDBOX_URL: sandbox.url }),
      LOCAL_MODULES: process.env['LOCAL_MODULES'] ?? remotes.join(','),
    },
  });
  leaveStop();
  let signaled = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      signaled = true;
      server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  // A second signal would end the server immediately.
  onNpmEnd(() => signaled || server.kill('SIGTERM'));
  await new Promise((resolve) => {
    server.on('exit', (code, signal) => {
      process.exitCode = code ?? (signal ? 1 : 0);
      resolve(sandbox?.stop());
    });
  });
});
