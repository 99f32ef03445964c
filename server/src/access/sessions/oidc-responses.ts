/** Responses of the sign-in pages for the identity provider, and where they lead. */
import type { FastifyReply } from 'fastify';
import { localReturnPath } from '../../platform/http/local-path.js';
import { oidcPagePolicy } from './oidc-pages.js';
import type { SignInOrigin } from './oidc-sign-ins.js';

export const START_PATH = '/api/session/oidc/start';
export const DONE_PATH = '/api/session/oidc/done';

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', oidcPagePolicy)
    .send(html);
}

/** The address after a finished sign-in. */
export function pageAfter({ popup, returnTo }: SignInOrigin): string {
  return popup ? DONE_PATH : localReturnPath(returnTo);
}

/**
 * The address after a failed sign-in: the sign-in page, with the page where the person was. A separate window goes to
 * the provider again, because the console is open in the other one.
 */
export function againAddress(from: SignInOrigin | undefined): string {
  const returnTo = localReturnPath(from?.returnTo);
  return from?.popup
    ? `${START_PATH}?${new URLSearchParams({ popup: '1', return_to: returnTo }).toString()}`
    : returnTo;
}
