import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/** Names whose values never reach a log, at the top of a line or one or two objects down. */
const secretNames = ['cookie', 'authorization', 'password', 'token', 'client_secret', 'code_verifier'];

/**
 * Structured logs, one JSON object a line. A request is logged by method and path: headers, bodies and query strings
 * are not, since they carry cookies, passwords and the codes of the identity provider.
 */
export function loggerOptions(
  level: string,
  stream: { write(line: string): void },
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    stream,
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        path: request.url.split('?')[0],
        address: request.ip,
      }),
    },
    redact: {
      paths: [...secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), '*["set-cookie"]'],
      censor: '[removed]',
    },
  };
}
