/**
 * Every route that has no contract, by name. They answer no data of a practice, or judge access themselves; a route
 * that is neither in a contract nor here is refused at boot.
 */
export const openRoutes: ReadonlySet<string> = new Set([
  'GET /healthz',
  'GET /readyz',
  'GET /shell/*',
  // Refuses files of internal modules to everyone who may not load them.
  'GET /modules/:module/:version/*',
  // The page: holds the session of whoever asks, and nothing else.
  'GET /*',
]);
