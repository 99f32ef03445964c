import { type BrowserCookie, browserCookie } from './browser-cookie.js';

/** The cookie lasts as long as the browser's session, because clinics share computers. */
export function sessionCookie(publicUrl: string | undefined): BrowserCookie {
  return browserCookie(publicUrl, 'session', { sameSite: 'lax' });
}
