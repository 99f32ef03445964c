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

/** For calls that start or end a session, which never ask to sign in again. */
export const noReauthentication: TransportContext = {
  reauthenticate: () => Promise.resolve(false),
  heardRevision: () => undefined,
};

export async function signInWith(email: string, password: string): Promise<{ error?: ApiError }> {
  const { error } = await send(request(signIn, { body: { email, password } }), noReauthentication);
  return error ? { error } : {};
}

/** Signs in a person listed on a shared computer's sign-in page. */
export async function signInListed(listed: string, password: string): Promise<{ error?: ApiError }> {
  const { error } = await send(request(signIn, { body: { listed, password } }), noReauthentication);
  return error ? { error } : {};
}

/** Seconds until the session ends without activity. Null if nobody is signed in, undefined without a response. */
export async function readSecondsLeft(): Promise<number | null | undefined> {
  const { data, error } = await send(request(readPresence, {}), noReauthentication);
  if (data) return (data as AnswerOf<typeof readPresence>).seconds_left;
  return error?.status === 401 ? null : undefined;
}

export type SharedComputer = NonNullable<Session['shared_computer']>;

/** @returns the session's new shared computer settings; undefined once it isn't shared */
export async function saveSharedComputer(
  context: TransportContext,
  body: { shared: boolean; name: string | null },
): Promise<{ computer?: SharedComputer | undefined; error?: ApiError }> {
  const { data, error } = await send(request(changeSharedComputer, { body }), context);
  return error ? { error } : { computer: (data as Session).shared_computer };
}

/** Requests a password reset link by email. */
export async function requestLink(email: string): Promise<{ error?: ApiError }> {
  const { error } = await send(request(requestPasswordReset, { body: { email } }), noReauthentication);
  return error ? { error } : {};
}

/** The link's person, the practice they join, the purpose, and who else is signed in. */
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
 * Ends the session of the page's person, but not of somebody who signed in later.
 *
 * @returns `providerSignOut`: the URL that also ends the identity provider's session
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

/** The current session. Null if nobody is signed in, undefined if the call failed. */
export async function readPresentSession(): Promise<Session | null | undefined> {
  const { data, error } = await send(request(readSession, {}), noReauthentication);
  if (data) return data as Session;
  return error?.status === 401 ? null : undefined;
}

/** The person of the current session. */
export async function readPresentUser(): Promise<User | null | undefined> {
  const present = await readPresentSession();
  return present ? present.user : present;
}

/** Loads the signed-in person; null if nobody is signed in or the call fails. */
export async function readSignedInUser(): Promise<User | null> {
  return (await readPresentUser()) ?? null;
}

/** Loads a module from a developer's machine in this session, starting with the next page load. */
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

/** Sign-in with the identity provider. */
export interface ProviderSignIn {
  /** Name of the provider. */
  name: string;
  /** The URL where the sign-in starts. */
  href: string;
  /** Like `href`, but makes the provider ask for the account even if somebody is signed in there. */
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
