// @ts-check
/**
 * The small host in which one remote runs without the console: one plain bundle that mounts the remote from source, with
 * the answers of the remote's own `src/standalone.ts` in place of a server.
 */
import path from 'node:path';
import { commonConfig } from './common.mjs';
import { developmentPlugins } from './development.mjs';

/**
 * @param {string} root folder of the remote
 * @returns {import('webpack').Configuration}
 */
export function standaloneConfig(root) {
  const common = commonConfig({ root, development: true });
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

/** The page around it. */
export const standalonePage = (/** @type {string} */ title) => `<!doctype html>
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
