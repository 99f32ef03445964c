import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/** Names whose values never reach a log, at the top level of a log line or one or two objects deep. */
const secretNames = ['cookie', 'authorization', 'password', 'token', 'client_secret', 'code_verifier'];

/**
 * Structured logs, one JSON object per line. A request is logged by method and path. Headers, bodies and query strings
 * are not logged, because they carry cookies, passwords and the identity provider's codes.
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
