import { expect, it } from '@jest/globals';
import fastify from 'fastify';
import type { AppContext } from '../context.js';
import { frameRoutes } from './api.js';

it('a route without a contract is refused at boot unless it is among the open routes', () => {
  const app = fastify();
  frameRoutes(app, {} as AppContext);
  expect(() => app.get('/api/secret/', () => 'everything')).toThrow(
    'The route GET /api/secret/ has no contract and is not among the open routes',
  );
  expect(() => app.get('/healthz', () => 'fine')).not.toThrow();
});
