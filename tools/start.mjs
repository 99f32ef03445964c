// @ts-check
/** `npm start`: installs what is missing, builds what is stale, and runs the server until it is told to stop. */
import { spawn } from 'node:child_process';
import {
  buildStale,
  checkNode,
  command,
  compileServer,
  inRepository,
  installMissing,
  remoteFolders,
} from './steps.mjs';

await command(async () => {
  checkNode();
  await installMissing();
  const remotes = remoteFolders();
  await Promise.all([compileServer(), buildStale(remotes)]);
  const server = spawn(process.execPath, ['--enable-source-maps', inRepository('server/dist/main.js')], {
    stdio: 'inherit',
    env: { ...process.env, LOCAL_MODULES: process.env['LOCAL_MODULES'] ?? remotes.join(',') },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  }
  await new Promise((resolve) => {
    server.on('exit', (code, signal) => {
      process.exitCode = code ?? (signal ? 1 : 0);
      resolve(undefined);
    });
  });
});
