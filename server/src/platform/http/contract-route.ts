/** Builds a route from a contract of shared-api: validation, access, OpenAPI and types all come from it. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Access, type Call, errorBody, rightActions } from 'shared-api/contracts';
import * as z from 'zod/mini';
import { addContract } from './all-contracts.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract that the route implements. The server doesn't start if an API route has none. */
    contract?: Call;
  }
}

export interface CallInput<Params extends z.ZodMiniType, Query extends z.ZodMiniType, Body extends z.ZodMiniType> {
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RouteOptions {
  /** Maximum body size in bytes, when it differs from the default. */
  bodyLimit?: number;
  /** Maximum number of values in the body, when it differs from the default. */
  maxValues?: number;
  /** Timeout for the body, in milliseconds, if it differs from the default. */
  bodyTimeMs?: number;
  /** True for a call that may also answer 202, because a job does the work. */
  accepts?: boolean;
  /** Normalizes a body before the contract's schema validates it. */
  readBody?: (body: unknown) => unknown;
}

const accessDescriptions: Record<Access, string> = {
  everyone: 'no session needed',
  'signed-in': 'any session',
  practice: 'members of the practice, task admins, super admins',
  'practice-or-internal': 'members of the practice, task admins, super admins, internal staff',
  customer: 'whoever may open a practice of the customer, internal staff',
  internal: 'internal staff, super admins',
  'task-admin': 'task admins',
  'super-admin': 'super admins',
  developer: 'developers, super admins',
  'module-team': 'a deploy token of the module, super admins',
  'module-token': 'a deploy token of the module',
  'all-modules': 'a deploy token for all modules, super admins',
  module: 'people who may load the module and open the practice of the query',
};

export function describeAccess({ access, right, stepUp }: Call): string {
  const described = [
    `Access: \`${access}\` (${accessDescriptions[access]}).`,
    ...(right === undefined ? [] : [`Right of members: \`${right}\` (${rightActions[right]}).`]),
    ...(stepUp ? ['People with a second factor have shown it in the last 10 minutes.'] : []),
    ...(stepUp === 'password' ? ['Others have shown their password, if they have one.'] : []),
  ];
  return described.join(' ');
}

export function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'everyone') return [];
  if (access === 'module-token') return [{ deployToken: [] }];
  return access === 'module-team' || access === 'all-modules'
    ? [{ deployToken: [] }, { session: [] }]
    : [{ session: [] }];
}

/** The area of the console that a call belongs to, e.g. `provider-hours`: the first fixed segment of its path. */
export function areaOf({ path }: Pick<Call, 'path'>): string | undefined {
  return path.split('/').find((step) => step !== '' && step !== 'api' && !step.startsWith(':'));
}

/** Maximum size of a body without a session. A passkey's response takes a few kilobytes. */
const MAX_ANONYMOUS_BYTES = 16_000;

/** Calls without a body accept no body or an empty object. */
const noBody = z.union([z.undefined(), z.null(), z.strictObject({})]);

/** Names of a list's optional filters. */
function optionalFilters({ query }: Call): string[] {
  const { shape = {} } = query as { shape?: Record<string, unknown> };
  return Object.entries(shape).flatMap(([name, field]) =>
    field instanceof z.ZodMiniOptional || field instanceof z.ZodMiniDefault ? [name] : [],
  );
}

/** An empty filter, as sent by forms, counts as absent. */
function withoutEmpty(query: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => value !== '' || !names.includes(name)));
}

/** A streamed download ends when its reader loses access. */
function whileAllowed(request: FastifyRequest, parts: Readable): Readable {
  const allowed = async function* () {
    for await (const part of parts) {
      await request.assertStillAllowed();
      yield part as Uint8Array | string;
    }
  };
  return Readable.from(allowed(), { objectMode: false });
}

/**
 * @param handler receives the parsed request; its result is validated against the contract. A list that is too large
 *   for memory can be returned as a stream of JSON text, which is not validated
 */
export function addRoute<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
>(
  app: FastifyInstance,
  contract: Call<Params, Query, Body, Answer>,
  handler: (input: CallInput<Params, Query, Body>) => Promise<z.input<Answer> | Readable>,
  options: RouteOptions = {},
): void {
  addContract(contract as unknown as Call);
  const bodyLimit = options.bodyLimit ?? (contract.access === 'everyone' ? MAX_ANONYMOUS_BYTES : undefined);
  const filters = contract.method === 'GET' ? optionalFilters(contract as unknown as Call) : [];
  const hasBody = !(contract.body instanceof z.ZodMiniUndefined);
  app.route({
    method: contract.method,
    url: contract.path,
    config: {
      contract,
      ...(options.bodyTimeMs !== undefined && { bodyTimeMs: options.bodyTimeMs }),
      ...(options.maxValues !== undefined && { maxValues: options.maxValues }),
    },
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: {
      operationId: contract.name,
      summary: contract.summary,
      description: describeAccess(contract),
      security: securityOf(contract.access),
      tags: [areaOf(contract) ?? 'api'],
      params: contract.params,
      querystring: contract.query,
      ...(contract.method !== 'GET' && { body: hasBody ? contract.body : noBody }),
      response: {
        200: contract.answer,
        ...(options.accepts && { 202: contract.answer }),
        '4xx': errorBody,
        '5xx': errorBody,
      },
    },
    ...((options.readBody || filters.length > 0) && {
      preValidation: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
        try {
          if (filters.length > 0) request.query = withoutEmpty(request.query as Record<string, unknown>, filters);
          if (options.readBody) request.body = options.readBody(request.body);
          done();
        } catch (error) {
          done(error as Error);
        }
      },
    }),
    handler: (request, reply) => {
      // A stream has no content type, so it is set here.
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return handler({
        params: request.params as z.output<Params>,
        query: request.query as z.output<Query>,
        body: request.body as z.output<Body>,
        request,
        reply,
      }).then((answer) => (answer instanceof Readable ? whileAllowed(request, answer) : answer));
    },
  });
}
