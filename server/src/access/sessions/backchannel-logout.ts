/** The call with which the identity provider ends sessions (OpenID Connect Back-Channel Logout 1.0). */
import type { FastifyError, FastifyInstance } from 'fastify';
import { systemActor } from '../../platform/audit/actor.js';
import type { OidcConfig } from '../../platform/config/config.js';
import type { AccessContext } from '../context.js';
import { AppError } from '../../platform/errors/app-error.js';
import { networkOf } from '../../platform/http/network.js';
import { limitRequest } from '../../platform/rate-limits/limit-calls.js';
import { type LogoutToken, LogoutTokenError, logoutTokenVerifier } from './logout-token.js';
import type { OidcClient } from './oidc-client.js';
import { endProviderSessions, recordRefusedLogout } from './provider-logouts.js';

export const BACKCHANNEL_LOGOUT_PATH = '/api/oidc/backchannel-logout';

/** Far larger than a logout token. */
const MAX_BODY_BYTES = 65_536;

/** The token of a form. @throws LogoutTokenError when the form has none, or several */
function tokenOf(body: unknown): string {
  const tokens = body instanceof URLSearchParams ? body.getAll('logout_token') : [];
  const [token = ''] = tokens;
  if (tokens.length !== 1 || token === '') throw new LogoutTokenError('malformed');
  return token;
}

export function backchannelLogout(
  app: FastifyInstance,
  context: AccessContext,
  client: OidcClient,
  oidc: OidcConfig,
): void {
  const { db, now } = context;
  const verify = logoutTokenVerifier(client, oidc);

  const verifyOrFail = async (token: string): Promise<LogoutToken> => {
    try {
      return await verify(token, now());
    } catch (error) {
      if (error instanceof LogoutTokenError) throw error;
      app.log.warn({ err: error }, 'the keys of the identity provider can’t be read');
      throw new AppError(502, 'identity_provider_down', `${oidc.name} doesn’t answer, so its token can’t be verified.`);
    }
  };

  // Its own scope, because the body is a form, and because errors have the format of OAuth (RFC 6749, section 5.2).
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
    );
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      await limitRequest(request, 'network', networkOf(request.ip));
    });

    scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
      const status = error.statusCode ?? 500;
      if (error instanceof LogoutTokenError || (status >= 400 && status < 500 && status !== 429)) {
        const refusal = error instanceof LogoutTokenError ? error : new LogoutTokenError('malformed');
        const attempt = { reason: refusal.reason, network: networkOf(request.ip) };
        await recordRefusedLogout(db, oidc, attempt, now());
        request.errorCode = 'invalid_logout_token';
        return reply.code(400).send({ error: 'invalid_request', error_description: refusal.message });
      }
      // Rate limits and internal errors have the console's own format.
      throw error;
    });

    scope.post(BACKCHANNEL_LOGOUT_PATH, async (request, reply) => {
      const token = await verifyOrFail(tokenOf(request.body));
      const ended = await endProviderSessions(db, token, { actor: systemActor(oidc.name), now: now() });
      request.log.info({ ended }, 'the identity provider ended sessions');
      return reply.code(200).send();
    });
    done();
  });
}
