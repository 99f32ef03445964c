/** The shell's API calls about the session, and the URLs of the identity provider's sign-in. */
import { type ApiError, request, send, type TransportContext } from 'shared-api';
import {
  type AnswerOf,
  clearOverride,
  type PageData,
  readSession,
  type Session,
  setOverride,
  signIn,
  signOut,
  type User,
} from 'shared-api/contracts';
import { changeSharedComputer, readPresence } from 'shared-api/contracts/accounts';
import { readAccountLink, requestPasswordReset, useAccountLink } from 'shared-api/contracts/account-links';

/** For calls before a session starts or about its end, which never ask to sign in again. */
export const noReauthentication: TransportContext = {
  reauthenticate: () => Promise.resolve(false),
  heardRevision: () => undefined,
};

export async function signInWith(email: string, password: string): Promise<{ error?: ApiError }> {
  const { error } = await send(request(signIn, { body: { email, password } }), noReauthentication);
  return error ? { error } : {};
}

/** Signs in somebody whom the sign-in page of a shared computer lists. */
export async function signInListed(listed: string, password: string): Promise<{ error?: ApiError }> {
  const { error } = await send(request(signIn, { body: { listed, password } }), noReauthentication);
  return error ? { error } : {};
}

/** Seconds until the session ends without activity; null if nobody is signed in, undefined without an answer. */
export async function readSecondsLeft(): Promise<number | null | undefined> {
  const { data, error } = await send(request(readPresence, {}), noReauthentication);
  if (data) return (data as AnswerOf<typeof readPresence>).seconds_left;
  return error?.status === 401 ? null : undefined;
}

export type SharedComputer = NonNullable<Session['shared_computer']>;

/** @returns what the session says of the computer from now on; undefined once nobody shares it */
export async function saveSharedComputer(
  context: TransportContext,
  body: { shared: boolean; name: string | null },
): Promise<{ computer?: SharedComputer | undefined; error?: ApiError }> {
  const { data, error } = await send(request(changeSharedComputer, { body }), context);
  return error ? { error } : { computer: (data as Session).shared_computer };
}

/** Asks for a mail with a link to a new password. */
export async function requestLink(email: string): Promise<{ error?: ApiError }> {
  const { error } = await send(request(requestPasswordReset, { body: { email } }), noReauthentication);
  return error ? { error } : {};
}

/** Whose link it is, which practice they join with it, what it leads to, and who else is signed in. */
export type AccountLink = Partial<AnswerOf<typeof readAccountLink>> & { error?: ApiError };

export async function readLink(token: string): Promise<AccountLink> {
  const { data, error } = await send(request(readAccountLink, { body: { token } }), noReauthentication);
  return error ? { error } : (data as AnswerOf<typeof readAccountLink>);
}

export async function setPasswordByLink(token: string, password: string): Promise<{ error?: ApiError }> {
  const { error } = await send(request(useAccountLink, { body: { token, password } }), noReauthentication);
  return error ? { error } : {};
}

/**
 * Ends the session of the page's person, and of nobody else who signed in since.
 *
 * @returns `providerSignOut`: the URL where the session at the identity provider can be ended too
 */
export async function signOutSession({
  session,
  otherPerson,
}: Pick<TransportContext, 'session' | 'otherPerson'>): Promise<{ error?: ApiError; providerSignOut?: string }> {
  const context = { ...noReauthentication, ...(session && { session }), ...(otherPerson && { otherPerson }) };
  const { data, error } = await send(request(signOut, {}), context);
  if (error) return { error };
  const { provider_sign_out: providerSignOut } = data as AnswerOf<typeof signOut>;
  return providerSignOut === null ? {} : { providerSignOut };
}

/** The session as it is now; null if nobody is signed in, undefined if that isn't known because the call failed. */
export async function readPresentSession(): Promise<Session | null | undefined> {
  const { data, error } = await send(request(readSession, {}), noReauthentication);
  if (data) return data as Session;
  return error?.status === 401 ? null : undefined;
}

/** The person of the session as it is now. */
export async function readPresentUser(): Promise<User | null | undefined> {
  const present = await readPresentSession();
  return present ? present.user : present;
}

/** Loads the signed-in person; null if nobody is signed in or the call fails. */
export async function readSignedInUser(): Promise<User | null> {
  return (await readPresentUser()) ?? null;
}

/** Loads a module from a developer's machine in this session, from the next page load on. */
export async function overrideModule(
  context: TransportContext,
  module: string,
  entry: string,
): Promise<{ error?: ApiError }> {
  const { error } = await send(request(setOverride, { body: { module, entry } }), context);
  return error ? { error } : {};
}

export async function endOverride(context: TransportContext, module: string): Promise<{ error?: ApiError }> {
  const { error } = await send(request(clearOverride, { params: { module } }), context);
  return error ? { error } : {};
}

/** How people sign in with the identity provider. */
export interface ProviderSignIn {
  /** Of the provider. */
  name: string;
  /** The URL where the sign-in starts. */
  href: string;
  /** The same, but the provider asks for the account even if somebody is signed in there. */
  otherHref: string;
}

/** Null if no identity provider is configured. */
export function oidcSignIn({ oidc }: Pick<PageData, 'oidc'>, popup: boolean): ProviderSignIn | null {
  if (!oidc) return null;
  const query = new URLSearchParams({ return_to: location.pathname + location.search });
  if (popup) query.set('popup', '1');
  const href = `/api/session/oidc/start?${query.toString()}`;
  return { name: oidc.name, href, otherHref: `${href}&account=other` };
}
