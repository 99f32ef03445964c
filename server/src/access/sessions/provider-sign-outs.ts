/**
 * Ends the session at the identity provider after a sign-out here (docs/decisions/0133). The browser gets a cookie for
 * a few minutes, and the provider's ID token only in the redirect.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountSecrets } from '../accounts/account-secrets.js';
import type { Config } from '../../platform/config/config.js';
import type { AccessContext } from '../context.js';
import type { Db } from '../../platform/database/tables.js';
import { sendPageError } from '../../platform/http/page-error.js';
import { hashToken, newToken } from '../tokens/secrets.js';
import { browserCookie } from './browser-cookie.js';
import { sendPage } from './oidc-responses.js';
import { type OidcClient, oidcClientOf } from './oidc-client.js';
import { signOutFailedPage } from './oidc-pages.js';
import type { EndedSession } from './session-repository.js';

export const END_SESSION_PATH = '/api/session/oidc/end';

const OFFER_SECONDS = 600;
const OWNER = 'session at the identity provider';

type Keys = Pick<Config, 'accountKeys'>;

/** Encrypts the ID token in the database: it names the person, and the provider accepts it as proof of the session. */
export const sealIdToken = (idToken: string, { accountKeys }: Keys): Buffer =>
  accountSecrets(accountKeys).encrypt(Buffer.from(idToken), OWNER);

/** Also undefined if its key isn't configured anymore: the provider then asks for confirmation. */
function openIdToken(sealed: Buffer | null, { accountKeys }: Keys): string | undefined {
  if (sealed === null) return undefined;
  try {
    return accountSecrets(accountKeys).decrypt(sealed, OWNER).toString();
  } catch {
    return undefined;
  }
}

const offerCookie = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  browserCookie(publicUrl, 'provider-sign-out', { sameSite: 'lax', maxAgeSeconds: OFFER_SECONDS });

const oldest = (now: Date): Date => new Date(now.getTime() - OFFER_SECONDS * 1000);

/**
 * Offers to end the provider's session, if the ended one was started there.
 *
 * @returns the address that ends it. Null: no offer
 */
export async function offerProviderSignOut(
  { config, db, now }: Pick<AccessContext, 'config' | 'db' | 'now'>,
  ended: EndedSession | undefined,
  reply: FastifyReply,
): Promise<string | null> {
  const client = oidcClientOf(config);
  if (!ended || !client || ended.issuer === null || !(await client.canEndSession())) return null;
  const token = newToken();
  await db.deleteFrom('provider_sign_outs').where('started_at', '<=', oldest(now())).execute();
  await db
    .insertInto('provider_sign_outs')
    .values({ token_hash: hashToken(token), id_token: ended.idToken, started_at: now() })
    .execute();
  offerCookie(config).write(reply, token);
  return END_SESSION_PATH;
}

/** The browser's open offer, if any. */
export async function readProviderSignOut(
  { config, db, now }: Pick<AccessContext, 'config' | 'db' | 'now'>,
  request: FastifyRequest,
): Promise<{ name: string; href: string } | undefined> {
  const token = offerCookie(config).read(request);
  if (token === undefined || !config.oidc) return undefined;
  const row = await db
    .selectFrom('provider_sign_outs')
    .select('started_at')
    .where('token_hash', '=', hashToken(token))
    .where('started_at', '>', oldest(now()))
    .executeTakeFirst();
  return row && { name: config.oidc.name, href: END_SESSION_PATH };
}

/** Consumes the offer. */
async function takeOffer(db: Db, token: string, now: Date): Promise<{ id_token: Buffer | null } | undefined> {
  const row = await db
    .deleteFrom('provider_sign_outs')
    .where('token_hash', '=', hashToken(token))
    .returning(['id_token', 'started_at'])
    .executeTakeFirst();
  return row && row.started_at > oldest(now) ? row : undefined;
}

export function providerSignOutRoute(app: FastifyInstance, context: AccessContext, client: OidcClient): void {
  const { config, db, now } = context;
  const cookie = offerCookie(config);
  app.get(END_SESSION_PATH, { errorHandler: sendPageError }, async (request, reply) => {
    const token = cookie.read(request);
    // Before consuming the offer.
    if (token !== undefined && !(await client.canEndSession())) {
      const name = config.oidc?.name ?? '';
      return sendPage(
        reply.code(502),
        signOutFailedPage(`${name} isn’t responding. Try again in a minute.`, END_SESSION_PATH),
      );
    }
    const offer = token === undefined ? undefined : await takeOffer(db, token, now());
    cookie.clear(reply);
    reply.header('cache-control', 'no-store');
    return reply.redirect(offer ? await client.endSession(openIdToken(offer.id_token, config)) : '/');
  });
}
