/**
 * Every route without a contract, by name. They return no data of a practice, or check access themselves. The server
 * doesn't start if a route is neither in a contract nor here.
 */
export const openRoutes: ReadonlySet<string> = new Set([
  'GET /healthz',
  'GET /readyz',
  // For Prometheus. The route checks its own token and doesn't exist without one.
  'GET /metrics',
  'GET /shell/*',
  // Sign-in through the identity provider. Browsers use these addresses before they have a session.
  'GET /api/session/oidc/start',
  'GET /api/session/oidc/callback',
  'GET /api/session/oidc/end',
  'GET /api/session/oidc/done',
  'GET /api/session/oidc/done.js',
  'GET /api/session/oidc/link',
  'GET /api/session/oidc/link.js',
  'GET /api/session/oidc/pages.css',
  // The identity provider ends sessions. The route verifies the provider's signature itself.
  'POST /api/oidc/backchannel-logout',
  // Provisioning by an identity provider. The routes check its token themselves.
  'GET /api/scim/v2/ServiceProviderConfig',
  'GET /api/scim/v2/ResourceTypes',
  'GET /api/scim/v2/ResourceTypes/:id',
  'GET /api/scim/v2/Schemas',
  'GET /api/scim/v2/Schemas/:id',
  'GET /api/scim/v2/Users',
  'POST /api/scim/v2/Users',
  'GET /api/scim/v2/Users/:id',
  'PUT /api/scim/v2/Users/:id',
  'PATCH /api/scim/v2/Users/:id',
  'DELETE /api/scim/v2/Users/:id',
  'GET /api/scim/v2/Groups',
  'POST /api/scim/v2/Groups',
  'GET /api/scim/v2/Groups/:id',
  'PUT /api/scim/v2/Groups/:id',
  'PATCH /api/scim/v2/Groups/:id',
  'DELETE /api/scim/v2/Groups/:id',
  'GET /api/scim/v2/*',
  'POST /api/scim/v2/*',
  'PUT /api/scim/v2/*',
  'PATCH /api/scim/v2/*',
  'DELETE /api/scim/v2/*',
  // The OpenAPI page. It shows only the contracts, which every browser already has.
  'GET /api/docs',
  'GET /api/docs/',
  'GET /api/docs/json',
  'GET /api/docs/yaml',
  'GET /api/docs/static/*',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  'GET /api/docs/static/theme/console.css',
  // Denies files of internal modules to people who can't load them.
  'GET /modules/:module/:version/*',
  // Explanations of PMS settings, the same for everyone.
  'GET /pms-documentation/:pms/',
  // The payment provider's webhooks. The route verifies their signature itself.
  'POST /api/stripe/webhook/',
  // Public keys that modules' services verify the console's tokens with.
  'GET /.well-known/jwks.json',
  // The websocket of PMS agents. The route checks their tokens itself, before the upgrade.
  'GET /agent',
  // The page. It contains only the caller's own session.
  'GET /*',
]);
