/** SCIM 2.0 (RFC 7643 and 7644): an identity provider adds, changes and deactivates people (docs/decisions/0066). */
import { isUtf8 } from 'node:buffer';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { isReadableJson } from '../../platform/http/readable-input.js';
import type { AccessContext } from '../context.js';
import { findGroups, readGroup, replaceGroup, updateGroup } from './groups-service.js';
import { listOf, pageIn, project, type ScimPage, type ScimQuery, withId } from './scim-responses.js';
import { scimClients } from './scim-clients.js';
import { resourceTypes, schemas, SCIM_PATH, type ScimDocument, serviceProviderConfig } from './scim-documents.js';
import { badRequest, resourceNotFound, notSupported, ScimError, scimErrorBody, scimErrorOf } from './scim-error.js';
import {
  createUser,
  deleteUser,
  findUsers,
  readUserById,
  replaceUser,
  type ScimContext,
  updateUser,
} from './users-service.js';

const MEDIA_TYPE = 'application/scim+json';
const ANSWER_TYPE = `${MEDIA_TYPE}; charset=utf-8`;

type Parameters = { Params: { id: string }; Querystring: ScimQuery };
type Request = FastifyRequest<Parameters>;
type ContextOf = (request: FastifyRequest) => ScimContext;

/** `invalidSyntax` → `scim_invalid_syntax` */
const metricCode = ({ statusCode, reason }: ScimError): string =>
  `scim_${(reason ?? String(statusCode)).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** The methods of each kind of resource. */
const methodsOf: readonly (readonly [resource: RegExp, methods: string])[] = [
  [/^\/Users$/, 'GET, POST'],
  [/^\/Users\/[^/]+$/, 'GET, PUT, PATCH, DELETE'],
  [/^\/Groups$/, 'GET'],
  [/^\/Groups\/[^/]+$/, 'GET, PUT, PATCH'],
  [/^\/(?:ServiceProviderConfig|(?:ResourceTypes|Schemas)(?:\/[^/]+)?)$/, 'GET'],
];

function parseBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser(
    [MEDIA_TYPE, 'application/json'],
    { parseAs: 'buffer' },
    (request, body: Buffer, parsed) => {
      if (body.length === 0) return parsed(null, undefined);
      if (!isUtf8(body)) return parsed(badRequest('invalidSyntax', 'The request isn’t UTF-8 text.'));
      try {
        request.isBodyReadable = isReadableJson(request, body);
      } catch (error) {
        return parsed(error as Error);
      }
      void parseJson(request, body.toString(), parsed);
    },
  );
}

/** @param recordRefusal of a change that the client requested */
function answerErrors(
  scope: FastifyInstance,
  recordRefusal: (request: FastifyRequest, reason: string) => Promise<void>,
): void {
  scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const refusal = scimErrorOf(error) ?? new ScimError(500, undefined, 'Something went wrong. Try again.');
    if (refusal.statusCode >= 500 && refusal.statusCode !== 501) request.log.error({ err: error }, 'request failed');
    request.errorCode = metricCode(refusal);
    const isRecorded = [400, 409, 413, 415].includes(refusal.statusCode);
    if (isRecorded) await recordRefusal(request, refusal.reason ?? 'invalidSyntax');
    const { retryAfter } = (error as { details?: { retryAfter?: number } }).details ?? {};
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return reply.code(refusal.statusCode).type(ANSWER_TYPE).serializer(JSON.stringify).send(scimErrorBody(refusal));
  });
}

function discovery(scope: FastifyInstance, contextOf: ContextOf): void {
  /** The base of the resource URLs. @throws ScimError 403 with a filter (RFC 7644, section 4) */
  const baseOf = (request: FastifyRequest): string => {
    if ((request.query as { filter?: unknown }).filter !== undefined)
      throw new ScimError(403, undefined, 'A discovery can’t be filtered.');
    return contextOf(request).base;
  };
  scope.get('/ServiceProviderConfig', (request) => serviceProviderConfig(baseOf(request)));
  scope.get('/ResourceTypes', (request) => listOf(resourceTypes(baseOf(request))));
  scope.get<Parameters>('/ResourceTypes/:id', (request) => withId(resourceTypes(baseOf(request)), request.params.id));
  scope.get('/Schemas', (request) => listOf(schemas(baseOf(request))));
  scope.get<Parameters>('/Schemas/:id', (request) => withId(schemas(baseOf(request)), request.params.id));
}

/** The page of a list that the query requests. */
async function list(
  request: Request,
  contextOf: ContextOf,
  find: (scim: ScimContext, page: ScimPage) => Promise<{ resources: ScimDocument[]; total: number }>,
): Promise<object> {
  const { query } = request;
  const page = pageIn(query);
  const { resources, total } = await find(contextOf(request), page);
  return listOf(
    resources.map((resource) => project(resource, query)),
    total,
    page.startIndex,
  );
}

function users(scope: FastifyInstance, contextOf: ContextOf): void {
  scope.get<Parameters>('/Users', (request) => list(request, contextOf, findUsers));
  scope.post<Parameters>('/Users', async (request, reply) => {
    const user = await createUser(contextOf(request), request.body);
    reply.code(201).header('location', user.meta.location);
    return project(user, request.query);
  });
  scope.get<Parameters>('/Users/:id', async (request) =>
    project(await readUserById(contextOf(request), request.params.id), request.query),
  );
  scope.put<Parameters>('/Users/:id', async (request) =>
    project(await replaceUser(contextOf(request), request.params.id, request.body), request.query),
  );
  scope.patch<Parameters>('/Users/:id', async (request) =>
    project(await updateUser(contextOf(request), request.params.id, request.body), request.query),
  );
  scope.delete<Parameters>('/Users/:id', async (request, reply) => {
    await deleteUser(contextOf(request), request.params.id);
    return reply.code(204).send();
  });
}

function groups(scope: FastifyInstance, contextOf: ContextOf): void {
  scope.get<Parameters>('/Groups', (request) => list(request, contextOf, findGroups));
  scope.get<Parameters>('/Groups/:id', async (request) =>
    project(await readGroup(contextOf(request), request.params.id), request.query),
  );
  scope.put<Parameters>('/Groups/:id', async (request) =>
    project(await replaceGroup(contextOf(request), request.params.id, request.body), request.query),
  );
  scope.patch<Parameters>('/Groups/:id', async (request) =>
    project(await updateGroup(contextOf(request), request.params.id, request.body), request.query),
  );
  const fixedGroups = (): never => {
    throw notSupported('The groups are the flags of the console. They can’t be added or deleted.');
  };
  scope.post('/Groups', fixedGroups);
  scope.delete('/Groups/:id', fixedGroups);
}

/** Other methods, and the parts of SCIM that this server doesn't support. */
function refuseOthers(scope: FastifyInstance): void {
  scope.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    handler(request, reply) {
      const path = new URL(request.url, 'http://scim').pathname.slice(SCIM_PATH.length);
      const [, allowed] = methodsOf.find(([resource]) => resource.test(path)) ?? [];
      if (allowed !== undefined) {
        reply.header('allow', allowed);
        throw new ScimError(405, undefined, `${request.method} isn’t possible here. Use one of: ${allowed}.`);
      }
      throw resourceNotFound('This service has no such resource.');
    },
  });
}

export function scimRoutes(app: FastifyInstance, context: AccessContext): void {
  const clients = scimClients(context);
  app.decorateRequest('scimClient');

  // Its own scope, because bodies and errors have the format of SCIM.
  void app.register(
    (scope, _options, done) => {
      parseBodies(scope);
      scope.addHook('onRequest', async (request, reply) => {
        reply.type(ANSWER_TYPE).header('cache-control', 'no-store');
        await clients.authenticate(request, reply);
      });
      scope.addHook('preValidation', (request, reply) => clients.authenticateAgain(request, reply));
      answerErrors(scope, (request, reason) => clients.recordRefusal(request, reason));
      for (const resources of [discovery, users, groups]) resources(scope, (request) => clients.contextOf(request));
      refuseOthers(scope);
      done();
    },
    { prefix: SCIM_PATH },
  );
}
