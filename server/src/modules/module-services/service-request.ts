/** Sends one request to a service, within time and size limits and only to allowed addresses. Follows no redirects. */
import http, { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { assertAllowedAddress, lookupAllowed } from './addresses.js';
import { ServiceFailure } from './service-failure.js';

export interface ServiceRequest {
  method: string;
  url: URL;
  headers: OutgoingHttpHeaders;
  body: Buffer | undefined;
  connectTimeoutMs: number;
  /** Until the last byte of the response. */
  timeoutMs: number;
  maxAnswerBytes: number;
  allowPrivate: boolean;
}

export interface ServiceResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const MAX_HEADER_BYTES = 16_384;

function readAnswer(incoming: IncomingMessage, maxBytes: number): Promise<ServiceResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) reject(new ServiceFailure('too_large'));
      else chunks.push(chunk);
    });
    incoming.once('error', (cause) => reject(new ServiceFailure('unreachable', { cause })));
    incoming.once('end', () => {
      // Without this, a truncated response would count as complete.
      if (!incoming.complete) return reject(new ServiceFailure('unreachable'));
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) });
    });
  });
}

/**
 * Each request has its own connection: a reused connection that the service is just closing would fail a change that
 * can't be resent.
 *
 * @throws ServiceFailure
 */
export async function sendToService(request: ServiceRequest): Promise<ServiceResponse> {
  const { url, body, allowPrivate } = request;
  assertAllowedAddress(url, allowPrivate);
  const secure = url.protocol === 'https:';
  const outgoing = (secure ? https : http).request(url, {
    method: request.method,
    headers: { ...request.headers, ...(body && { 'content-length': body.length }) },
    agent: false,
    lookup: lookupAllowed(allowPrivate),
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const timers: NodeJS.Timeout[] = [];
  try {
    return await new Promise<ServiceResponse>((resolve, reject) => {
      const expire = (): void => reject(new ServiceFailure('timeout'));
      const connecting = setTimeout(expire, request.connectTimeoutMs);
      timers.push(connecting, setTimeout(expire, request.timeoutMs));
      outgoing.once('socket', (socket) =>
        socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting)),
      );
      outgoing.once('error', (cause) =>
        reject(cause instanceof ServiceFailure ? cause : new ServiceFailure('unreachable', { cause })),
      );
      outgoing.once('response', (incoming) => void readAnswer(incoming, request.maxAnswerBytes).then(resolve, reject));
      outgoing.end(body);
    });
  } finally {
    timers.forEach(clearTimeout);
    // Late errors of a request that has already failed.
    outgoing.on('error', () => undefined);
    outgoing.destroy();
  }
}
