/** The whole server in its load order. `main.ts` runs it on a port, tests through `inject`. */
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from './config.js';
import type { AppContext } from './context.js';
import type { Db } from './database/tables.js';
import { healthRoutes } from './health/health-routes.js';
import { weeklyHoursRoutes } from './hours/weekly-hours-routes.js';
import { frameRoutes } from './http/api.js';
import { answerError, answerErrorsInOneShape } from './http/errors.js';
import { logSettings } from './http/logging.js';
import { describeCalls } from './http/openapi.js';
import { notFound } from './http/refusal.js';
import { sendSecurityHeaders } from './http/security-headers.js';
import { answerSerializer } from './http/serializer.js';
import { openRegistry } from './modules/module-registry.js';
import { moduleRoutes } from './modules/module-routes.js';
import { pageRoutes } from './page/page-routes.js';
import { shellBuildIn } from './page/shell-build.js';
import { staticRoutes } from './page/static-routes.js';
import { type PasswordCost, passwordCost } from './people/password.js';
import { practicesRoutes } from './practices/practices-routes.js';
import { oidcRoutes } from './sessions/oidc-routes.js';
import { sessionCookie } from './sessions/session-cookie.js';
import { sessionRoutes } from './sessions/session-routes.js';

export interface AppParts {
  config: Config;
  db: Db;
  /** The clock; tests set it. */
  now?: () => Date;
  /** Cost of password hashes; tests lower it. */
  cost?: PasswordCost;
  /** Where log lines go; standard error when absent. */
  logStream?: { write(line: string): void };
}

const LARGEST_BODY_BYTES = 1_000_000;

function trustedProxies(trust: number | string[]) {
  if (typeof trust !== 'number') return trust;
  return trust === 0 ? false : (_address: string, hop: number) => hop < trust;
}

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, db } = parts;
  const app = fastify({
    logger: logSettings(config.logLevel, parts.logStream ?? process.stderr),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: LARGEST_BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    frameworkErrors: answerError,
  });
  const context: AppContext = {
    config,
    db,
    now: parts.now ?? (() => new Date()),
    cost: parts.cost ?? passwordCost,
    cookie: sessionCookie(config.publicUrl),
    registry: openRegistry(db),
    shell: shellBuildIn(config.shellDir),
  };

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(answerSerializer);
  app.removeContentTypeParser('text/plain');
  answerErrorsInOneShape(app);
  app.setNotFoundHandler((request, reply) => answerError(notFound('There is no such call.'), request, reply));

  // Once the server ends, an answer is the last one on its connection; kept alive, it would hold the server up.
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });

  await sendSecurityHeaders(app, config.publicUrl);
  await app.register(cookie);
  frameRoutes(app, context);

  await describeCalls(app);

  healthRoutes(app, context);
  sessionRoutes(app, context);
  oidcRoutes(app, context);
  practicesRoutes(app, context);
  weeklyHoursRoutes(app, context);
  moduleRoutes(app, context);
  staticRoutes(app, context);
  pageRoutes(app, context);
  return app;
}
