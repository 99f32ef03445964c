import { expect, it } from '@jest/globals';
import fastify from 'fastify';
import type { PlatformContext } from '../context.js';
import { type CallerLookup, registerApiHooks } from './api.js';

it('refuses a route without a contract at boot unless it is an open route', () => {
  const app = fastify();
  registerApiHooks(app, {} as PlatformContext, {} as CallerLookup);
  expect(() => app.get('/api/secret/', () => 'everything')).toThrow(
    'The route GET /api/secret/ has no contract and is not among the open routes',
  );
  expect(() => app.get('/healthz', () => 'fine')).not.toThrow();
});
