/** Counts refusals: answers with a status from 400 to 499. */
import type { FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that was answered; undefined where none was. */
    errorCode: string | undefined;
  }
}

/** Codes that have a series of their own in each copy. Some codes are the provider's, who may think of new ones. */
const MAX_CODES = 200;

export type CountRefusal = (request: FastifyRequest, statusCode: number) => void;

export function refusalCounter({ refusals }: Pick<Metrics, 'refusals'>): CountRefusal {
  const known = new Set<string>();
  /** Never more codes than may be, and none that is no plain word. */
  const labelOf = (code: string): string => {
    if (known.has(code)) return code;
    if (known.size >= MAX_CODES || !/^[a-z][a-z0-9_]{0,59}$/.test(code)) return 'other';
    known.add(code);
    return code;
  };
  return (request, statusCode) => {
    if (statusCode < 400 || statusCode > 499) return;
    const call = request.routeOptions?.config?.contract?.name ?? 'none';
    refusals.inc({ code: request.errorCode === undefined ? 'none' : labelOf(request.errorCode), call });
  };
}
