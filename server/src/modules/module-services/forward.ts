/** Forwards a person's request to a module's service, and turns failures into readable errors. */
import type { FastifyBaseLogger } from 'fastify';
import type { ServiceGrant } from 'shared-api/contracts/module-services';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { Db } from '../../platform/database/tables.js';
import { AppError } from '../../platform/errors/app-error.js';
import { type PersonPrincipal, actorOf } from '../../platform/http/principal.js';
import type { Metrics } from '../../platform/observability/metrics.js';
import { traced } from '../../platform/observability/trace.js';
import type { Permit } from './circuit-breaker.js';
import type { ResponseSchema } from '../registry/response-schemas.js';
import { type PassedResponse, checkResponse } from './service-response.js';
import { type FailureKind, ServiceFailure } from './service-failure.js';
import { MAX_IN_FLIGHT, type ServiceMonitor, type ServiceOutcome } from './service-monitor.js';
import type { ServicePath } from './service-path.js';
import { sendToService } from './service-request.js';
import type { SignedToken } from './service-token.js';

export interface ForwardParts {
  db: Db;
  now: () => Date;
  log: FastifyBaseLogger;
  metrics: Pick<Metrics, 'serviceCalls'>;
  monitor: ServiceMonitor;
  sign(module: string, person: PersonPrincipal, practiceId: number | undefined, now: Date): Promise<SignedToken>;
}

export interface ForwardedRequest {
  module: string;
  /** The module's title, for people. */
  title: string;
  grant: ServiceGrant;
  person: PersonPrincipal;
  practiceId: number | undefined;
  method: string;
  to: ServicePath;
  /** Headers that a service may see. */
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** The response schemas of the person's module version; undefined if it declares none. */
  expected: ResponseSchema | undefined;
}

/** The error for people. `isChange`: the service may have made the change before it failed. */
function errorFor(kind: FailureKind, title: string, isChange: boolean): AppError {
  const next = isChange
    ? ' Your change may have been made. Reload the page before you try again.'
    : ' Try again in a minute.';
  const make = (status: number, code: string, what: string): AppError => new AppError(status, code, `${what}${next}`);
  switch (kind) {
    case 'unreachable':
    case 'forbidden_address':
      return make(502, 'service_unreachable', `The service behind ${title} can’t be reached.`);
    case 'timeout':
      return make(504, 'service_timeout', `The service behind ${title} took too long to answer.`);
    case 'server_error':
      return make(502, 'service_failed', `The service behind ${title} reported an error.`);
    case 'invalid_answer':
      return make(
        502,
        'service_answer_invalid',
        `The service behind ${title} sent a response that this page can’t show.`,
      );
    default:
      return make(
        502,
        'service_bad_answer',
        `The service behind ${title} sent a response that this console can’t use.`,
      );
  }
}

function pausedError(title: string, seconds: number): AppError {
  return new AppError(
    503,
    'service_paused',
    `The service behind ${title} has failed several times in a row. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfter: seconds },
  );
}

const busyError = (title: string): AppError =>
  new AppError(
    503,
    'service_busy',
    `The service behind ${title} has too many requests right now. Try again in a moment.`,
    {
      retryAfter: 1,
    },
  );

async function send(request: ForwardedRequest, { token }: SignedToken): Promise<PassedResponse> {
  const { grant, to, method, body } = request;
  const answer = await sendToService({
    method,
    url: new URL(`${grant.base_url}${to.path}${to.search}`),
    headers: {
      ...request.headers,
      accept: 'application/json, text/csv, application/pdf',
      'accept-encoding': 'identity',
      'user-agent': 'practice-console',
      authorization: `Bearer ${token}`,
    },
    body,
    connectTimeoutMs: grant.connect_timeout_ms,
    timeoutMs: grant.timeout_ms,
    maxAnswerBytes: grant.max_answer_bytes,
    allowPrivate: grant.allow_private,
  });
  return checkResponse(answer, request.title, request.expected);
}

/**
 * @throws AppError of the service when it refuses, `service_unreachable`, `service_timeout`, `service_failed`,
 *   `service_bad_answer`, `service_answer_invalid`, `service_paused`, `service_busy`
 */
export async function forward(parts: ForwardParts, request: ForwardedRequest): Promise<PassedResponse> {
  const { module, title, grant } = request;
  const { monitor } = parts;
  const watched = monitor.watch(module, grant);
  if (watched.inFlight >= MAX_IN_FLIGHT) {
    monitor.count(module, 'not_sent', 0);
    throw busyError(title);
  }
  const permit = watched.circuit.acquire();
  if (!permit) {
    monitor.count(module, 'not_sent', 0);
    throw pausedError(title, watched.circuit.retryAfterSeconds);
  }
  watched.inFlight += 1;
  try {
    const signed = await parts.sign(module, request.person, request.practiceId, parts.now());
    if (request.method === 'GET') return await observe(parts, request, permit, signed);
    return await audited(parts, request, signed, () => observe(parts, request, permit, signed));
  } finally {
    permit.release();
    watched.inFlight -= 1;
  }
}

/**
 * Every change is audited before it is sent. Its outcome follows, because the service isn't part of the transaction.
 */
async function audited(
  { db, now, log }: ForwardParts,
  { module, person, practiceId, method, to }: ForwardedRequest,
  { id }: SignedToken,
  work: () => Promise<PassedResponse>,
): Promise<PassedResponse> {
  const record = (action: 'module_service.send' | 'module_service.outcome', about: object): Promise<void> =>
    recordAudit(db, {
      practiceId: practiceId ?? NO_PRACTICE,
      actor: actorOf(person),
      at: now(),
      action,
      entity: 'module',
      entityId: module,
      after: { method, path: to.path, token: id, ...about },
    });
  const recordOutcome = (about: object): Promise<void> =>
    record('module_service.outcome', about).catch((err: unknown) =>
      log.error({ err, module, token: id }, 'the outcome of a change at a module’s service could not be recorded'),
    );
  await record('module_service.send', {});
  try {
    const answer = await work();
    await recordOutcome({ status: answer.status });
    return answer;
  } catch (error) {
    if (error instanceof AppError) await recordOutcome({ status: error.statusCode, code: error.code });
    throw error;
  }
}

/** Sends the request, counts it, and reports the outcome to the circuit. */
async function observe(
  { monitor, metrics, log }: ForwardParts,
  request: ForwardedRequest,
  permit: Permit,
  signed: SignedToken,
): Promise<PassedResponse> {
  const { module, title, method } = request;
  const begin = performance.now();
  const count = (outcome: ServiceOutcome): void => {
    const durationMs = performance.now() - begin;
    monitor.count(module, outcome, durationMs);
    metrics.serviceCalls.observe({ module, outcome }, durationMs / 1000);
  };
  try {
    const answer = await traced(`service ${module}`, 'client', () => send(request, signed), {
      'http.request.method': method,
      'peer.service': module,
    });
    permit.succeeded();
    count('answered');
    return answer;
  } catch (error) {
    if (error instanceof AppError) {
      // The service refused the request, so it is up.
      permit.succeeded();
      count('answered');
    }
    if (!(error instanceof ServiceFailure)) throw error;
    permit.failed(error.message);
    count('failed');
    const cause = error.cause instanceof Error ? error.cause.message : undefined;
    log.warn({ module, failure: error.kind, cause }, 'a request to a module’s service failed');
    throw errorFor(error.kind, title, method !== 'GET');
  }
}
