// @ts-check
/** What a build has more while somebody works on it: hot reload that keeps the state of React components. */
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';

export const developmentPlugins = () => [new ReactRefreshPlugin({ overlay: false })];

/**
 * Settings of webpack's development server. Its scripts are asked for by the console's page, so it allows that origin,
 * and its client names the server's own address, not the page's.
 *
 * @param {number} port
 * @returns {import('webpack-dev-server').Configuration}
 */
export function developmentServer(port) {
  return {
    host: '127.0.0.1',
    port,
    hot: true,
    liveReload: false,
    allowedHosts: 'all',
    static: false,
    // The server reads which scripts the page loads.
    devMiddleware: { writeToDisk: (file) => file.endsWith('shell.json') },
    headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
    webSocketServer: 'ws',
    client: {
      overlay: false,
      logging: 'warn',
      webSocketURL: { protocol: 'ws', hostname: 'localhost', port, pathname: '/ws' },
    },
  };
}
