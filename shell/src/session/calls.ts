/** The shell's own calls about the session, and the addresses of the identity provider's sign-in. */
import { type ApiError, request, send, type TransportContext } from 'shared-api';
import {
  clearOverride,
  type PageData,
  readSession,
  type Session,
  setOverride,
  signIn,
  signOut,
  type User,
} from 'shared-api/contracts';

/** For calls before there is a session, or about its end: nobody is to be asked to sign in again. */
const unattended: TransportContext = {
  reauthenticate: () => Promise.resolve(false),
  heardRevision: () => undefined,
};

export async function signInWith(email: string, password: string): Promise<{ error?: ApiError }> {
  const { error } = await send(request(signIn, { body: { email, password } }), unattended);
  return error ? { error } : {};
}

export async function endSession(): Promise<{ error?: ApiError }> {
  const { error } = await send(request(signOut, {}), unattended);
  return error ? { error } : {};
}

/** Who is signed in now; null when nobody is, or nobody can say. */
export async function whoIsSignedIn(): Promise<User | null> {
  const { data } = await send(request(readSession, {}), unattended);
  return data ? (data as Session).user : null;
}

/** Loads a module from a developer's own machine in this session, from the next page load on. */
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

/** Where signing in with the identity provider begins; null when none is configured. */
export function oidcSignIn({ oidc }: Pick<PageData, 'oidc'>, popup: boolean): { name: string; href: string } | null {
  if (!oidc) return null;
  const query = new URLSearchParams({ return_to: location.pathname + location.search });
  if (popup) query.set('popup', '1');
  return { name: oidc.name, href: `/api/session/oidc/start?${query.toString()}` };
}
