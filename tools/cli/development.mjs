// @ts-check
/** Runs one module in development: in the standalone host, and for a running console. */
import { pathToFileURL } from 'node:url';
import { assertFree, isFree } from '../ports.mjs';
import { say, StepError, untilStopped } from '../steps.mjs';
import { assertIsConsole, consoleUrl } from './console-api.mjs';
import { UsageError } from './errors.mjs';
import { buildConfigOf } from './module-folder.mjs';

/** @param {number} port */
const originOf = (port) => `http://localhost:${port}`;

const FIRST_PORT = 8200;

/**
 * The module's port: the typed one, or the first of two consecutive free ones. The standalone page has the next one.
 *
 * @param {{ port?: string, console?: string }} typed
 * @returns {Promise<number>}
 * @throws StepError when it is in use
 */
export async function portOf({ port: text, console: url }) {
  if (text !== undefined) {
    const port = Number(text);
    if (!Number.isInteger(port) || port <= 0 || port >= 65_535) {
      throw new UsageError(`--port must be a port, not "${text}".`);
    }
    await assertFree(url === undefined ? [port, port + 1] : [port], 'Name another one with --port, or leave it out.');
    return port;
  }
  for (let port = FIRST_PORT; port < FIRST_PORT + 100; port += 2) {
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new StepError(`No port from ${FIRST_PORT} on is free. Name one with --port.`);
}

/**
 * Serves a module until the process gets a signal to stop. A page of a console has the production build of React, which can't
 * replace components, so with a console the page reloads after a change.
 *
 * @param {import('./module-folder.mjs').Module} module
 * @param {{ port: number, standalonePort?: number, console?: string }} options
 */
export async function runModule(module, { port, standalonePort = port + 1, console: named }) {
  const { root, name, declaration } = module;
  const configFile = buildConfigOf(module);
  process.env['NODE_ENV'] = 'development';
  const origin = named === undefined ? undefined : consoleUrl(named);
  if (origin !== undefined) {
    await assertIsConsole(origin);
    process.env['MODULE_REFRESH'] = 'off';
  }

  const [{ default: webpack }, { default: WebpackDevServer }, { developmentServer }, standalone] = await Promise.all([
    import('webpack'),
    import('webpack-dev-server'),
    import('../webpack/development.mjs'),
    import('../webpack/standalone.mjs'),
  ]);
  /** @param {import('webpack').Configuration} config @param {import('webpack-dev-server').Configuration} options */
  const serve = async (config, options) => {
    const server = new WebpackDevServer(options, webpack(config));
    await server.start();
    return server;
  };
  const { default: config } = await import(pathToFileURL(configFile).href);
  const reload = origin === undefined ? {} : { hot: false, liveReload: true };
  const servers = [await serve(await config, { ...developmentServer(port), ...reload })];
  const entry = `${originOf(port)}/remoteEntry.js`;
  if (origin === undefined) {
    servers.push(await serve(standalone.standaloneConfig(root), standalone.standaloneServer(name, standalonePort)));
    say(`${name} standalone:          ${originOf(standalonePort)}/
In a running console:   account menu, Developer override, ${entry}`);
  } else {
    const [route] = declaration.routes;
    say(`${name} is served at ${entry}, and the page reloads after each change.
1. Open ${origin}${route?.path.replace(':practice', '1') ?? '/'} as a person with the developer flag.
2. In the account menu choose Developer override, and enter ${name} and the address above.`);
  }
  await untilStopped();
  await Promise.all(servers.map((server) => server.stop()));
}
