import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie that page scripts can't read. */
export interface BrowserCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
}

export interface CookieRules {
  /** `strict` unless the browser must send it when another site links here. */
  sameSite: 'strict' | 'lax';
  /** Absent: a session cookie. */
  maxAgeSeconds?: number;
}

/** Over https the name starts with `__Host-`, so that no sibling host can set it. */
export function browserCookie(
  publicUrl: string | undefined,
  name: string,
  { sameSite, maxAgeSeconds }: CookieRules,
): BrowserCookie {
  const secure = publicUrl?.startsWith('https://') ?? false;
  const sentName = `${secure ? '__Host-' : ''}practice-console-${name}`;
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite, secure };
  return {
    read: (request) => request.cookies[sentName],
    write(reply, value) {
      reply.setCookie(sentName, value, maxAgeSeconds === undefined ? options : { ...options, maxAge: maxAgeSeconds });
    },
    clear(reply) {
      reply.clearCookie(sentName, options);
    },
  };
}
