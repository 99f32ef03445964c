/** A module team's own service on a loopback port. It accepts only requests with a valid token of the console. */
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTPayload, createRemoteJWKSet, jwtVerify } from 'jose';
import type { TestServer } from '../../../testing/test-server.js';
import type { ServiceClaims } from '../service-token.js';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  claims: JWTPayload & ServiceClaims;
}

export type Respond = (response: ServerResponse, request: ReceivedRequest) => void;

/** Responds with JSON. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export interface TeamService {
  /** With a trailing slash. */
  url: string;
  received: ReceivedRequest[];
  /** Why tokens were refused. */
  refused: string[];
  respond: Respond;
  stop(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/**
 * @param console where the service reads the console's public keys
 * @param audience the module whose tokens it accepts
 */
export async function startTeamService(
  console: { server: TestServer; url: string },
  audience: string,
): Promise<TeamService> {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', console.url), { cooldownDuration: 0 });
  const issuer = `http://localhost:${console.server.config.port}`;
  const accept = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    const currentDate = console.server.clock.now;
    const body = await bodyOf(request);
    try {
      const { payload } = await jwtVerify<ServiceClaims>(token, keys, { issuer, audience, currentDate });
      const { method = '', url = '', headers } = request;
      const receivedRequest = { method, url, headers, body, claims: payload };
      service.received.push(receivedRequest);
      service.respond(response, receivedRequest);
    } catch (error) {
      service.refused.push(String(error));
      response.writeHead(401).end();
    }
  };
  const httpServer = http.createServer((request, response) => void accept(request, response));
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  const service: TeamService = {
    url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}/`,
    received: [],
    refused: [],
    respond: json({ status: 'success' }),
    async stop() {
      httpServer.closeAllConnections();
      await new Promise((resolve) => httpServer.close(resolve));
    },
  };
  return service;
}
