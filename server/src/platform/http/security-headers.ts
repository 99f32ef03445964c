import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { strictestPermissions } from './permissions-policy.js';

/** Also `application/scim+json`. */
const JSON_TYPE = /^application\/(?:[\w.]+\+)?json\b/;

/** Policy of every response except the page: responses are data, and nothing in them may run. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Security headers of every response. The page sets its own policy with its nonce. `Strict-Transport-Security` is sent
 * only if the console is reached over https.
 */
export async function registerSecurityHeaders(app: FastifyInstance, publicUrl: string | undefined): Promise<void> {
  const https = publicUrl?.startsWith('https://') ?? false;
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', dataPolicy);
    const type = String(reply.getHeader('content-type') ?? '');
    if (type.startsWith('text/html') && !reply.hasHeader('permissions-policy')) {
      reply.header('permissions-policy', strictestPermissions);
    }
    // A browser that navigates to a response downloads it instead of displaying it.
    if (JSON_TYPE.test(type) && !reply.hasHeader('content-disposition')) {
      reply.header('content-disposition', 'attachment; filename="api.json"');
    }
    done();
  });
}
