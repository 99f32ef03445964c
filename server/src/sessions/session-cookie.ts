import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie lasts as long as the browser's session, because clinics share computers. Over https its name starts with
 * `__Host-`, so that no sibling host can set it.
 */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

export function sessionCookie(publicUrl: string | undefined): SessionCookie {
  const secure = publicUrl?.startsWith('https://') ?? false;
  const name = `${secure ? '__Host-' : ''}practice-console-session`;
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure };
  return {
    read: (request) => request.cookies[name],
    write(reply, token) {
      reply.setCookie(name, token, options);
    },
    clear(reply) {
      reply.clearCookie(name, options);
    },
  };
}
