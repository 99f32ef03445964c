// @ts-check
/** Development servers: webpack's for shell and remotes, and the console's server, restarted after each compilation. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { startSandbox } from '../sandbox-process.mjs';
import { runModule } from '../cli/development.mjs';
import { findModule } from '../cli/module-folder.mjs';
import { assertFree } from '../ports.mjs';
import {
  buildStale,
  compileArguments,
  compileServer,
  endProcess,
  repositoryPath,
  remoteFolders,
  StepError,
} from '../steps.mjs';
import { developmentServer } from '../webpack/development.mjs';

process.env['NODE_ENV'] = 'development';

const consolePort = Number(process.env['PORT'] ?? 8080);
const shellPort = consolePort + 100;

/** Port of a remote's development server, independent of other running servers. @param {string} root */
const portOf = (root) => shellPort + 1 + remoteFolders().indexOf(root);

const portAdvice = `PORT sets the first one, which is ${consolePort} now; the shell has PORT + 100, and the modules those after it.`;

/** @param {number} port */
const origin = (port) => `http://localhost:${port}`;

/** @param {string} root @returns {Promise<import('webpack').Configuration>} */
async function configOf(root) {
  return (await import(pathToFileURL(path.join(root, 'webpack.config.mjs')).href)).default;
}

/**
 * @param {import('webpack').Configuration} config
 * @param {number} port
 * @param {import('webpack-dev-server').Configuration} [more]
 */
async function serve(config, port, more = {}) {
  const server = new WebpackDevServer({ ...developmentServer(port), ...more }, webpack(config));
  await server.start();
  return server;
}

/** Runs the server's compiler and the server itself; both end with this process. @param {Record<string, string>} env */
function runServer(env) {
  const tsc = spawn(
    process.execPath,
    compileArguments('server/tsconfig.build.json', '--watch', '--preserveWatchOutput'),
    { stdio: 'inherit' },
  );
  const server = spawn(process.execPath, ['--watch', '--enable-source-maps', repositoryPath('server/dist/main.js')], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  process.on('exit', () => [tsc, server].forEach(endProcess));
}

/** Runs everything. The page is at the console's own address. */
export async function runAll() {
  const remotes = remoteFolders();
  await assertFree([consolePort, shellPort, ...remotes.map(portOf)], portAdvice);
  await compileServer();
  await buildStale(remotes);
  const shell = await configOf(repositoryPath('shell'));
  await serve({ ...shell, output: { ...shell.output, publicPath: `${origin(shellPort)}/shell/` } }, shellPort, {
    devMiddleware: { ...developmentServer(shellPort).devMiddleware, publicPath: '/shell/' },
  });
  for (const root of remotes) await serve(await configOf(root), portOf(root));
  const sandbox = await startSandbox();
  runServer({
    NODE_ENV: 'development',
    SANDBOX_URL: sandbox.url,
    LOCAL_MODULES: remotes.join(','),
    SHELL_DIR: repositoryPath('shell/.cache/dev'),
    SHELL_ORIGIN: origin(shellPort),
    MODULE_OVERRIDES: remotes.map((root) => `${path.basename(root)}=${origin(portOf(root))}/remoteEntry.js`).join(','),
  });
}

/** Runs one remote in the standalone host, and as an override for a running console. @param {string} name */
export async function runStandalone(name) {
  const root = remoteFolders().find((folder) => path.basename(folder) === name);
  if (!root) throw new StepError(`There is no remote ${name} in this repository.`);
  const ports = { port: portOf(root), standalonePort: portOf(root) + 100 };
  await assertFree(Object.values(ports), portAdvice);
  await runModule(findModule(name), ports);
  process.exit(0);
}
