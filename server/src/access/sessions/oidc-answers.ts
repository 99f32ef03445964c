/** Responses of the pages of a sign-in through the identity provider, and where they lead. */
import type { FastifyReply } from 'fastify';
import { localReturnPath } from '../../platform/http/local-path.js';
import { oidcPagePolicy } from './oidc-pages.js';
import type { ExpectedSignIn } from './oidc-sign-ins.js';

export const DONE_PATH = '/api/session/oidc/done';

export function answerPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', oidcPagePolicy)
    .send(html);
}

/** The address after a finished sign-in. */
export function pageAfter({ popup, returnTo }: Pick<ExpectedSignIn, 'popup' | 'returnTo'>): string {
  return popup ? DONE_PATH : localReturnPath(returnTo);
}
