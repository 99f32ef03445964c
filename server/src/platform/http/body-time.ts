/** Ends requests whose body arrives too slowly, because they hold a connection until it is complete. */
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Timeout for the body, in milliseconds, if it differs from the default. */
    bodyTimeMs?: number;
  }
}

/** Long enough for the largest form over a slow connection. */
export const BODY_TIME_MS = 10_000;

const tooSlow = (): AppError =>
  new AppError(408, 'body_too_slow', 'The request took too long to arrive. Check your connection and try again.');

export function limitBodyTime(app: FastifyInstance, defaultMs: number): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && Number(length) === 0) {
      done();
      return;
    }
    // A separate stream, because destroying the request's closes the connection before a response can be sent.
    const body = new PassThrough();
    const timer = setTimeout(() => {
      reply.header('connection', 'close');
      body.destroy(tooSlow());
    }, request.routeOptions.config.bodyTimeMs ?? defaultMs);
    body.once('close', () => {
      clearTimeout(timer);
      // The unread rest would block the next request on the connection.
      payload.unpipe(body).resume();
    });
    reply.raw.once('finish', () => body.destroy());
    payload.once('error', (error) => body.destroy(error));
    done(null, payload.pipe(body));
  });
}
