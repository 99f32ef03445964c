/** SCIM 2.0 (RFC 7643 and 7644): an identity provider adds, changes and deactivates people (docs/decisions/0066). */
import { isUtf8 } from 'node:buffer';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { scimActor } from '../../platform/audit/actor.js';
import { NO_PRACTICE, recordAudit } from '../../platform/audit/audit-log.js';
import type { AccessContext } from '../context.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { networkOf } from '../../platform/http/network.js';
import { isReadableJson } from '../../platform/http/readable-input.js';
import { limitRequest } from '../../platform/rate-limits/limit-calls.js';
import { countRefusal } from '../sessions/sign-in-limit.js';
import type { IssuedToken } from '../tokens/issued-tokens.js';
import { findGroups, readGroup, replaceGroup, updateGroup } from './groups-service.js';
import {
  LIST_SCHEMA,
  MAX_RESULTS,
  resourceTypes,
  schemas,
  type ScimDocument,
  serviceProviderConfig,
} from './scim-documents.js';
import { badRequest, notFoundHere, notSupported, ScimError, scimErrorBody, scimErrorOf } from './scim-error.js';
import { scimTokens } from './scim-tokens.js';
import {
  createUser,
  deleteUser,
  findUsers,
  readUserById,
  replaceUser,
  type ScimContext,
  updateUser,
} from './users-service.js';

export const SCIM_PATH = '/api/scim/v2';
const MEDIA_TYPE = 'application/scim+json';
const DEFAULT_COUNT = 100;

type Client = Pick<IssuedToken, 'id' | 'name'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The provisioning client. Undefined in other calls, and before its token was checked. */
    scimClient: Client | undefined;
  }
}

interface Query {
  filter?: string;
  startIndex?: string;
  count?: string;
  attributes?: string;
  excludedAttributes?: string;
}

type Parameters = { Params: { id: string }; Querystring: Query };

/** A whole number of the query. @throws ScimError `invalidValue` */
function numberOf(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  if (!/^-?\d{1,9}$/.test(text)) throw badRequest('invalidValue', `${name} must be a whole number.`);
  return Number(text);
}

const namesIn = (text: string): string[] =>
  text.split(',').map((name) => {
    const [attribute = ''] = (name.split(':').at(-1) ?? '').trim().toLowerCase().split('.');
    return attribute;
  });

/** The attributes that were asked for. `schemas` and `id` are always there. */
function project(document: ScimDocument, { attributes, excludedAttributes }: Query): ScimDocument {
  const [wanted, excluded] = [attributes, excludedAttributes].map((text) =>
    typeof text === 'string' && text !== '' ? namesIn(text) : undefined,
  );
  const isShown = (name: string): boolean =>
    name === 'schemas' ||
    name === 'id' ||
    (wanted ? wanted.includes(name.toLowerCase()) : !(excluded?.includes(name.toLowerCase()) ?? false));
  return Object.fromEntries(Object.entries(document).filter(([name]) => isShown(name))) as ScimDocument;
}

const listOf = (resources: readonly ScimDocument[], total = resources.length, startIndex = 1): object => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const withId = (documents: readonly ScimDocument[], id: string): ScimDocument => {
  const found = documents.find((document) => document.id === id);
  if (!found) throw notFoundHere();
  return found;
};

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

export function scimRoutes(app: FastifyInstance, context: AccessContext): void {
  const { db, config, now } = context;

  const clientOf = async (request: FastifyRequest): Promise<Client | 'expired' | undefined> => {
    const [, sent] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    return sent === undefined ? undefined : scimTokens.find(db, sent, now());
  };

  const refusedToken = (reply: FastifyReply, client: 'expired' | undefined): ScimError => {
    reply.header('www-authenticate', 'Bearer');
    const isExpired = client === 'expired';
    const message = isExpired ? 'This token has expired.' : 'Send a valid token.';
    return new ScimError(401, undefined, message, isExpired ? 'expiredToken' : 'unknownToken');
  };

  const authenticate = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const client = await clientOf(request);
    if (client === undefined || client === 'expired') {
      await limitRequest(request, 'network', networkOf(request.ip));
      throw refusedToken(reply, client);
    }
    request.scimClient = client;
    await limitRequest(request, 'token', 'scim', client.id);
  };

  /** Records a refused change. Nobody fills the log: so many of a quarter of an hour are enough. */
  const recordRefusal = (request: FastifyRequest, client: Client, reason: string): Promise<void> =>
    inTransaction(db, async (transaction) => {
      if (!(await countRefusal(transaction, `SCIM ${client.id}`, now()))) return;
      await recordAudit(transaction, {
        practiceId: NO_PRACTICE,
        actor: scimActor(client),
        at: now(),
        action: 'scim.refuse',
        entity: 'scim_token',
        entityId: client.id,
        after: { reason, call: `${request.method} ${(request.routeOptions.url ?? '').slice(SCIM_PATH.length)}` },
      });
    });

  const contextOf = (request: FastifyRequest): ScimContext => {
    const { scimClient } = request;
    if (!scimClient) throw new ScimError(401, undefined, 'Send a valid token.');
    const origin = config.publicUrl ?? `${request.protocol}://${request.host}`;
    return { db, ways: config, audit: { actor: scimActor(scimClient), now: now() }, base: `${origin}${SCIM_PATH}` };
  };

  /** A page of a list, as the query asks for it. */
  const pageOf = async (
    request: FastifyRequest<Parameters>,
    find: (
      scim: ScimContext,
      page: { filter: string | undefined; startIndex: number; count: number },
    ) => Promise<{ resources: ScimDocument[]; total: number }>,
  ): Promise<object> => {
    const { query } = request;
    if (Object.values(query).some((value) => typeof value !== 'string')) {
      throw badRequest('invalidSyntax', 'A parameter of the query is there twice.');
    }
    // Numbers out of their range count as its ends (RFC 7644, section 3.4.2.4).
    const startIndex = Math.max(1, numberOf(query.startIndex, 'startIndex', 1));
    const count = Math.min(MAX_RESULTS, Math.max(0, numberOf(query.count, 'count', DEFAULT_COUNT)));
    const { resources, total } = await find(contextOf(request), { filter: query.filter, startIndex, count });
    return listOf(
      resources.map((resource) => project(resource, query)),
      total,
      startIndex,
    );
  };

  app.decorateRequest('scimClient');

  // Its own scope, because bodies and errors have the format of SCIM.
  void app.register(
    (scope, _options, done) => {
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

      scope.addHook('onRequest', async (request, reply) => {
        reply.type(`${MEDIA_TYPE}; charset=utf-8`).header('cache-control', 'no-store');
        await authenticate(request, reply);
      });

      // A body can arrive long after its headers, when the token may have been revoked.
      scope.addHook('preValidation', async (request, reply) => {
        const client = request.method === 'GET' ? request.scimClient : await clientOf(request);
        if (client === undefined || client === 'expired') throw refusedToken(reply, client);
      });

      scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
        const refusal = scimErrorOf(error) ?? new ScimError(500, undefined, 'Something went wrong. Try again.');
        if (refusal.statusCode >= 500 && refusal.statusCode !== 501)
          request.log.error({ err: error }, 'request failed');
        request.errorCode = metricCode(refusal);
        const { scimClient } = request;
        const isRecorded = [400, 409, 413, 415].includes(refusal.statusCode);
        if (scimClient && isRecorded) await recordRefusal(request, scimClient, refusal.reason ?? 'invalidSyntax');
        const { retryAfter } = (error as { details?: { retryAfter?: number } }).details ?? {};
        if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
        return reply
          .code(refusal.statusCode)
          .type(`${MEDIA_TYPE}; charset=utf-8`)
          .serializer(JSON.stringify)
          .send(scimErrorBody(refusal));
      });

      /** The base of the addresses in a discovery. @throws ScimError 403 with a filter (RFC 7644, section 4) */
      const baseOf = (request: FastifyRequest): string => {
        if ((request.query as { filter?: unknown }).filter !== undefined)
          throw new ScimError(403, undefined, 'A discovery can’t be filtered.');
        return contextOf(request).base;
      };
      scope.get('/ServiceProviderConfig', (request) => serviceProviderConfig(baseOf(request)));
      scope.get('/ResourceTypes', (request) => listOf(resourceTypes(baseOf(request))));
      scope.get<Parameters>('/ResourceTypes/:id', (request) =>
        withId(resourceTypes(baseOf(request)), request.params.id),
      );
      scope.get('/Schemas', (request) => listOf(schemas(baseOf(request))));
      scope.get<Parameters>('/Schemas/:id', (request) => withId(schemas(baseOf(request)), request.params.id));

      scope.get<Parameters>('/Users', (request) => pageOf(request, findUsers));
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

      scope.get<Parameters>('/Groups', (request) => pageOf(request, findGroups));
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
          throw notFoundHere('This service has no such resource.');
        },
      });
      done();
    },
    { prefix: SCIM_PATH },
  );
}
