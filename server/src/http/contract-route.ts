/** Makes a route from a contract of shared-api: validation, access, OpenAPI and types all come from it. */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Access, type Call, errorBody, rightActions } from 'shared-api/contracts';
import * as z from 'zod/mini';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract that the route implements. A route of the API without one is refused at boot. */
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
  /** Largest body in bytes, where the usual limit does not do. */
  bodyLimit?: number;
  /** True for a call that may also answer 202: what is asked for is done behind it. */
  accepts?: boolean;
  /** Rewrites a body that may come in another form, before the contract's schema judges it. */
  readBody?: (body: unknown) => unknown;
}

const accessWords: Record<Access, string> = {
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
};

function describeAccess({ access, right }: Call): string {
  const described = `Access: \`${access}\` (${accessWords[access]}).`;
  return right === undefined ? described : `${described} Right of members: \`${right}\` (${rightActions[right]}).`;
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'everyone') return [];
  if (access === 'module-token') return [{ deployToken: [] }];
  return access === 'module-team' ? [{ deployToken: [] }, { session: [] }] : [{ session: [] }];
}

/** The part of the console that a call belongs to, e.g. `provider-hours`: the first fixed step of its path. */
export function areaOf({ path }: Pick<Call, 'path'>): string | undefined {
  return path.split('/').find((step) => step !== '' && step !== 'api' && !step.startsWith(':'));
}

/** Calls without a body may send none, or an empty object. */
const noBody = z.union([z.undefined(), z.null(), z.strictObject({})]);

/**
 * @param handler gets what the contract's schemas made of the request; what it returns is checked against the answer. A list
 *   that is too long to be held may be returned as a stream of its JSON text, which is not checked
 */
export function implement<
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
  const hasBody = !(contract.body instanceof z.ZodMiniUndefined);
  app.route({
    method: contract.method,
    url: contract.path,
    config: { contract },
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    schema: {
      operationId: contract.name,
      summary: contract.summary,
      description: describeAccess(contract),
      security: securityOf(contract.access),
      tags: [areaOf(contract) ?? 'api'],
      params: contract.params,
      querystring: contract.query,
      ...(contract.method !== 'GET' && { body: hasBody ? contract.body : noBody }),
      response: { 200: contract.answer, ...(options.accepts && { 202: contract.answer }), '4xx': errorBody },
    },
    ...(options.readBody && {
      preValidation: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
        try {
          request.body = options.readBody?.(request.body);
          done();
        } catch (error) {
          done(error as Error);
        }
      },
    }),
    handler: (request, reply) => {
      // A stream has no type of its own.
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return handler({
        params: request.params as z.output<Params>,
        query: request.query as z.output<Query>,
        body: request.body as z.output<Body>,
        request,
        reply,
      });
    },
  });
}
