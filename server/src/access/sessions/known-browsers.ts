/** The browsers that a person has signed in with. A cookie identifies the browser; the database has its hash. */
import type { Db } from '../../platform/database/tables.js';
import { hashToken } from '../tokens/secrets.js';
import { type BrowserCookie, browserCookie } from './browser-cookie.js';

/** The longest that browsers keep a cookie. */
export const BROWSER_COOKIE_SECONDS = 400 * 86_400;
/** Browsers remembered per person: the most recently used. */
export const MAX_BROWSERS = 20;

/** The cookie outlasts sessions. It gives no access: it only tells browsers apart. */
export const knownBrowserCookie = (publicUrl: string | undefined): BrowserCookie =>
  browserCookie(publicUrl, 'browser', { sameSite: 'lax', maxAgeSeconds: BROWSER_COOKIE_SECONDS });

/**
 * Remembers the browser. Call it with the person locked.
 *
 * @returns true if the person has used other browsers before, but not this one
 */
export async function rememberBrowser(transaction: Db, personId: string, token: string, now: Date): Promise<boolean> {
  const hash = hashToken(token);
  const browsers = await transaction
    .selectFrom('known_browsers')
    .select('browser_hash')
    .where('person_id', '=', personId)
    .orderBy('used_at', 'desc')
    .execute();
  const isKnown = browsers.some(({ browser_hash: other }) => other.equals(hash));
  await transaction
    .insertInto('known_browsers')
    .values({ person_id: personId, browser_hash: hash, used_at: now })
    .onConflict((conflict) => conflict.columns(['person_id', 'browser_hash']).doUpdateSet({ used_at: now }))
    .execute();
  const forgotten = isKnown ? [] : browsers.slice(MAX_BROWSERS - 1).map(({ browser_hash: other }) => other);
  if (forgotten.length > 0) {
    await transaction
      .deleteFrom('known_browsers')
      .where('person_id', '=', personId)
      .where('browser_hash', 'in', forgotten)
      .execute();
  }
  return !isKnown && browsers.length > 0;
}
