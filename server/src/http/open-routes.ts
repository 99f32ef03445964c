/**
 * Every route without a contract, by name. They return no data of a practice, or check access themselves. The server
 * doesn't start if a route is neither in a contract nor here.
 */
export const openRoutes: ReadonlySet<string> = new Set([
  'GET /healthz',
  'GET /readyz',
  // For Prometheus: judges its own token, and is not there without one.
  'GET /metrics',
  'GET /shell/*',
  // Sign-in through the identity provider, which browsers walk through before they have a session.
  'GET /api/session/oidc/start',
  'GET /api/session/oidc/callback',
  'GET /api/session/oidc/done',
  'GET /api/session/oidc/done.js',
  'GET /api/session/oidc/link',
  'GET /api/session/oidc/link.js',
  'GET /api/session/oidc/pages.css',
  // The OpenAPI page: the contracts, which every browser has anyway.
  'GET /api/docs',
  'GET /api/docs/',
  'GET /api/docs/json',
  'GET /api/docs/yaml',
  'GET /api/docs/static/*',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  // Denies files of internal modules to people who can't load them.
  'GET /modules/:module/:version/*',
  // What settings of a PMS mean, the same for everybody.
  'GET /pms-documentation/:pms/',
  // The payment provider's webhooks: judges their signature itself.
  'POST /api/stripe/webhook/',
  // The websocket of PMS agents: judges their tokens itself, before the upgrade.
  'GET /agent',
  // The page: holds the session of whoever asks, and nothing else.
  'GET /*',
]);
