/** Passkeys of this device. The browser prompts the person, and its result goes to the server. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { ApiError } from 'shared-api';
import {
  type NewPasskeyAnswer,
  type PasskeyAnswer,
  signInWithPasskey,
  startPasskeySignIn,
} from 'shared-api/contracts/accounts';
import { noReauthentication } from '../session/calls';
import { type Answer, callerOf } from './account-calls';
import { messages } from './messages';

const text = messages.passkeys;

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

const problems: Readonly<Record<string, string>> = {
  NotAllowedError: text.canceled,
  AbortError: text.canceled,
  InvalidStateError: text.known,
  SecurityError: text.address,
  NotSupportedError: text.unsupported,
};

/** Describes an error of the browser's call. Nothing was sent. */
function browserError(error: unknown): ApiError {
  const name = error instanceof Error ? error.name : '';
  return { status: 0, code: 'passkey', message: problems[name] ?? text.failed };
}

/** Creates a passkey. @param options from the server */
export async function createPasskey(options: Record<string, unknown>): Promise<Answer<NewPasskeyAnswer>> {
  try {
    const { id, rawId, response } = await startRegistration({ optionsJSON: options as unknown as CreationOptions });
    const { clientDataJSON, attestationObject, transports } = response;
    const sent = { clientDataJSON, attestationObject, ...(transports && { transports }) };
    return { data: { id, rawId, type: 'public-key', response: sent } };
  } catch (error) {
    return { error: browserError(error) };
  }
}

/** Requests one of the device's passkeys. @param options from the server */
export async function askPasskey(options: Record<string, unknown>): Promise<Answer<PasskeyAnswer>> {
  try {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options as unknown as RequestOptions });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const sent = { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) };
    return { data: { id, rawId, type: 'public-key', response: sent } };
  } catch (error) {
    return { error: browserError(error) };
  }
}

/** Signs in with a passkey instead of a password. */
export async function signInByPasskey(): Promise<{ error?: ApiError }> {
  const caller = callerOf(noReauthentication);
  const asked = await caller(startPasskeySignIn, {});
  if (asked.error) return asked;
  const answered = await askPasskey(asked.data.options);
  if (answered.error) return answered;
  const { error } = await caller(signInWithPasskey, { body: { answer: answered.data } });
  return error ? { error } : {};
}
