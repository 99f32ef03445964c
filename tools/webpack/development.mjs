// @ts-check
/** What a build has more while somebody works on it: hot reload that keeps the state of React components. */
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';

export const developmentPlugins = () => [new ReactRefreshPlugin({ overlay: false })];

/**
 * Settings of the development server. It is reached through the console's own address, which PORT names, so that the
 * page's policy and the session hold as they do in production.
 * @param {string} name
 */
export function developmentServer(name) {
  const path = `/hot/${name}`;
  return {
    devServer: {
      host: '127.0.0.1',
      hot: true,
      liveReload: false,
      allowedHosts: 'all',
      headers: { 'access-control-allow-origin': '*' },
      devMiddleware: { writeToDisk: (/** @type {string} */ file) => /\/(build|shell)\.json$/.test(file) },
      webSocketServer: { type: 'ws', options: { path } },
      client: { overlay: false, logging: 'warn', webSocketURL: { pathname: path } },
    },
  };
}
