// @ts-check
/** Additions to development builds: hot reload that preserves the state of React components. */
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';

export const developmentPlugins = () => [new ReactRefreshPlugin({ overlay: false })];

/**
 * Settings of webpack's development server. The console's page loads its scripts from another origin. Therefore CORS
 * allows every origin, and the client connects to this server's address instead of the page's.
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
    // The console's server reads the page's scripts from this file.
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
