// @ts-check
/**
 * The standalone host that runs one remote without the console. It is one bundle without Module Federation and mounts
 * the remote from source. The request handlers of the remote's `src/standalone.ts` replace the server.
 */
import path from 'node:path';
import { commonConfig } from './common.mjs';
import { developmentPlugins, developmentServer } from './development.mjs';

/**
 * @param {string} root folder of the remote
 * @returns {import('webpack').Configuration}
 */
export function standaloneConfig(root) {
  const common = commonConfig({ root, development: true, hasMockServer: true });
  return {
    ...common,
    entry: { main: 'shared-ui/standalone' },
    output: { ...common.output, path: path.join(root, 'dist-standalone'), publicPath: '/' },
    resolve: {
      ...common.resolve,
      alias: {
        'remote-standalone$': path.join(root, 'src', 'standalone.ts'),
        'remote-declaration$': path.join(root, 'module.json'),
        'remote-lifecycles$': path.join(root, 'src', 'index.ts'),
      },
    },
    plugins: developmentPlugins(),
  };
}

/** The HTML page of the standalone host. */
const standalonePage = (/** @type {string} */ title) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
  </head>
  <body>
    <nav id="standalone-routes"></nav>
    <main id="standalone-outlet"></main>
    <script src="/main.js"></script>
  </body>
</html>
`;

/**
 * Settings of the standalone host's development server, which serves its page at every address.
 *
 * @param {string} title
 * @param {number} port
 * @returns {import('webpack-dev-server').Configuration}
 */
export const standaloneServer = (title, port) => ({
  ...developmentServer(port),
  historyApiFallback: false,
  setupMiddlewares(middlewares) {
    middlewares.push({
      name: 'page',
      middleware: (
        /** @type {import('node:http').IncomingMessage} */ _,
        /** @type {import('node:http').ServerResponse} */ response,
      ) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(standalonePage(title));
      },
    });
    return middlewares;
  },
});
