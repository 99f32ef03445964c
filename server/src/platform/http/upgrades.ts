/** Upgrades of connections to websockets, which only agents make. */
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { AGENT_PATH } from 'shared-api/agent';
import { notFound } from '../errors/app-error.js';

/** Refuses every other upgrade before the handshake, because an open connection takes a socket until somebody closes it. */
export async function registerUpgrades(app: FastifyInstance, maxMessageBytes: number): Promise<void> {
  await app.register(websocket, { options: { maxPayload: maxMessageBytes } });
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = request.ws && (request.method !== 'GET' || request.routeOptions.url !== AGENT_PATH);
    done(isRefused ? notFound('No websocket opens at this address.') : undefined);
  });
}
