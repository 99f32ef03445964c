import { type BrowserCookie, browserCookie } from './browser-cookie.js';

/** A session cookie, because clinics share computers. */
export function sessionCookie(publicUrl: string | undefined): BrowserCookie {
  return browserCookie(publicUrl, 'session', { sameSite: 'lax' });
}
