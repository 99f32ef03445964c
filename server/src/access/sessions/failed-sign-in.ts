/** The message for a person when the identity provider's response signs nobody in. */
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

export interface FailedSignIn {
  status: 400 | 502;
  message: string;
}

/**
 * Errors of OpenID Connect Core 1.0, section 3.1.2.6, meaning that the person canceled, or must do something at the
 * provider.
 */
const unfinished = ['login_required', 'interaction_required', 'account_selection_required', 'consent_required'];
const down = ['server_error', 'temporarily_unavailable'];

/** An error code in the standard's character set, for display. The callback's URL can hold anything. */
const codeText = (code: string): string => (/^[a-z_]{1,40}$/.test(code) ? ` (${code})` : '');

/**
 * True for the response of a provider without account selection. Providers that don't support `prompt=select_account`
 * reject the request as invalid.
 */
export function choosesNoAccount(error: unknown): boolean {
  return (
    error instanceof AuthorizationResponseError &&
    ['account_selection_required', 'invalid_request'].includes(error.error)
  );
}

/** @param name the provider's name */
export function failedSignIn(error: unknown, name: string): FailedSignIn {
  if (error instanceof AuthorizationResponseError) {
    const { error: code } = error;
    if (code === 'access_denied') return { status: 400, message: `The sign-in at ${name} was canceled.` };
    if (unfinished.includes(code)) return { status: 400, message: `The sign-in at ${name} wasn’t completed.` };
    if (down.includes(code))
      return { status: 502, message: `${name} isn’t available right now. Try again in a minute.` };
    return { status: 502, message: `${name} refuses this console${codeText(code)}. Tell your administrator.` };
  }
  if (error instanceof ResponseBodyError) {
    return error.error === 'invalid_grant'
      ? { status: 400, message: `${name} doesn’t recognize this sign-in anymore. Start again.` }
      : { status: 502, message: `${name} refuses this console${codeText(error.error)}. Tell your administrator.` };
  }
  return { status: 502, message: `${name} sent no answer that signs you in. Try again in a minute.` };
}
