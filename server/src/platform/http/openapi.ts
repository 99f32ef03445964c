/** The OpenAPI page at `/api/docs`, generated from the contracts that also validate. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { idempotencyKey } from 'shared-api/contracts';
import * as z from 'zod/mini';
import type { PlatformContext } from '../context.js';

const idempotencyHeaders = z.object({
  'idempotency-key': z
    .optional(idempotencyKey)
    .check(
      z.describe(
        'Names this one change. Sent again with the same content, the call answers the same; with other content: 422. Without it, the same request within 10 seconds is the same change.',
      ),
    ),
});

/** Swagger's page sets inline style attributes. Scripts are restricted to our own origin, as everywhere. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/** Sets the console's font on Swagger's page, whose style has no variable for it. Code keeps its own font. */
function docsStyle(font: string | undefined): string {
  const face =
    font === undefined
      ? ''
      : `@font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: swap; src: url('/shell/${font}') format('woff2'); }\n`;
  const code = 'code, code *, pre, pre *, .opblock-summary-path, .opblock-summary-path *, .microlight *';
  return `${face}.swagger-ui *:not(${code}) { font-family: 'Inter Variable', Inter, system-ui, sans-serif !important; }\n`;
}

interface DescribedRoute {
  /** Absent for pages and files, which the document doesn't include. */
  schema?: { params?: unknown } | null;
  url: string;
}

/** Names the rest of a path `path`, because OpenAPI has no wildcard. */
function withoutWildcard<Route extends DescribedRoute>(route: Route): Route {
  const { schema, url } = route;
  if (!schema?.params || !url.endsWith('/*')) return route;
  const { properties = {}, ...params } = schema.params as { properties?: Record<string, unknown> };
  const named = Object.entries(properties).map(([name, described]) => [name === '*' ? 'path' : name, described]);
  const all = Object.fromEntries(named) as Record<string, unknown>;
  return {
    ...route,
    schema: { ...schema, params: { ...params, properties: all, required: Object.keys(all) } },
    url: `${url.slice(0, -1)}:path`,
  };
}

const DOCS_PATH = '/api/docs';

/** Serves the document as text that is generated once, because it takes 20 ms and anyone can request it. */
function documentText(app: FastifyInstance): preHandlerHookHandler {
  let text: Buffer | undefined;
  return (request, reply, done) => {
    if (request.routeOptions.url !== `${DOCS_PATH}/json`) return done();
    text ??= Buffer.from(JSON.stringify(app.swagger()));
    void reply.type('application/json; charset=utf-8').send(text);
  };
}

/** Call it before the routes are registered. Otherwise the document lacks them. */
export async function registerOpenApi(app: FastifyInstance, { shell }: PlatformContext): Promise<void> {
  const font = (await shell.read())?.preload.find(({ as }) => as === 'font')?.href;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Practice Console',
        description:
          'Every call of the console. Each names who may make it. Errors have one shape: `status`, `code`, ' +
          '`message`, `error` (the same text) and, for bad input, `fields`.',
        version: '1.0.0',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'practice-console-session' },
          deployToken: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    // Documents the idempotency header. It isn't in the route's schema, because a hook checks it before the body is
    // parsed.
    transform: (call) =>
      withoutWildcard(
        jsonSchemaTransform({
          ...call,
          schema: call.route.config?.contract?.idempotent
            ? { ...call.schema, headers: idempotencyHeaders }
            : call.schema,
        }),
      ),
    // Routes without a contract are pages and files.
    hideUntagged: true,
  });
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    uiHooks: { preHandler: documentText(app) },
    staticCSP: docsPolicy,
    theme: { title: 'Practice Console API', css: [{ filename: 'console.css', content: docsStyle(font) }] },
  });
}
