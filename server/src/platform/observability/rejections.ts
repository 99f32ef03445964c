/** Counts rejected requests: responses with a status from 400 to 499. */
import type { FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error response. Undefined when there was none. */
    errorCode: string | undefined;
  }
}

/** Maximum number of codes with their own series. Some codes come from the provider, which may add new ones. */
const MAX_CODES = 200;

/**
 * Logs a refused access with the caller's id, which is missing without a session. The request's id links it to the line
 * with the address and path.
 */
export function logRefusedAccess(request: FastifyRequest, statusCode: number): void {
  if (statusCode !== 401 && statusCode !== 403) return;
  const { principal, errorCode: code } = request as Partial<Pick<FastifyRequest, 'principal' | 'errorCode'>>;
  const caller = principal === undefined || principal.kind === 'nobody' ? null : `${principal.kind} ${principal.id}`;
  const call = request.routeOptions?.config?.contract?.name ?? null;
  request.log.info({ caller, call, code: code ?? null, status: statusCode }, 'access was refused');
}

export type CountRejection = (request: FastifyRequest, statusCode: number) => void;

export function rejectionCounter({ rejections }: Pick<Metrics, 'rejections'>): CountRejection {
  const reported = new Set<string>();
  /** Limits the number of codes, and allows only plain identifiers. */
  const labelOf = (code: string): string => {
    if (reported.has(code)) return code;
    if (reported.size >= MAX_CODES || !/^[a-z][a-z0-9_]{0,59}$/.test(code)) return 'other';
    reported.add(code);
    return code;
  };
  return (request, statusCode) => {
    if (statusCode < 400 || statusCode > 499) return;
    const call = request.routeOptions?.config?.contract?.name ?? 'none';
    rejections.inc({ code: request.errorCode === undefined ? 'none' : labelOf(request.errorCode), call });
  };
}
